"""A position of a match as people see it: with the players' names, the last action and the end."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from parlour.table.matches.events import Transition
from parlour.table.outcome import Outcome
from parlour.table.sentences import Sentence
from parlour.table.state import NOBODY, State
from parlour.table.view import View, sorted_by_id


def path_of(before: State, seat: int, action: int) -> tuple[str, ...]:
    """The sites of an action that a seat chose in `before`."""
    return before.game.path(seen_from(before, seat), action)


def seen_from(state: State, seat: int) -> State:
    """The state with the seat to move that acts, where several seats may act at once."""
    if state.seat == seat:
        return state
    copy = state.copy()
    copy.seat = seat
    return copy


def describe_event(transition: Transition, players: Sequence[str]) -> Sentence:
    """The sentence about an event; if it is hidden, only who acted."""
    before, event, action, _ = transition
    player = players[event.seat] if 0 <= event.seat < len(players) else ""
    if event.hidden:
        return Sentence("table.acted_in_secret", player=player)
    if action is None:
        return Sentence(f"match.{event.kind}", player=player)
    return before.game.report(seen_from(before, event.seat), action, players)


def match_view(
    state: State,
    viewer: int | None,
    players: Sequence[str],
    last: tuple[str, ...] = (),
    outcome: Outcome | None = None,
) -> View:
    """What a seat (or a spectator, None) sees of a position in a match."""
    pieces = state.game.pieces(state, NOBODY if viewer is None else viewer)
    view = match_view_without_pieces(state, viewer, players, last, outcome)
    return msgspec.structs.replace(view, pieces=sorted_by_id(pieces))


def match_view_without_pieces(
    state: State,
    viewer: int | None,
    players: Sequence[str],
    last: tuple[str, ...] = (),
    outcome: Outcome | None = None,
) -> View:
    """The same, except that `pieces` is empty. An end that the rules do not know is the status."""
    view = state.game.view_without_pieces(state, viewer, names=players, last=last)
    if outcome is None or state.over:
        return view
    panels = tuple(msgspec.structs.replace(panel, acting=False) for panel in view.panels)
    return msgspec.structs.replace(
        view, panels=panels, status=outcome.sentence, prompt=None, buttons=()
    )
