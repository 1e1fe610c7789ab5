"""Positions of any game for the tests of the board: seeded play, as the hall would send it."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import msgspec

from parlour.table.game import Game
from tests.play import choose

AnyGame = Game[Any, Any]


class Position(NamedTuple):
    """A position as JSON, for the seat that is to act."""

    view: dict[str, Any]
    paths: dict[str, Any]
    dangers: dict[str, Any]
    changes: dict[str, Any] | None  # what the last action changed


def position(game: AnyGame, plies: int, seed: int = 1) -> Position:
    """The position after so many random actions, or before the end of the match."""
    state, rng = game.start(), Random(seed)
    before = state.copy()
    for _ in range(plies):
        seat = rng.choice(state.acting())
        after = state.after(choose(state, seat, rng), seat)
        if after.over:
            break
        before, state = state, after
    while state.seat < 0:
        before, state = state, state.after(choose(state, state.seat, rng))
    seat = state.seat
    return Position(
        plain(game.view(state, seat)),
        plain(game.paths(state, seat).tree),
        {},
        plain(game.changes(before, state, seat)),
    )


def plain(thing: object) -> Any:
    """As it arrives over the wire."""
    return msgspec.json.decode(msgspec.json.encode(thing))
