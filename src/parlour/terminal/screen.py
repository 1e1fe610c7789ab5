"""The full-screen board: `parlour play GAME --board`. It knows no game, only views and paths."""

from __future__ import annotations

import asyncio
from signal import Signals
from textwrap import wrap
from time import monotonic
from typing import ClassVar

from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Button, Footer, Markdown, RichLog, Static

from parlour.table.errors import ParlourError
from parlour.table.paths import Paths
from parlour.table.sentences import Sentence
from parlour.table.view import Panel
from parlour.terminal.board_widget import BoardWidget
from parlour.terminal.grid import BRACKETS
from parlour.terminal.party import Party
from parlour.terminal.playing import ENDINGS
from parlour.terminal.reading import without_images
from parlour.terminal.rulebook import rulebook
from parlour.terminal.ticker import PATIENCE, thinking

SIDE = 28  # columns of the panels and the list of actions


class Page(ModalScreen[None]):
    """A text to read, such as the rulebook; any of these keys closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,question_mark", "dismiss", "Close")
    ]
    DEFAULT_CSS = """
    Page { align: center middle; }
    Page VerticalScroll { width: 90%; height: 90%; border: round $primary; background: $surface; }
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Markdown(self.text)
        yield Footer()


class BoardApp(App[None]):
    """A match on the whole screen."""

    CSS = (
        f"#side {{ width: {SIDE}; padding: 0 1; }}"
        + """
    #panels { height: auto; }
    #log { height: 1fr; border-top: solid $primary; overflow-y: auto; scrollbar-size-vertical: 1; }
    #status { height: 1; text-style: bold; padding: 0 1; }
    #prompt { height: auto; max-height: 3; padding: 0 1; }
    #note { height: 1; padding: 0 1; color: $warning; }
    #buttons { height: auto; }
    #buttons Button { min-width: 6; height: 1; border: none; margin: 0 1; }
    """
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "undo", "Undo"),
        Binding("escape", "clear", "Clear"),
        Binding("question_mark", "rules", "Rules"),
        Binding("r", "resign", "Resign"),
        Binding("q", "leave", "Quit"),
        Binding("ctrl+c", "leave", show=False, priority=True),
    ]
    ENABLE_COMMAND_PALETTE = False

    class Chosen(Message):
        """A computer, or chance, has chosen what it does."""

        def __init__(self, seat: int, action: int) -> None:
            super().__init__()
            self.seat, self.action = seat, action

    def __init__(self, party: Party) -> None:
        super().__init__()
        self.party = party
        self.touched: tuple[str, ...] = ()
        self.secret = False  # may the others here not know what is done now?
        self.handed_over = False  # in a secret set-up: has the next person taken the seat?
        self.sure = False  # resign must be pressed twice
        self.thinking_since: float | None = None  # while a computer chooses

    def compose(self) -> ComposeResult:
        with Horizontal():
            with Vertical():
                yield BoardWidget(self.party.match.game.board())
                yield Horizontal(id="buttons")
                yield Static(id="status", markup=False)
                yield Static(id="prompt", markup=False)
                yield Static(id="note", markup=False)
            with Vertical(id="side"):
                yield Static(id="panels", markup=False)
                yield RichLog(id="log", wrap=True)
        yield Footer()

    async def on_mount(self) -> None:
        self.title = self.party.match.game.title
        self.query_one(BoardWidget).focus()
        self.set_interval(PATIENCE, self.show_thinking)
        loop = asyncio.get_running_loop()
        for ending in ENDINGS:
            loop.add_signal_handler(ending, self.end, ending)
        self.list_moves()
        await self.go_on()

    def on_unmount(self) -> None:
        for ending in ENDINGS:
            asyncio.get_running_loop().remove_signal_handler(ending)

    # ---- showing ------------------------------------------------------------------------------

    @property
    def seat(self) -> int:
        """Who looks at the screen now."""
        match = self.party.match
        if self.party.asks_a_person and (self.handed_over or not self.secret):
            return match.state.seat
        return self.party.viewer

    def paths(self) -> Paths:
        match = self.party.match
        if not self.party.asks_a_person or (self.secret and not self.handed_over):
            return Paths()
        return match.game.paths(match.state, match.state.seat)

    async def show(self) -> None:
        match, paths = self.party.match, self.paths()
        view = match.view(self.seat if self.seat >= 0 else None)
        lit = frozenset(paths.next(self.touched))
        self.query_one(BoardWidget).show(view, lit, self.touched)
        self.query_one("#status", Static).update(str(view.status))
        way = "  ".join(self.touched)
        prompt = str(view.prompt) if view.prompt else ""
        self.query_one("#prompt", Static).update(f"{prompt} {way}".strip())
        self.query_one("#panels", Static).update("\n".join(map(self._panel, view.panels)))
        await self._show_buttons({button.site: button.label for button in view.buttons}, lit)

    def _panel(self, panel: Panel) -> str:
        sign = "▶" if panel.acting and self.party.match.outcome is None else " "
        brackets = BRACKETS[panel.seat % len(BRACKETS)]
        counters = " ".join(f"{name}\u00a0{value}" for name, value in panel.counters.items())
        name = panel.name if panel.alive else f"({panel.name})"
        lines = wrap(counters, SIDE - 2, initial_indent=" " * 4, subsequent_indent=" " * 4)
        return "\n".join([f"{sign} {brackets} {name} {panel.colour}", *lines])

    async def _show_buttons(self, labels: dict[str, str], lit: frozenset[str]) -> None:
        row = self.query_one("#buttons", Horizontal)
        await row.remove_children()
        shown = [site for site in labels if site in lit or site in self.touched]
        await row.mount_all(
            Button(labels[site], name=site, disabled=site not in lit) for site in shown
        )

    def say(self, text: str) -> None:
        self.query_one("#note", Static).update(text)

    def show_thinking(self) -> None:
        match, since = self.party.match, self.thinking_since
        if since is not None and match.state.seat >= 0:
            self.say(thinking(match.players[match.state.seat], since))

    def list_moves(self) -> None:
        """What has happened so far, as far as everybody here may know it."""
        log = self.query_one("#log", RichLog)
        log.clear()
        for number, event in enumerate(self.party.match.record().seen_by(None).events, start=1):
            text = "..." if event.hidden else event.what or event.kind
            log.write(f"{number:3}. {text}")

    # ---- playing ------------------------------------------------------------------------------

    async def go_on(self) -> None:
        """Show the position; let a computer or chance act if it is their turn."""
        match = self.party.match
        self.touched = ()
        self.secret = self.party.asks_a_person and self.party.in_secret(match.state.seat)
        await self.show()
        if match.outcome is not None:
            self.say(str(match.outcome.sentence))
        elif not self.party.asks_a_person:
            self.thinking_since = monotonic()
            self.think()
        elif self.secret and not self.handed_over:
            name = match.players[match.state.seat]
            self.say(str(Sentence("terminal.hand_over", player=name)))

    @work(thread=True, exclusive=True)
    def think(self) -> None:
        seat = self.party.match.state.seat
        self.post_message(self.Chosen(seat, self.party.choose()))

    async def on_board_app_chosen(self, message: Chosen) -> None:
        self.thinking_since = None
        await self.carry_out(message.seat, message.action)

    async def carry_out(self, seat: int, action: int) -> None:
        told = self.party.act(seat, action)
        number = len(self.party.match.events)
        self.query_one("#log", RichLog).write(f"{number:3}. {told.text}")
        self.say("")
        self.handed_over = self.sure = False
        await self.go_on()

    async def touch(self, site: str) -> None:
        """Add a site to the path; act when it is complete."""
        self.sure = False
        if self.secret and not self.handed_over and self.party.asks_a_person:
            self.handed_over = True
            self.say("")
            await self.show()
            return
        paths = self.paths()
        touched = paths.touch(self.touched, site)
        if touched is not None:
            self.touched = touched
        elif paths:
            self.say(str(Sentence("terminal.not_now", site=site)))
        action = paths.action(self.touched)
        if action is None:
            await self.show()
        else:
            await self.carry_out(self.party.match.state.seat, action)

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
        self.sure = False
        if self.touched:
            self.touched = self.touched[:-1]
            await self.show()
            return
        if not self.party.asks_a_person:
            return
        try:
            self.party.take_back(self.party.match.state.seat)
        except ParlourError as error:
            self.say(str(error))
            return
        self.list_moves()
        self.say(str(Sentence("terminal.undone")))
        await self.go_on()

    async def action_resign(self) -> None:
        if not self.party.asks_a_person:
            return
        if not self.sure:
            self.sure = True
            self.say(str(Sentence("terminal.resign_twice")))
            return
        self.party.resign(self.party.match.state.seat)
        self.list_moves()
        await self.go_on()

    def action_rules(self) -> None:
        rules = without_images(rulebook(self.party.match.game))
        self.push_screen(Page(f"{Sentence('terminal.keys')}\n\n{rules}"))

    def action_leave(self) -> None:
        if self.party.match.outcome is None:
            self.party.leave()  # or we would wait until a computer has finished thinking
        self.exit()

    def end(self, ending: Signals) -> None:
        """The system wants us to end."""
        self.party.leave()
        self.exit(return_code=128 + ending)
