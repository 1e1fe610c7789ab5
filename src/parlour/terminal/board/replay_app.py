"""A record on the full-screen board; the arrow keys step through its positions."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from parlour.table.looks.look import Looks
from parlour.table.looks.rulebook import rulebook
from parlour.table.matches.events import outcome_of
from parlour.table.matches.last_turn import LastTurn
from parlour.table.matches.presenter import match_view
from parlour.table.paths import Paths
from parlour.table.record import Record
from parlour.table.sentences import Sentence, shorten
from parlour.table.view import Board, View
from parlour.terminal.board.full_screen import FullScreen
from parlour.terminal.board.text_page import TextPage
from parlour.terminal.board.widget import BoardWidget
from parlour.terminal.lines.pager import without_images
from parlour.terminal.records.replay import report

MOST_LISTED = 200
"""Actions in the list beside the board: the last ones before the current position."""


class ReplayApp(FullScreen):
    """The positions of a record, one at a time, each with a sentence about the event before it."""

    AUTO_FOCUS = None  # the board would take the arrow keys
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,down,space,enter", "step(1)", "Next"),
        Binding("left,up,backspace", "step(-1)", "Back"),
        Binding("pageup", "step(-10)", show=False),
        Binding("pagedown", "step(10)", show=False),
        Binding("home", "first", "First"),
        Binding("end", "last", "Last"),
    ]

    def __init__(self, record: Record, at: int = 0) -> None:
        super().__init__()
        self.record = record
        self.first = record.first()
        self.transitions = list(record.replay())
        self.at = at

    async def on_mount(self) -> None:
        self.title = self.first.game.title
        self.query_one(BoardWidget).can_focus = False  # not by a click either
        await self.go_to(self.at)

    # ---- showing ------------------------------------------------------------------------------

    def board(self) -> Board:
        return self.first.game.board()

    def looks(self) -> Looks:
        return self.first.game.looks()

    def current_view(self) -> View:
        transition = self.transitions[self.at - 1] if self.at else None
        state = transition.after if transition else self.first
        turn = LastTurn().follow(self.transitions[: self.at])
        players = self.record.players
        outcome = outcome_of(transition, players) if transition else None
        return match_view(state, None, players, turn.marked, outcome)

    def paths(self) -> Paths:
        return Paths()

    def danger(self, action: int) -> Sentence | None:
        return None

    def over(self) -> bool:
        return self.at == len(self.transitions) and self.record.result is not None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nothing can be played here."""
        if action in ("undo", "clear", "resign"):
            return False
        if action == "step" and parameters and isinstance(parameters[0], int):
            next_at = self.at + parameters[0] // abs(parameters[0])
            return 0 <= next_at <= len(self.transitions) or None
        return super().check_action(action, parameters)

    # ---- stepping -----------------------------------------------------------------------------

    async def go_to(self, number: int) -> None:
        """Show the position after so many events."""
        self.at = max(0, min(number, len(self.transitions)))
        self.action_log.clear_actions()
        for n in range(max(1, self.at - MOST_LISTED), self.at + 1):
            event = self.record.events[n - 1]
            self.action_log.list_action(n, event.what or event.kind)
        await self.show()
        self.show_message("\n".join(self.sentences()))

    def sentences(self) -> list[str]:
        """The number of the position, the event that led to it, and the result at the end."""
        where = str(Sentence("terminal.replay_at", at=self.at, last=len(self.transitions)))
        if not self.at:
            return [where]
        transition = self.transitions[self.at - 1]
        lines = [f"{where} {report(self.record, transition).for_touch()}"]
        lines += [shorten(line, 200) for line in transition.event.remark.splitlines()[:1]]
        if self.over() and self.record.result:
            lines.append(self.record.result.text)
        return lines

    async def action_step(self, by: int) -> None:
        await self.go_to(self.at + by)

    async def action_first(self) -> None:
        await self.go_to(0)

    async def action_last(self) -> None:
        await self.go_to(len(self.transitions))

    def action_rules(self) -> None:
        rules = without_images(rulebook(self.first.game))
        self.push_screen(TextPage(f"{Sentence('terminal.replay_keys')}\n\n{rules}"))
