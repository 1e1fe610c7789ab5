"""The full-screen board of a match at this terminal: `parlour play GAME --board`."""

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
from parlour.table.looks.look import Looks
from parlour.table.looks.rulebook import rulebook
from parlour.table.paths import Paths
from parlour.table.sentences import Sentence
from parlour.table.state import State
from parlour.table.view import Board, View
from parlour.terminal.board.full_screen import FullScreen
from parlour.terminal.board.text_page import TextPage
from parlour.terminal.board.widget import BoardWidget
from parlour.terminal.hints import Hint
from parlour.terminal.lines.pager import without_images
from parlour.terminal.lines.thinking_line import PATIENCE, thinking
from parlour.terminal.local_match import LocalMatch


class BoardApp(FullScreen):
    """A local match on the whole screen."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("h", "hint", "Hint")]

    class Chosen(Message):
        """A computer or chance has chosen an action."""

        def __init__(self, seat: int, action: int) -> None:
            super().__init__()
            self.seat, self.action = seat, action

    class Failed(Message):
        """A computer has failed to choose."""

        def __init__(self, seat: int, reason: Sentence) -> None:
            super().__init__()
            self.seat, self.reason = seat, reason

    def __init__(self, local_match: LocalMatch) -> None:
        super().__init__()
        self.local_match = local_match
        self.secret = False  # is the next action hidden from the others here?
        self.handed_over = False  # in a secret set-up: is the next person at the screen?
        self.thinking_since: float | None = None  # while a computer chooses

    async def on_mount(self) -> None:
        self.title = self.local_match.match.game.title
        self.query_one(BoardWidget).focus()
        self.set_interval(PATIENCE, self.show_thinking)
        loop = asyncio.get_running_loop()
        for number in TERMINATION_SIGNALS:
            loop.add_signal_handler(number, self.terminate, number)
        self.list_moves()
        await self.go_on()

    def on_unmount(self) -> None:
        for number in TERMINATION_SIGNALS:
            asyncio.get_running_loop().remove_signal_handler(number)

    # ---- showing ------------------------------------------------------------------------------

    @property
    def seat(self) -> int:
        """Whose view the screen shows."""
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

    def looks(self) -> Looks:
        return self.local_match.match.game.looks()

    def over(self) -> bool:
        return self.local_match.match.outcome is not None

    def current_view(self) -> View:
        return self.local_match.match.view(self.seat if self.seat >= 0 else None)

    def show_thinking(self) -> None:
        match, since = self.local_match.match, self.thinking_since
        if since is not None and match.state.seat >= 0:
            out = self.elimination_text(self.current_view())
            text = f"{out} {thinking(match.players[match.state.seat], since)}"
            self.query_one("#prompt", Static).update(text.strip())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """No playing after the end, nor while a computer or chance acts."""
        if action not in ("undo", "resign", "hint"):
            return super().check_action(action, parameters)
        if self.over():
            return False
        if not self.local_match.asks_a_person:
            return None
        return super().check_action(action, parameters)

    def list_moves(self) -> None:
        """List all moves, with those hidden that somebody here may not know."""
        self.action_log.clear_actions()
        for number, event in enumerate(
            self.local_match.match.record().seen_by(None).events, start=1
        ):
            text = "..." if event.hidden else event.what or event.kind
            self.action_log.list_action(number, text)

    # ---- playing ------------------------------------------------------------------------------

    async def go_on(self) -> None:
        """Show the position; if a computer or chance acts next, start that."""
        match = self.local_match.match
        self.touched = self.hinted = ()
        self.secret = self.local_match.asks_a_person and self.local_match.in_secret(
            match.state.seat
        )
        await self.show()
        if match.outcome is not None:
            self.add_news([str(Sentence("terminal.leave_key"))])
        elif not self.local_match.asks_a_person:
            self.thinking_since = monotonic()
            self.think()
        elif self.secret and not self.handed_over:
            name = match.players[match.state.seat]
            self.show_message(str(Sentence("terminal.hand_over", player=name)))

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
        report = self.local_match.act(seat, action)
        self.action_log.list_action(len(self.local_match.match.events), report.text)
        sentences = (report.sentence, *report.out)[: self.news_lines]
        self.add_news(str(sentence.for_touch()) for sentence in sentences)
        self.handed_over = False
        self.resignation.cancel()
        await self.go_on()

    async def touch(self, site: str) -> None:
        """In a secret set-up, the first touch only reveals the position to the next person."""
        if self.secret and not self.handed_over and self.local_match.asks_a_person:
            self.handed_over = True
            self.show_message("")
            await self.show()
            return
        await super().touch(site)

    async def act(self, action: int) -> None:
        await self.carry_out(self.local_match.match.state.seat, action)

    async def action_undo(self) -> None:
        if await self.undo_touch() or not self.local_match.asks_a_person:
            return
        try:
            self.local_match.take_back(self.local_match.match.state.seat)
        except ParlourError as error:
            self.show_message(str(error))
            return
        self.list_moves()
        self.clear_news()
        self.add_news([str(Sentence("terminal.undone"))])
        await self.go_on()

    @work(thread=True, exclusive=True)
    def action_hint(self) -> None:
        """What the computer would play; the search runs in a thread."""
        if self.local_match.asks_a_person and not self.secret:
            state = self.local_match.match.state
            found = self.local_match.hint(state.seat)
            self.call_from_thread(self.show_hint, state, found)

    async def show_hint(self, state: State, found: Hint) -> None:
        """Show a hint in words and on the board, if the position is still the same."""
        if self.local_match.match.state is state:
            self.touched, self.hinted = (), found.path
            self.show_message(str(found.sentence))
            await self.show()

    async def action_resign(self) -> None:
        if not self.local_match.asks_a_person or not self.resign_confirmed():
            return
        self.local_match.resign(self.local_match.match.state.seat)
        self.list_moves()
        self.clear_news()
        self.show_message("")
        await self.go_on()

    def action_rules(self) -> None:
        rules = without_images(rulebook(self.local_match.match.game))
        self.push_screen(TextPage(f"{Sentence('terminal.keys')}\n\n{rules}"))

    def action_leave(self) -> None:
        if self.local_match.match.outcome is None:
            self.local_match.leave()  # stops the search, for whose thread the app would wait
        self.exit()

    def terminate(self, number: Signals) -> None:
        """A termination signal: save the match and exit."""
        self.local_match.leave()
        self.exit(return_code=128 + number)
