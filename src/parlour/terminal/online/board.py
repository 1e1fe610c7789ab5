"""The full-screen board of a match in a hall: drawn from the view and the paths that the hall
tells, and from nothing else."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import ClassVar

from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Footer, Input, Label, RichLog, Static

from parlour.hall.client import Back, Client, Happening, Lost, lost
from parlour.hall.deeds import Act, Agree, Decline, Deed, Draw, Rematch, Resign, Undo
from parlour.hall.plain import plain
from parlour.hall.position import position_of
from parlour.hall.wire import Said, Trouble
from parlour.table.errors import ParlourError
from parlour.table.sentences import Sentence, listing
from parlour.table.view import Board, Cell, Panel
from parlour.terminal.board_widget import BoardWidget
from parlour.terminal.grid import BRACKETS
from parlour.terminal.online.talk import shown_time
from parlour.terminal.reading import without_images
from parlour.terminal.rulebook import rulebook
from parlour.terminal.screen import BoardApp, Page


class Talking(ModalScreen[str]):
    """Asks for something to say."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss('')", "Close")]
    DEFAULT_CSS = """
    Talking { align: center bottom; }
    Talking Vertical { height: auto; border: round $primary; background: $surface; }
    """

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Label(str(Sentence("terminal.online_talk")), markup=False)
            yield Input(max_length=300)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(plain(event.value))


