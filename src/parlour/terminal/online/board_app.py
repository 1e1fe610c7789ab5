"""The full-screen board of a match in a hall: drawn from the view and the paths that the hall
tells, and from nothing else."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import ClassVar

from msgspec.structs import replace
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Label

from parlour.client.client import Client, ClientEvent, ConnectionLost, Reconnected, describe_loss
from parlour.client.http_client import HallUnreachable
from parlour.client.position import try_position
from parlour.table.errors import ParlourError
from parlour.table.paths import Paths
from parlour.table.sentences import Sentence, listing
from parlour.table.view import Board, Cell, Panel, View
from parlour.terminal.board.full_screen import NEWS, FullScreen, Page
from parlour.terminal.board.widget import BoardWidget
from parlour.terminal.lines.pager import without_images
from parlour.terminal.online.dialogue import shown_time, told_of
from parlour.terminal.online.invitations import invitations
from parlour.terminal.rulebook import rulebook
from parlour.wire.messages import ChatMessage, ErrorMessage, Offered
from parlour.wire.operations import Act, Agree, Decline, Draw, Operation, Rematch, Resign, Undo
from parlour.wire.plain_text import plain


class ChatInput(ModalScreen[str]):
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


class OnlineBoardApp(FullScreen):
    """A room of the hall on the whole screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("d", "do('draw')", "Draw"),
        Binding("a", "do('agree')", "Agree"),
        Binding("x", "do('decline')", "Decline"),
        Binding("t", "talk", "Talk"),
        Binding("m", "do('again')", "Again"),
    ]
    DEEDS: ClassVar[dict[str, type[Draw | Agree | Decline | Rematch]]] = {
        "draw": Draw,
        "agree": Agree,
        "decline": Decline,
        "again": Rematch,
    }

    def __init__(self, client: Client, client_events: AsyncIterator[ClientEvent]) -> None:
        super().__init__()
        self.client, self.room, self.client_events = client, client.room, client_events
        self.position = try_position(client.room.terms) if client.room.terms else None
        self.following = ""  # the next match
        self.listed: list[str] = []  # the moves in the log
        self.offer: Offered | None = None  # what was last told of offers
        self.ended = False  # was the end told?

    def board(self) -> Board:
        return self.room.board or Board((Cell("", 0, 0),))

    def over(self) -> bool:
        return self.room.outcome is not None

    def seen(self) -> View:
        """The view, with names as plain text; the hall shows one as soon as the match begins."""
        room = self.room
        if room.view is None:
            empty = [chair.seat for chair in room.seat_infos if not chair.name]
            waiting = Sentence("terminal.online_waiting", game=self.title, seats=listing(empty))
            return View(None, (), (), (), (), waiting, None)
        panels = tuple(replace(panel, name=plain(panel.name)) for panel in room.view.panels)
        status = room.view.status
        if room.my_turn and room.seat is not None:
            name = plain(room.names[room.seat])
            status = Sentence("terminal.online_your_turn", player=name)
        return replace(room.view, panels=panels, status=status)

    def letter(self) -> str:
        """While one waits for somebody: how that one comes here."""
        if self.room.view is not None:
            return ""
        return "\n\n".join(map(str, invitations(self.client)))

    def player_name(self, panel: Panel) -> str:
        name = super().player_name(panel)
        if panel.seat not in self.room.seats:
            return name
        return str(Sentence("terminal.online_you", player=name))

    def paths(self) -> Paths:
        return self.room.paths

    def danger(self, action: int) -> Sentence | None:
        return self.room.dangers.get(action)

    def site_label(self, site: str) -> str:
        return self.position.game.label(site) if self.position else site

    def beside(self, panel: Panel) -> str:
        left = self.room.clock(panel.seat)
        away = (
            "" if self.room.seat_infos[panel.seat].online else str(Sentence("terminal.online_away"))
        )
        time = shown_time(left) if left is not None else ""
        clock = str(Sentence("terminal.online_time_left", time=time)) if time else ""
        return " ".join(filter(None, [clock, away]))

    async def act(self, action: int) -> None:
        self.touched = ()
        self.do(Act(action))
        await self.show()

    async def on_mount(self) -> None:
        self.title = self.room.terms.title if self.room.terms else ""
        self.query_one(BoardWidget).focus()
        self.set_interval(1.0, self.show_times)
        await self.show()
        self.listen()

    # ---- hearing ------------------------------------------------------------------------------

    @work
    async def listen(self) -> None:
        """Show what happens until there is another match, or no way back."""
        try:
            async for client_event in self.client_events:
                match client_event:
                    case ConnectionLost():
                        self.say(str(describe_loss(client_event)))
                    case Reconnected():
                        self.say(str(Sentence("hall.line_back")))
                    case ChatMessage():
                        name, text = (
                            plain(self.room.speaker(client_event)),
                            plain(client_event.text),
                        )
                        self.log_line(f"{name}: {text}")
                    case ErrorMessage():
                        self.say(plain(str(client_event.sentence)))
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

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The keys that do something now; all of them would be too many for a line."""
        room = self.room
        match action, parameters:
            case "do", ("agree" | "decline",):
                return room.must_answer_offer
            case "do", ("again",):
                return bool(room.seats) and self.over()
            case "do", ("draw",):
                return self._plays() and room.offer is None
            case "undo", _:
                return self._plays() or bool(self.touched)
            case "resign", _ if not self._plays():
                return False
            case _:
                return super().check_action(action, parameters)

    def _plays(self) -> bool:
        return bool(self.room.seats) and self.room.status == "running"

    async def show(self) -> None:
        await super().show()
        if self.room.view is not None:
            self.show_moves()
            self.show_offer()

    def show_times(self) -> None:
        self.show_panels(self.seen())

    def show_moves(self) -> None:
        moves, listed = self.room.moves, self.listed
        texts = ["..." if move.hidden else plain(move.what) or move.kind for move in moves]
        if len(texts) < len(listed):  # some were taken back
            self.offer = None
            self.forget_news()
            self.tell([str(Sentence("terminal.undone"))])
        if texts[: len(listed)] != listed:  # or what was hidden is so no more
            self.log_of_actions.forget_actions()
            listed = []
        for number, text in enumerate(texts[len(listed) :], start=len(listed) + 1):
            self.log_of_actions.list_action(number, text)
        self.listed = texts
        if reports := self.reports():
            self.tell(reports)

    def reports(self) -> list[str]:
        """What is said of the latest moves, where the game is installed here."""
        if self.position is None:
            return []
        names = [plain(name) for name in self.room.names]
        try:
            known = self.position.follow(self.room.moves)[-NEWS:]
        except ParlourError as error:  # moves that the rules refuse: what is shown is the view
            self.position = None
            return [plain(str(error))]
        return [str(self.position.told(move, names).for_touch()) for move in known]

    def show_offer(self) -> None:
        """Say what has become of offers, and of the match."""
        offer, room = self.room.offer, self.room
        if room.outcome is not None:
            if room.seats and not self.ended:
                self.ended = True
                self.tell([str(Sentence("terminal.online_again_key"))])
        elif offer != self.offer:
            if self.offer is not None:  # what was said of it is no longer so
                before = str(self.told_of(self.offer).for_touch())
                self.news = [text for text in self.news if text != before]
            self.offer = offer
            self.tell([str(self.told_of(offer).for_touch())])

    def told_of(self, offer: Offered | None) -> Sentence:
        return told_of(self.room, offer) if offer else Sentence("terminal.online_offer_gone")

    def log_line(self, text: str) -> None:
        self.log_of_actions.note(text)

    # ---- playing ------------------------------------------------------------------------------

    @work
    async def do(self, operation: Operation) -> None:
        """Ask the hall; the answer may take a while, and the board is there meanwhile."""
        try:
            if not self.client.connected:
                raise HallUnreachable("hall.not_connected")
            await self.client.do(operation, self.room.seat)
        except ParlourError as error:
            self.say(plain(str(error)))
            await self.show()

    async def action_undo(self) -> None:
        if not await self.untouch() and self.room.seats:
            self.do(Undo())

    def action_do(self, word: str) -> None:
        if self.room.seats:
            self.do(self.DEEDS[word]())

    def action_resign(self) -> None:
        if self._plays() and self.is_sure():
            self.do(Resign())

    def action_talk(self) -> None:
        self.push_screen(ChatInput(), self._talk)

    async def _talk(self, text: str | None) -> None:
        try:
            if text:
                await self.client.say(text)
        except ParlourError as error:
            self.say(plain(str(error)))

    def action_rules(self) -> None:
        rules = without_images(rulebook(self.position.game)) if self.position else ""
        self.push_screen(Page(f"{Sentence('terminal.online_keys')}\n\n{rules}"))

    def action_leave(self) -> None:
        self.exit()
