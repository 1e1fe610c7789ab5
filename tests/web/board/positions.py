"""Positions of any game for the tests of the board: seeded play, as the hall would send it."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import msgspec

from parlour.table.causes import causes_of
from parlour.table.match import Match
from parlour.table.view import compare_pieces, diff_views
from tests.play import AnyGame, choose


class Position(NamedTuple):
    """A position as JSON, for the seat that is to act, and what its last action has changed."""

    before: dict[str, Any]
    changes: dict[str, Any]
    view: dict[str, Any]
    paths: dict[str, Any]
    dangers: dict[str, Any]


def position(game: AnyGame, plies: int, seed: int = 1) -> Position:
    """The position after so many random actions, or before the end of the match."""
    match, rng = Match(game, game.seats), Random(seed)
    while len(match.events) < plies or match.state.seat < 0:
        seat = rng.choice(match.state.acting())
        action = choose(match.state, seat, rng)
        if match.state.after(action, seat).over:
            break
        match.act(seat, action)
    if not match.events:
        match.act(match.state.seat, choose(match.state, match.state.seat, rng))
    return seen(match)


def seen(match: Match) -> Position:
    """The position of a match, which has begun, for the seat that is to act."""
    seat, state = match.state.seat, match.state
    earlier = Match(match.game, match.players)
    for event in match.events[:-1]:
        earlier.act(event.seat, event.what)
    before, view = earlier.view(seat), match.view(seat)
    pieces = compare_pieces(before.pieces, view.pieces)
    causes = causes_of(pieces, match.last, match.game.looks().bounds())
    return Position(
        plain(before),
        plain(diff_views(before, view, pieces, causes)),
        plain(view),
        plain(match.game.paths(state, seat).tree),
        plain(match.game.dangers(state, seat)),
    )


def plain(thing: object) -> Any:
    """As it arrives over the wire."""
    return msgspec.json.decode(msgspec.json.encode(thing))
