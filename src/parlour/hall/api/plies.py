"""Earlier positions over HTTP: of a match here, or of a record that somebody posts.

A record is read and replayed in a thread, one at a time: it may take a while. What it may contain
is bounded.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import islice
from typing import Annotated, Any, NamedTuple

from litestar import Request, get, post
from litestar.params import QueryParameter

from parlour.hall.api.dependencies import HallDep, UserDep
from parlour.hall.api.playing import Codes, user_with_codes
from parlour.hall.api.routes import MatchId
from parlour.hall.people.authorise import anybody
from parlour.table.match import Match
from parlour.table.matches.events import Event, Transition
from parlour.table.matches.last_turn import turn_starts
from parlour.table.matches.plies import Replay
from parlour.table.matches.viewers import Viewer
from parlour.table.outcome import Outcome
from parlour.table.record import Record, from_form
from parlour.table.state import State
from parlour.wire.http_types import Plies

MOST_PLIES = 100
"""Events in one answer."""
MOST_POSTED_EVENTS = 5_000
"""Events of a posted record, with those of its variations."""

Start = Annotated[
    int,
    QueryParameter(
        name="from", ge=0, le=1_000_000, required=False, description="How many events come before"
    ),
]
End = Annotated[
    int | None,
    QueryParameter(
        name="to",
        ge=0,
        le=1_000_000,
        required=False,
        description=f"The number of the last event; at most {MOST_PLIES} are sent",
    ),
]

_one_at_a_time = asyncio.Lock()


@get(
    "/api/matches/{match:str}/plies",
    summary="Get an earlier position of a match, and what the next events changed",
    policy=anybody,
)
async def match_plies(
    match: MatchId,
    user: UserDep,
    hall: HallDep,
    codes: Codes = "",
    start: Start = 0,
    end: End = None,
) -> Plies:
    async with hall.locked_room(match) as open_room:
        seats = open_room.room.own_seats(await user_with_codes(hall, open_room, user, codes))
        viewer = seats[0] if len(seats) == 1 else None
        part = _part_of(open_room.room.playing(), viewer, start, end)
    return await asyncio.to_thread(part.plies)


@post(
    "/api/plies",
    status_code=200,
    summary="Get a position of the record in the body, in JSON or as text, and what the next events"
    " changed",
    policy=anybody,
    request_max_body_size=None,  # the gateway has its own limit
)
async def record_plies(request: Request[Any, Any, Any], start: Start = 0, end: End = None) -> Plies:
    text = (await request.body()).decode()
    async with _one_at_a_time:
        return await asyncio.to_thread(_of_record, text, start, end)


class _Part(NamedTuple):
    """Some events of a match, and what it takes to show them to a viewer."""

    about: Record
    viewer: Viewer
    start: int
    position: State  # after the first `start` events
    turn: Sequence[Transition]  # with which they end
    fresh: Sequence[Transition]  # the events after them
    outcome: Outcome | None

    def plies(self) -> Plies:
        record, count = self.about, len(self.about.events)
        ended = self.outcome if self.start == count else None
        replay = Replay(self.position, record.players, self.viewer, self.turn, ended)
        game = self.position.game
        return Plies(
            start=self.start,
            count=count,
            game=record.game,
            settings=record.settings,
            seats=game.seats,
            players=record.players,
            board=game.board(),
            view=replay.view,
            plies=tuple(replay.plies(self.fresh)),
            outcome=self.outcome,
        )


def _part_of(match: Match, viewer: Viewer, start: int, end: int | None) -> _Part:
    """A part of a match, as its viewer may know the events now."""
    start, end, first = _bounds(match.events, start, end)
    shown = match.seen_by(viewer).events if match.game.hides else match.events
    transitions = [
        transition._replace(event=event)
        for transition, event in zip(match.transitions(first, end), shown[first:end], strict=True)
    ]
    turn, fresh = transitions[: start - first], transitions[start - first :]
    position = match.position_after(start)
    return _Part(match.record(), viewer, start, position, turn, fresh, match.outcome)


def _of_record(text: str, start: int, end: int | None) -> Plies:
    record = from_form(text, MOST_POSTED_EVENTS)
    start, end, first = _bounds(record.events, start, end)
    position, turn, fresh = record.first(), list[Transition](), list[Transition]()
    for number, transition in enumerate(islice(record.replay(), end)):
        if number >= start:
            fresh.append(transition)
            continue
        position = transition.after
        if number >= first:
            turn.append(transition)
    outcome = record.outcome()
    return _Part(record, None, start, position, turn, fresh, outcome).plies()


def _bounds(events: Sequence[Event], start: int, end: int | None) -> tuple[int, int, int]:
    """The first event that is wanted, the last one, and where the turn before them begins."""
    start = min(start, len(events))
    wanted = len(events) if end is None else min(end, len(events))
    first = max(turn_starts(events[:start]), start - MOST_PLIES)
    return start, max(start, min(wanted, start + MOST_PLIES)), first


ROUTES = [match_plies, record_plies]
