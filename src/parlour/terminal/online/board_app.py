"""The full-screen board of a match in a hall, drawn from the hall's view and paths alone."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import ClassVar

from msgspec.structs import replace
from textual import work
from textual.binding import Binding, BindingType

from parlour.client.client import Client, ClientEvent, ConnectionLost, Reconnected, describe_loss
from parlour.client.http_client import HallUnreachable
from parlour.table.errors import ParlourError
from parlour.table.looks.look import Looks
from parlour.table.looks.rulebook import rulebook
from parlour.table.paths import Paths
from parlour.table.sentences import Sentence, listing
from parlour.table.view import Board, Cell, Panel, View
from parlour.terminal.board.full_screen import NEWS, FullScreen
from parlour.terminal.board.text_page import TextPage
from parlour.terminal.board.widget import BoardWidget
from parlour.terminal.lines.pager import without_images
from parlour.terminal.online.chat_input import ChatInput
from parlour.terminal.online.invitations import invitations
from parlour.terminal.online.lines.texts import duration_text, offer_text, refusal_text
from parlour.terminal.online.match import OnlineMatch
from parlour.wire.messages import ChatMessage, ErrorMessage, OfferDeclined, OfferInfo
from parlour.wire.operations import Act, Agree, Decline, Draw, Operation, Rematch, Resign, Undo
from parlour.wire.plain_text import plain


class OnlineBoardApp(FullScreen):
    """A room of the hall on the whole screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("d", "do('draw')", "Draw"),
        Binding("a", "do('agree')", "Agree"),
        Binding("x", "do('decline')", "Decline"),
        Binding("t", "chat", "Talk"),
        Binding("m", "do('rematch')", "Again"),
    ]
    OPERATIONS: ClassVar[dict[str, Operation]] = {
        "draw": Draw(),
        "agree": Agree(),
        "decline": Decline(),
        "rematch": Rematch(),
    }

    def __init__(self, client: Client, events: AsyncIterator[ClientEvent]) -> None:
        super().__init__()
        self.client, self.room, self.events = client, client.room, events
        self.online = OnlineMatch(client)
        self.next_match = ""
        # As last shown:
        self.listed: list[str] = []  # the moves in the log
        self.offer: OfferInfo | None = None
        self.end_shown = False

    def board(self) -> Board:
        return self.room.board or Board((Cell("", 0, 0),))

    def looks(self) -> Looks:
        return self.online.looks

    def over(self) -> bool:
        return self.room.outcome is not None

    def current_view(self) -> View:
        """The hall's view, with names as plain text. There is none before the match begins."""
        room = self.room
        if room.view is None:
            free = [info.seat for info in room.seat_infos if not info.name]
            waiting = Sentence("terminal.online_waiting", game=self.title, seats=listing(free))
            return View(None, (), (), (), (), waiting, None)
        panels = tuple(replace(panel, name=plain(panel.name)) for panel in room.view.panels)
        status = room.view.status
        if room.my_turn and room.seat is not None:
            name = plain(room.names[room.seat])
            status = Sentence("terminal.online_your_turn", player=name)
        return replace(room.view, panels=panels, status=status)

    def notice(self) -> str:
        """Before the match begins: how to invite others."""
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
        position = self.online.position
        return position.game.label(site) if position else site

    def seat_note(self, panel: Panel) -> str:
        """The time left, and whether the player is disconnected."""
        left = self.room.clock(panel.seat)
        online = self.room.seat_infos[panel.seat].online
        away = "" if online else str(Sentence("terminal.online_away"))
        time = duration_text(left) if left is not None else ""
        clock = str(Sentence("terminal.online_time_left", time=time)) if time else ""
        return " ".join(filter(None, [clock, away]))

    async def on_mount(self) -> None:
        self.title = self.online.title
        self.query_one(BoardWidget).focus()
        self.set_interval(1.0, self.show_clocks)
        await self.show()
        self.handle_events()

    # ---- events -------------------------------------------------------------------------------

    @work
    async def handle_events(self) -> None:
        """Show what happens until there is another match, or the client gives up."""
        try:
            async for event in self.events:
                match event:
                    case ConnectionLost():
                        self.show_message(str(describe_loss(event)))
                    case Reconnected():
                        self.show_message(str(Sentence("hall.line_back")))
                    case ChatMessage():
                        name, text = plain(self.room.speaker(event)), plain(event.text)
                        self.action_log.note(f"{name}: {text}")
                    case OfferDeclined():
                        self.add_news([str(refusal_text(self.room, event))])
                    case ErrorMessage():
                        self.show_message(plain(str(event.sentence)))
                    case _:
                        self.touched = ()
                await self.show()
                if self.room.next:
                    self.next_match = self.room.next
                    self.exit()
                    return
        except ParlourError as error:
            self.show_message(plain(str(error)))

    # ---- showing ------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The keys that do something now; all of them would be too many for a line."""
        room = self.room
        match action, parameters:
            case "do", ("agree" | "decline",):
                return room.must_answer_offer
            case "do", ("rematch",):
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
            self._show_moves()
            self._show_offer()

    def show_clocks(self) -> None:
        self.show_panels(self.current_view())

    def _show_moves(self) -> None:
        moves, listed = self.room.moves, self.listed
        texts = ["..." if move.hidden else plain(move.what) or move.kind for move in moves]
        if len(texts) < len(listed):  # moves were taken back
            self.offer = None
            self.clear_news()
            self.add_news([str(Sentence("terminal.undone"))])
        if texts[: len(listed)] != listed:  # or hidden moves have been revealed
            self.action_log.clear_actions()
            listed = []
        for number, text in enumerate(texts[len(listed) :], start=len(listed) + 1):
            self.action_log.list_action(number, text)
        self.listed = texts
        if reports := self._reports():
            self.add_news(reports)

    def _reports(self) -> list[str]:
        """The latest new moves in words, where the game is installed here."""
        try:
            moves = self.online.follow()[-NEWS:]
        except ParlourError as error:
            return [plain(str(error))]
        return [str(self.online.report(move).for_touch()) for move in moves]

    def _show_offer(self) -> None:
        """Say what became of offers; after the end, that there can be a rematch."""
        offer, room = self.room.offer, self.room
        if room.outcome is not None:
            if room.seats and not self.end_shown:
                self.end_shown = True
                self.add_news([str(Sentence("terminal.online_again_key"))])
        elif offer != self.offer:
            if self.offer is not None:  # its text is out of date
                before = str(self._offer_text(self.offer).for_touch())
                self.news = [text for text in self.news if text != before]
            self.offer = offer
            if offer is not None or room.declined is None:  # a refusal is an event of its own
                self.add_news([str(self._offer_text(offer).for_touch())])

    def _offer_text(self, offer: OfferInfo | None) -> Sentence:
        return offer_text(self.room, offer) if offer else Sentence("terminal.online_offer_gone")

    # ---- playing ------------------------------------------------------------------------------

    async def act(self, action: int) -> None:
        self.touched = ()
        self.do(Act(action))
        await self.show()

    @work
    async def do(self, operation: Operation) -> None:
        """Send an operation to the hall, without blocking the board while it answers."""
        try:
            if not self.client.connected:
                raise HallUnreachable("hall.not_connected")
            await self.client.do(operation, self.room.seat)
        except ParlourError as error:
            self.show_message(plain(str(error)))
            await self.show()

    async def action_undo(self) -> None:
        if not await self.undo_touch() and self.room.seats:
            self.do(Undo())

    def action_do(self, word: str) -> None:
        if self.room.seats:
            self.do(self.OPERATIONS[word])

    def action_resign(self) -> None:
        if self._plays() and self.resign_confirmed():
            self.do(Resign())

    def action_chat(self) -> None:
        self.push_screen(ChatInput(), self._chat)

    async def _chat(self, text: str | None) -> None:
        try:
            if text:
                await self.client.say(text)
        except ParlourError as error:
            self.show_message(plain(str(error)))

    def action_rules(self) -> None:
        position = self.online.position
        rules = without_images(rulebook(position.game)) if position else ""
        self.push_screen(TextPage(f"{Sentence('terminal.online_keys')}\n\n{rules}"))
