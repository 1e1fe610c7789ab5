"""The seating and the opening of each match.

Matches come in rounds: one opening, played once from each seat. With two seats a round is a pair of
matches with sides exchanged; with four seats it is all rotations, or all ways in which two players
share the seats evenly. An unfair opening affects all players of a round alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice
from random import Random

from parlour.players.series.plan import SeriesPlan
from parlour.table.errors import BadSettings
from parlour.table.registry import AnyGame
from parlour.table.state import CHANCE, State

TRIES, REPEATS = 200, 20
"""How often an opening is drawn again because the match ends or a seat is eliminated in it, and how
often because it repeats an earlier one (there may be no other)."""

Opening = tuple[tuple[int, int], ...]
"""Seats, or CHANCE, with their actions."""


def seating(players: int, seats: int, match: int, evenly: bool = False) -> tuple[int, ...]:
    """The number of the player in each seat. With two players and more seats, the second has all
    other seats, or (`evenly`) each has half."""
    if evenly:
        halves = list(combinations(range(seats), seats // 2))
        return tuple(int(seat not in halves[match % len(halves)]) for seat in range(seats))
    first = tuple(min(seat, players - 1) for seat in range(seats))
    turn = -match % seats
    return first[turn:] + first[:turn]


def openings(plan: SeriesPlan) -> Iterator[Opening]:
    """The openings of all rounds, in order."""
    game, seen = plan.load_game().guarded(), set[str]()
    for number in range(plan.matches // plan.round):
        yield draw_opening(plan, game, number, seen)


def distinct_openings(plan: SeriesPlan, rounds: int) -> int:
    """How many different positions the openings of that many rounds lead to."""
    game = plan.load_game().guarded()
    return len({game.line(_after(game, opening)) for opening in islice(openings(plan), rounds)})


def _after(game: AnyGame, opening: Opening) -> State:
    state = game.start()
    for seat, action in opening:
        state.push(action, seat)
    return state


def draw_opening(plan: SeriesPlan, game: AnyGame, number: int, seen: set[str]) -> Opening:
    """The opening with a number, if possible none of those seen before."""
    found: Opening | None = None
    for attempt in range(TRIES):
        played, state = _draw(game, plan.opening, Random(f"{plan.seed} {number} {attempt}"))
        if not _all_play(state):
            continue
        found, line = played, game.line(state)
        if line not in seen or attempt >= REPEATS:
            seen.add(line)
            break
    if found is None:
        raise BadSettings("series.opening", game=plan.game, actions=plan.opening)
    return found


def _draw(game: AnyGame, actions: int, rng: Random) -> tuple[Opening, State]:
    """Draw that many random actions that eliminate nobody, and the chance events between them."""
    state, played = game.start(), list[tuple[int, int]]()
    while actions and not state.over:
        seat = state.seat
        if seat == CHANCE:
            listed, odds = zip(*state.odds(), strict=True)
            action = rng.choices(listed, odds)[0]
        else:
            action = _harmless(state, seat, rng)
            actions -= 1
        state.push(action, seat)
        played.append((seat, action))
    return tuple(played), state


def _harmless(state: State, seat: int, rng: Random) -> int:
    """A random action that eliminates nobody; any random action if there is none."""
    listed = list(state.actions(seat))
    action = rng.choice(listed)
    while not _all_play(state.after(action, seat)):
        listed.remove(action)
        if not listed:
            break
        action = rng.choice(listed)
    return action


def _all_play(state: State) -> bool:
    seats = range(len(state.game.seats))
    return not state.over and all(state.game.alive(state, seat) for seat in seats)
