"""The events of a match, and the fold over them: how an event changes a position.

A match in progress, a replay, slides, going back and what viewers see all use the functions of
this file. `next_state` and `outcome_after` trust their caller; `apply_event` checks an event that
was read from somewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import Meta

from parlour.table.errors import BadRecord, ParlourError
from parlour.table.outcome import Outcome, forfeit, nobody_wins
from parlour.table.sentences import Sentence, shorten
from parlour.table.state import MAX_SEATS, NOBODY, State

Kind = Literal["action", "resign", "time", "forfeit", "draw", "abort"]
Seat = Annotated[int, Meta(ge=NOBODY, lt=MAX_SEATS)]
Real = Annotated[float, Meta(ge=-1e9, le=1e9)]


class Event(msgspec.Struct, gc=False, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An action, by its canonical text, or an end of the match that is not an action."""

    seat: Seat
    what: str = ""
    kind: Kind = "action"
    clock: Real | None = None  # the seat's remaining seconds afterwards
    remark: str = ""
    evaluation: Real | None = None  # of the position afterwards, for the seat, from -1 to 1
    variations: tuple[tuple[Event, ...], ...] = ()  # alternatives to this event
    hidden: bool = False  # the event is redacted in this copy


class Transition(NamedTuple):
    """An event, its action if it is one, and the positions before and after it."""

    before: State
    event: Event
    action: int | None
    after: State


def next_state(state: State, kind: Kind, seat: int, action: int | None) -> State:
    """The position after an event; the state before stays as it is."""
    if action is not None:
        return state.after(action, seat)
    if kind in ("draw", "abort"):
        return state
    return state.game.after_withdrawal(state, seat) or state


def outcome_after(
    before: State, after: State, kind: Kind, seat: int, players: Sequence[str]
) -> Outcome | None:
    """The outcome of a match that an event ended, if it did."""
    if after.over:
        return after.game.outcome(after, players)
    if kind == "action":
        return None
    if kind in ("draw", "abort"):
        return nobody_wins(players, kind)
    return forfeit(players, seat, kind) if after is before else None


def outcome_of(transition: Transition, players: Sequence[str]) -> Outcome | None:
    """The outcome of a match that this transition ended, if it did."""
    before, event, _, after = transition
    return outcome_after(before, after, event.kind, event.seat, players)


def apply_event(state: State, event: Event, number: int) -> Transition:
    """The transition of the event with this number; BadRecord if it cannot happen in `state`."""
    action = _check_event(state, event, number)
    try:
        return Transition(state, event, action, next_state(state, event.kind, event.seat, action))
    except ParlourError as error:
        raise BadRecord("record.event", number=number, reason=str(error)) from None


def _check_event(state: State, event: Event, number: int) -> int | None:
    """Its action, if it is one; refuses what cannot happen."""
    game = state.game
    if event.hidden:
        raise BadRecord("record.hidden", number=number)
    if event.kind == "action":
        try:
            return game.read(state, event.what, event.seat)
        except ParlourError as error:
            raise BadRecord("record.event", number=number, reason=str(error)) from None
    reason = None
    if event.what:  # an end that is no action has no text
        reason = Sentence("table.not_legal", text=shorten(event.what))
    elif state.over:
        reason = Sentence("match.over")
    elif event.kind != "abort":
        if not 0 <= event.seat < len(game.seats):
            raise BadRecord("record.event_seat", number=number, seat=event.seat)
        if not game.alive(state, event.seat):
            reason = Sentence("match.out", player=game.seats[event.seat])
    if reason is not None:
        raise BadRecord("record.event", number=number, reason=str(reason))
    return None
