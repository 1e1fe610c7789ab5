"""The full-screen board: `parlour play GAME --board`. It knows no game, only views and paths."""

from __future__ import annotations

import asyncio
from signal import Signals
from time import monotonic
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Static

from parlour.command_line.termination import TERMINATION_SIGNALS
from parlour.table.errors import Forfeit, ParlourError
from parlour.table.paths import Paths
from parlour.table.sentences import Sentence
from parlour.table.state import State
from parlour.table.view import Board, View
from parlour.terminal.board.full_screen import FullScreen, Page
from parlour.terminal.board.widget import BoardWidget
from parlour.terminal.hints import Hint
from parlour.terminal.lines.pager import without_images
from parlour.terminal.lines.thinking_line import PATIENCE, thinking
from parlour.terminal.local_match import LocalMatch
from parlour.terminal.rulebook import rulebook


class BoardApp(FullScreen):
    """A match on the whole screen."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("h", "hint", "Hint")]

    class Chosen(Message):
        """A computer, or chance, has chosen what it does."""

        def __init__(self, seat: int, action: int) -> None:
            super().__init__()
            self.seat, self.action = seat, action

    class Failed(Message):
        """A computer cannot choose, and why."""

        def __init__(self, seat: int, reason: Sentence) -> None:
            super().__init__()
            self.seat, self.reason = seat, reason

    def __init__(self, local_match: LocalMatch) -> None:
        super().__init__()
        self.local_match = local_match
        self.secret = False  # may the others here not know what is done now?
        self.handed_over = False  # in a secret set-up: has the next person taken the seat?
        self.thinking_since: float | None = None  # while a computer chooses

    async def on_mount(self) -> None:
        self.title = self.local_match.match.game.title
        self.query_one(BoardWidget).focus()
        self.set_interval(PATIENCE, self.show_thinking)
        loop = asyncio.get_running_loop()
        for ending in TERMINATION_SIGNALS:
            loop.add_signal_handler(ending, self.end, ending)
        self.list_moves()
        await self.go_on()

    def on_unmount(self) -> None:
        for ending in TERMINATION_SIGNALS:
            asyncio.get_running_loop().remove_signal_handler(ending)

    # ---- showing ------------------------------------------------------------------------------

    @property
    def seat(self) -> int:
        """Who looks at the screen now."""
        match = self.local_match.match
        if self.local_match.asks_a_person and (self.handed_over or not self.secret):
            return match.state.seat
        return self.local_match.viewer

    def paths(self) -> Paths:
        match = self.local_match.match
        if not self.local_match.asks_a_person or (self.secret and not self.handed_over):
            return Paths()
        return match.game.paths(match.state, match.state.seat)

    def danger(self, action: int) -> Sentence | None:
        return self.local_match.danger(self.local_match.match.state.seat, action)

    def site_label(self, site: str) -> str:
        return self.local_match.match.game.label(site)

    def board(self) -> Board:
        return self.local_match.match.game.board()

    def over(self) -> bool:
        return self.local_match.match.outcome is not None

    def seen(self) -> View:
        return self.local_match.match.view(self.seat if self.seat >= 0 else None)

    def show_thinking(self) -> None:
        match, since = self.local_match.match, self.thinking_since
        if since is not None and match.state.seat >= 0:
            out = self.elimination_text(self.seen())
            text = f"{out} {thinking(match.players[match.state.seat], since)}"
            self.query_one("#prompt", Static).update(text.strip())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """After the end nothing is left to do but to leave; others may not be disturbed."""
        if action not in ("undo", "resign", "hint"):
            return super().check_action(action, parameters)
        if self.over():
            return False
        if not self.local_match.asks_a_person:
            return None
        return super().check_action(action, parameters)

    def list_moves(self) -> None:
        """What has happened so far, as far as everybody here may know it."""
        self.log_of_actions.forget_actions()
        for number, event in enumerate(
            self.local_match.match.record().seen_by(None).events, start=1
        ):
            text = "..." if event.hidden else event.what or event.kind
            self.log_of_actions.list_action(number, text)

    # ---- playing ------------------------------------------------------------------------------

    async def go_on(self) -> None:
        """Show the position; let a computer or chance act if it is their turn."""
        match = self.local_match.match
        self.touched = self.hinted = ()
        self.secret = self.local_match.asks_a_person and self.local_match.in_secret(
            match.state.seat
        )
        await self.show()
        if match.outcome is not None:
            self.tell([str(Sentence("terminal.leave_key"))])
        elif not self.local_match.asks_a_person:
            self.thinking_since = monotonic()
            self.think()
        elif self.secret and not self.handed_over:
            name = match.players[match.state.seat]
            self.say(str(Sentence("terminal.hand_over", player=name)))

    @work(thread=True, exclusive=True)
    def think(self) -> None:
        seat = self.local_match.match.state.seat
        try:
            self.post_message(self.Chosen(seat, self.local_match.choose()))
        except Forfeit as failure:
            self.post_message(self.Failed(seat, failure.sentence))

    async def on_board_app_chosen(self, message: Chosen) -> None:
        self.thinking_since = None
        await self.carry_out(message.seat, message.action)

    async def on_board_app_failed(self, message: Failed) -> None:
        self.thinking_since = None
        self.local_match.forfeit(message.seat, message.reason)
        self.list_moves()
        self.notify(str(message.reason), severity="error", timeout=30)
        await self.go_on()

    async def carry_out(self, seat: int, action: int) -> None:
        told = self.local_match.act(seat, action)
        self.log_of_actions.list_action(len(self.local_match.match.events), told.text)
        sentences = (told.sentence, *told.out)[: self.news_lines]  # who is out is seen, too
        self.tell(str(sentence.for_touch()) for sentence in sentences)
        self.handed_over = self.sure = False
        await self.go_on()

    async def touch(self, site: str) -> None:
        """In a secret set-up the first touch takes the seat."""
        if self.secret and not self.handed_over and self.local_match.asks_a_person:
            self.handed_over = True
            self.say("")
            await self.show()
            return
        await super().touch(site)

    async def act(self, action: int) -> None:
        await self.carry_out(self.local_match.match.state.seat, action)

    async def action_undo(self) -> None:
        if await self.untouch() or not self.local_match.asks_a_person:
            return
        try:
            self.local_match.take_back(self.local_match.match.state.seat)
        except ParlourError as error:
            self.say(str(error))
            return
        self.list_moves()
        self.forget_news()
        self.tell([str(Sentence("terminal.undone"))])
        await self.go_on()

    @work(thread=True, exclusive=True)
    def action_hint(self) -> None:
        """What the computer would do here; it takes a moment."""
        if self.local_match.asks_a_person and not self.secret:
            state = self.local_match.match.state
            found = self.local_match.hint(state.seat)
            self.call_from_thread(self.show_hint, state, found)

    async def show_hint(self, state: State, found: Hint) -> None:
        """In words and on the board, if the position is still the same."""
        if self.local_match.match.state is state:
            self.touched, self.hinted = (), found.path
            self.say(str(found.sentence))
            await self.show()

    async def action_resign(self) -> None:
        if not self.local_match.asks_a_person or not self.is_sure():
            return
        self.local_match.resign(self.local_match.match.state.seat)
        self.list_moves()
        self.forget_news()
        self.say("")
        await self.go_on()

    def action_rules(self) -> None:
        rules = without_images(rulebook(self.local_match.match.game))
        self.push_screen(Page(f"{Sentence('terminal.keys')}\n\n{rules}"))

    def action_leave(self) -> None:
        if self.local_match.match.outcome is None:
            self.local_match.leave()  # or we would wait until a computer has finished thinking
        self.exit()

    def end(self, ending: Signals) -> None:
        """The system wants us to end."""
        self.local_match.leave()
        self.exit(return_code=128 + ending)
