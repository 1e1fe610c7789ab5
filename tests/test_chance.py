"""Chance keeps to its odds wherever somebody draws: in a match, in a room of the hall, at the
terminal, in the opening of a series, in playouts and in the search.

A wheel is spun once, and stops at one of three colours that are not equally likely.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

import parlour
from parlour.players.mcts.options import Options
from parlour.players.mcts.player import MctsPlayer
from parlour.players.playouts import Playouts
from parlour.players.search_result import Limits
from parlour.players.series.pairing import _draw
from parlour.table import settings
from parlour.table.compiled.array_types import Floats, Ints
from parlour.table.game import Game
from parlour.table.match import Match
from parlour.table.sentences import Sentence
from parlour.table.state import CHANCE, NOBODY, State
from parlour.table.view import Board, Piece
from parlour.terminal.local_match import LocalMatch
from parlour.wire.operations import Act
from tests.hall.small_rooms import SeatedRoom, new_terms

ODDS = (0.2, 0.3, 0.5)
DRAWS = 4_000
SPIN, REST, FIRST = 0, 1, 2


class WheelSettings(settings.Settings, frozen=True):
    pays: int = 0
    """The colour that wins; the others lose."""


class Wheel(State):
    def __init__(self, game: Game[Any, Any]) -> None:
        super().__init__(game)
        self.colour = NOBODY

    def begin(self) -> None:
        self.seat = 0

    def legal(self, out: Ints) -> int:
        first, count = (FIRST, len(ODDS)) if self.seat == CHANCE else (SPIN, 2)
        for i in range(count):
            out[i] = first + i
        return count

    def chance_odds(self, out: Floats) -> int:
        for i, chance in enumerate(ODDS):
            out[i] = chance
        return len(ODDS)

    def play(self, action: int) -> int:
        self.colour = action - FIRST
        self.seat = CHANCE if action == SPIN else NOBODY
        return 0

    def result(self, out: Floats) -> int:
        won = self.colour == self.game.settings.pays
        out[0] = 0.0 if self.colour < 0 else 1.0 if won else -1.0
        out[1] = -out[0]
        return 0

    def copy_from(self, other: Any) -> int:
        self.colour, self.seat = other.colour, other.seat
        return 0


class Fair(Game[Wheel, WheelSettings]):
    slug = "wheel"
    title = "Wheel"
    Settings = WheelSettings
    State = Wheel
    chance = True

    def prepare(self) -> None:
        self.seats = ("One", "Two")
        self.action_count = FIRST + len(ODDS)

    def write(self, state: Wheel, action: int) -> str:
        return ("spin", "rest", "red", "green", "blue")[action]

    def write_line(self, state: Wheel, viewer: int | None) -> str:
        return f"{state.seat} {state.colour}"

    def read_line(self, line: str) -> Wheel:
        state = self.blank()
        state.seat, state.colour = map(int, line.split())
        return state

    def board(self) -> Board:
        return Board(())

    def pieces(self, state: Wheel, viewer: int) -> Sequence[Piece]:
        return ()

    def verdict(self, state: Wheel, names: Sequence[str]) -> tuple[str, Sentence]:
        return "end", Sentence("table.over")


def wheel(pays: int = 0) -> Fair:
    return Fair(WheelSettings(pays=pays))


def as_likely(drawn: Counter[str], odds: dict[str, float]) -> None:
    """Each within five standard deviations: a fair draw fails once in a million runs, and the seed
    is always the same."""
    draws = drawn.total()
    assert set(drawn) <= set(odds)
    for name, chance in odds.items():
        spread = (draws * chance * (1 - chance)) ** 0.5
        assert abs(drawn[name] - draws * chance) < 5 * spread, (name, drawn[name] / draws, chance)


def listed(state: State) -> dict[str, float]:
    return {state.game.write(state, action): chance for action, chance in state.odds()}


SPUN: dict[str, float] = {"red": 0.2, "green": 0.3, "blue": 0.5}


def test_a_match_draws_by_the_odds():
    rng, drawn = Random(1), Counter[str]()
    for _ in range(DRAWS):
        match = Match(wheel(), guarded=False)
        match.act(0, SPIN)
        drawn.update(event.what for event in match.draw_chance(rng))
    as_likely(drawn, SPUN)


def test_the_terminal_draws_by_the_odds():
    local_match = LocalMatch(wheel(), [("A", None), ("B", None)], seed=1)
    local_match.match.act(0, SPIN)
    state = local_match.match.state
    drawn = Counter(state.game.write(state, local_match.choose()) for _ in range(DRAWS))
    as_likely(drawn, SPUN)


def test_the_opening_of_a_series_is_drawn_by_the_odds():
    rng, drawn = Random(1), Counter[str]()
    for _ in range(DRAWS):
        wheels = wheel()
        opening, _ = _draw(wheels, 2, rng)
        state = wheels.start()
        for seat, action in opening:
            drawn.update([wheels.write(state, action)] * (seat == CHANCE))
            state.push(action, seat)
    assert drawn.total() > DRAWS / 3
    as_likely(drawn, SPUN)


def sea() -> State:
    """The tiny game where the sea decides."""
    state = parlour.game("tiny").start()
    for seat in range(4):
        state.push(0, seat)
    while state.seat != CHANCE:
        state.push(state.actions()[0])
    return state


def test_a_room_of_the_hall_draws_by_the_odds():
    seated, drawn = SeatedRoom(new_terms("tiny")), Counter[str]()
    for seat in range(4):
        seated.do(seat, Act("hide c2"))
    match = seated.room.match
    assert match is not None
    state: Any = match.state
    while state.seat != 3 or state.left == 2:  # up to the last step before the sea
        seated.do(state.seat, Act("dam c3" if state.seat < 3 else "east"))
        state = match.state
    match.act(3, "done")
    assert match.state.seat == CHANCE
    rng = Random(1)
    drawn.update(seated.room._drawn(rng) for _ in range(DRAWS))
    as_likely(drawn, listed(match.state))


def of_playouts(state: State) -> float:
    runs = Playouts(state, 1)
    runs.run(DRAWS)
    return runs.totals[0] / DRAWS


def of_search(**options: Any) -> Callable[[State], float]:
    def value(state: State) -> float:
        player = MctsPlayer(Limits(nodes=DRAWS), Options(solve=False, **options), 1)
        return player.search(state, 0, among=[SPIN]).value

    return value


WAYS: dict[str, Callable[[State], float]] = {
    "playouts": lambda state: of_playouts(state.after(SPIN)),
    "search": of_search(),
    "search with hearsay": of_search(grave=100, mast=True),
}


@pytest.mark.parametrize("way", WAYS)
def test_what_a_spin_is_worth_follows_from_the_odds(way: str):
    for pays, chance in enumerate(ODDS):
        spread = 2 * (chance * (1 - chance) / DRAWS) ** 0.5
        found = WAYS[way](wheel(pays).start())
        assert abs(found - (2 * chance - 1)) < 5 * spread, (pays, found)