class OnlineBoard(App[None]):
    """A room of the hall on the whole screen."""

    CSS = BoardApp.CSS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "undo", "Undo"),
        Binding("d", "do('draw')", "Draw"),
        Binding("a", "do('agree')", "Agree"),
        Binding("x", "do('decline')", "Decline"),
        Binding("t", "talk", "Talk"),
        Binding("escape", "clear", "Clear"),
        Binding("question_mark", "rules", "Rules"),
        Binding("r", "resign", "Resign"),
        Binding("m", "do('again')", "Again"),
        Binding("q", "leave", "Quit"),
        Binding("ctrl+c", "leave", show=False, priority=True),
    ]
    ENABLE_COMMAND_PALETTE = False
    DEEDS: ClassVar[dict[str, type[Draw | Agree | Decline | Rematch]]] = {
        "draw": Draw,
        "agree": Agree,
        "decline": Decline,
        "again": Rematch,
    }

    def __init__(self, client: Client, happenings: AsyncIterator[Happening]) -> None:
        super().__init__()
        self.client, self.room, self.happenings = client, client.room, happenings
        self.position = position_of(client.room.terms) if client.room.terms else None
        self.touched: tuple[str, ...] = ()
        self.sure = False  # resign must be pressed twice
        self.following = ""  # the next match
        self.told = 0  # moves in the log

    def compose(self) -> ComposeResult:
        nothing = Board((Cell("", 0, 0),))
        with Horizontal():
            with Vertical():
                yield BoardWidget(self.room.board or nothing)
                yield Horizontal(id="buttons")
                yield Static(id="status", markup=False)
                yield Static(id="prompt", markup=False)
                yield Static(id="note", markup=False)
            with Vertical(id="side"):
                yield Static(id="panels", markup=False)
                yield RichLog(id="log", wrap=True)
        yield Footer()

    async def on_mount(self) -> None:
        self.title = self.room.terms.title if self.room.terms else ""
        self.query_one(BoardWidget).focus()
        self.set_interval(1.0, self.show_panels)
        await self.show()
        self.listen()

    # ---- hearing ------------------------------------------------------------------------------

    @work
    async def listen(self) -> None:
        """Show what happens until there is another match, or no way back."""
        try:
            async for happening in self.happenings:
                match happening:
                    case Lost():
                        self.say(str(lost(happening)))
                    case Back():
                        self.say(str(Sentence("hall.line_back")))
                    case Said():
                        self.log_line(f"{plain(happening.name)}: {plain(happening.text)}")
                    case Trouble():
                        self.say(plain(str(happening.sentence)))
                    case _:
                        self.touched = ()
                await self.show()
                if self.room.next:
                    self.following = self.room.next
                    self.exit()
                    return
        except ParlourError as error:
            self.say(plain(str(error)))

    # ---- showing ------------------------------------------------------------------------------

    async def show(self) -> None:
        room, view = self.room, self.room.view
        lit = frozenset(room.paths.next(self.touched))
        if view is None:
            empty = [chair.seat for chair in room.chairs if not chair.name]
            waiting = Sentence("terminal.online_waiting", seats=listing(empty))
            self.query_one("#status", Static).update(str(waiting))
            return
        self.query_one(BoardWidget).show(view, lit, self.touched)
        self.query_one("#status", Static).update(str(view.status))
        prompt = str(view.prompt) if view.prompt else ""
        self.query_one("#prompt", Static).update(f"{prompt} {'  '.join(self.touched)}".strip())
        self.show_panels()
        self.show_moves()
        self.show_offer()
        await self._show_buttons({button.site: button.label for button in view.buttons}, lit)

    def show_panels(self) -> None:
        if self.room.view is not None:
            panels = "\n".join(map(self._panel, self.room.view.panels))
            self.query_one("#panels", Static).update(panels)

    def _panel(self, panel: Panel) -> str:
        sign = "▶" if panel.acting and self.room.outcome is None else " "
        brackets = BRACKETS[panel.seat % len(BRACKETS)]
        counters = " ".join(f"{name} {value}" for name, value in panel.counters.items())
        left = self.room.clock(panel.seat)
        time = f" {shown_time(left)}" if left is not None else ""
        chair = self.room.chairs[panel.seat]
        away = "" if chair.online else " ..."
        name = plain(panel.name) if panel.alive else f"({plain(panel.name)})"
        return f"{sign} {brackets} {name}{away} {panel.colour}{time}\n    {counters}".rstrip()

    def show_moves(self) -> None:
        if self.told > len(self.room.moves):  # some were taken back
            self.query_one("#log", RichLog).clear()
            self.told = 0
        for number, event in enumerate(self.room.moves[self.told :], start=self.told + 1):
            text = "..." if event.hidden else plain(event.what) or event.kind
            self.log_line(f"{number:3}. {text}")
        self.told = len(self.room.moves)

    def show_offer(self) -> None:
        offer, room = self.room.offer, self.room
        if room.outcome is not None and room.seats:
            self.say(str(Sentence("terminal.online_again_key")))
        elif offer is not None and room.asked_to_agree:
            player = plain(room.names[offer.seat])
            self.say(str(Sentence(f"terminal.online_{offer.what}", player=player)))

    async def _show_buttons(self, labels: dict[str, str], lit: frozenset[str]) -> None:
        row = self.query_one("#buttons", Horizontal)
        await row.remove_children()
        shown = [site for site in labels if site in lit or site in self.touched]
        await row.mount_all(
            Button(labels[site], name=site, disabled=site not in lit) for site in shown
        )

    def log_line(self, text: str) -> None:
        self.query_one("#log", RichLog).write(text)

    def say(self, text: str) -> None:
        self.query_one("#note", Static).update(text)

    # ---- playing ------------------------------------------------------------------------------

    @work
    async def do(self, deed: Deed) -> None:
        """Ask the hall; the answer may take a while, and the board is there meanwhile."""
        try:
            await self.client.do(deed, self.room.seat)
        except ParlourError as error:
            self.say(plain(str(error)))
            await self.show()

    async def touch(self, site: str) -> None:
        """Add a site to the path; act when it is complete."""
        self.sure = False
        self.say("")
        paths = self.room.paths
        touched = paths.touch(self.touched, site)
        if touched is not None:
            self.touched = touched
        elif paths:
            self.say(str(Sentence("terminal.not_now", site=site)))
        action = paths.action(self.touched)
        if action is not None:
            self.touched = ()
            self.do(Act(action))
        await self.show()

    async def on_board_widget_touched(self, message: BoardWidget.Touched) -> None:
        await self.touch(message.site)

    async def on_button_pressed(self, event: Button.Pressed) -> None:
        if event.button.name:
            await self.touch(event.button.name)
            self.query_one(BoardWidget).focus()

    async def action_clear(self) -> None:
        self.touched, self.sure = (), False
        await self.show()

    async def action_undo(self) -> None:
        if self.touched:
            self.touched = self.touched[:-1]
            await self.show()
        elif self.room.seats:
            self.do(Undo())

    def action_do(self, word: str) -> None:
        if self.room.seats:
            self.do(self.DEEDS[word]())

    def action_resign(self) -> None:
        if not self.room.seats or self.room.status != "running":
            return
        if self.sure:
            self.do(Resign())
        else:
            self.sure = True
            self.say(str(Sentence("terminal.resign_twice")))

    def action_talk(self) -> None:
        self.push_screen(Talking(), self._talk)

    async def _talk(self, text: str | None) -> None:
        if text:
            await self.client.say(text)

    def action_rules(self) -> None:
        rules = without_images(rulebook(self.position.game)) if self.position else ""
        self.push_screen(Page(f"{Sentence('terminal.online_keys')}\n\n{rules}"))

    def action_leave(self) -> None:
        self.exit()
