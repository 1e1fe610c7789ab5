"""Positions made on the spot, for boards in a rulebook or a tutorial that people can touch.

The work is bounded: a line is short, and of actions there are few. It is done on the event loop.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any

import msgspec
from litestar import post
from litestar.params import JSONBody
from msgspec import Meta

from parlour.hall.people.authorise import anybody
from parlour.table.registry import AnyGame, game
from parlour.table.view import Board, View
from parlour.wire.http_types import Given, Short

MOST_ACTIONS = 50
"""Actions of one request."""

Line = Annotated[str, Meta(max_length=4_000)]
Action = Annotated[str, Meta(max_length=200)] | Annotated[int, Meta(ge=0)]


class TryRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position: a game's start or a line, and the actions that lead on from there."""

    game: Short
    settings: Given = msgspec.field(default_factory=dict[str, bool | int | str])
    line: Line = ""
    actions: Annotated[tuple[Action, ...], Meta(max_length=MOST_ACTIONS)] = ()


class TriedPosition(msgspec.Struct, frozen=True, omit_defaults=True):
    """The position, as the seat that acts sees it, with its paths; after the end, as spectators."""

    board: Board
    view: View
    line: str
    paths: dict[str, Any] = {}  # a `table.paths.Branch`


@post(
    "/api/try",
    status_code=200,
    summary="Make a position on the spot: what it looks like, and what may be done there",
    policy=anybody,
)
async def try_position(data: JSONBody[TryRequest]) -> TriedPosition:
    asked = _shared_game(data.game, tuple(sorted(data.settings.items())))
    state = asked.from_line(data.line) if data.line else asked.start()
    for given in data.actions:
        action = given if isinstance(given, int) else asked.read(state, given, state.seat)
        state = state.after(action, state.seat)
    seat = state.seat if state.seat >= 0 else None
    paths = asked.paths(state, seat).tree if seat is not None else {}
    return TriedPosition(asked.board(), asked.view(state, seat), asked.line(state, seat), paths)


@lru_cache(64)
def _shared_game(slug: str, settings: tuple[tuple[str, bool | int | str], ...]) -> AnyGame:
    """A game with its caches: the same positions are asked for again and again."""
    return game(slug, **dict(settings))


ROUTES = [try_position]
