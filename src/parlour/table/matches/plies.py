"""An earlier position of a match, and what changed in it event by event, as a viewer may see it.

Nobody acts in an earlier position: its view has neither buttons nor a prompt.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from parlour.table.matches.events import Event, Transition, outcome_of
from parlour.table.matches.last_turn import LastTurn
from parlour.table.matches.presenter import match_view_without_pieces
from parlour.table.matches.reports import report_event, report_hidden
from parlour.table.matches.viewers import Viewer
from parlour.table.outcome import Outcome
from parlour.table.sentences import Sentence
from parlour.table.state import NOBODY, State
from parlour.table.view import Changes, Piece, View, compare_pieces, diff_views, sorted_by_id


class ShownPly(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event, what it did, and what that changed in the view."""

    event: Event
    changes: Changes
    report: Sentence
    action: int | None = None
    sites: tuple[str, ...] = ()


class Replay:
    """Goes through a match from one position on; `view` is what the viewer sees there."""

    def __init__(
        self,
        state: State,
        players: Sequence[str],
        viewer: Viewer,
        turn: Iterable[Transition] = (),
        outcome: Outcome | None = None,
    ) -> None:
        """`turn` is the turn with which the events before that position end."""
        self._state, self._players, self._viewer = state, players, viewer
        self._turn = LastTurn().follow(turn)
        self._bare = self._view(outcome)
        self._pieces = self._all_pieces(state)

    @property
    def view(self) -> View:
        return msgspec.structs.replace(self._bare, pieces=sorted_by_id(self._pieces))

    def plies(self, transitions: Iterable[Transition]) -> Iterator[ShownPly]:
        """The next events. One that the viewer may not know is `hidden`, though it happens."""
        for transition in transitions:
            event, changes = transition.event, self._advance(transition)
            if event.hidden:
                report = report_hidden(event, self._players)
            else:
                report = report_event(transition, (), self._players)
            yield ShownPly(event, changes, report.report, report.action, report.sites)

    def _advance(self, transition: Transition) -> Changes:
        before, event, action, self._state = transition
        touched: tuple[str, ...] = ()
        if action is not None:
            touched = self._turn.add(before, self._state, event.seat, action)
        elif self._state is not before:
            self._turn.clear()
        old, self._bare = self._bare, self._view(outcome_of(transition, self._players))
        was, self._pieces = self._pieces, self._all_pieces(self._state)
        pieces = compare_pieces(was, self._pieces)
        return diff_views(old, self._bare, pieces, self._state.game.causes(pieces, touched))

    def _all_pieces(self, state: State) -> Sequence[Piece]:
        return state.game.pieces(state, NOBODY if self._viewer is None else self._viewer)

    def _view(self, outcome: Outcome | None) -> View:
        view = match_view_without_pieces(
            self._state, None, self._players, self._turn.marked, outcome
        )
        return msgspec.structs.replace(view, seat=self._viewer)
