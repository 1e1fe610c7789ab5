"""Repetitions in alpha-beta: positions of the match and on the path."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import parlour
from parlour.players.alphabeta.player import AlphaBetaPlayer
from parlour.players.search_result import Limits
from parlour.table.advice.knowledge import Knowledge
from parlour.table.compiled.array_types import Floats, Ints
from parlour.table.state import State
from tests.players.trees.thicket import Thicket, Whims, thicket

# ---- progress ------------------------------------------------------------------------------------

HEALED = "BA33,BK44,BM33,WW13/WA13,WS44,.,BA33/.,BS34,WK24,BN23/WA33,BW33,WM33,WN23 B swap 0 0 100"
"""Black strikes the king again and again, and each time White's medic heals it."""


def test_it_avoids_repetitions_while_it_is_ahead():
    game = parlour.game("feud").guarded()
    state, met = game.from_line(HEALED), Counter[int]()
    player = AlphaBetaPlayer(nodes=5_000)
    while not state.over and met.total() < 12:
        if state.seat == 0:
            met[state.repetition_key()] += 1
            state.push(player.choose(state, 0))
        else:
            healing = [text for text in ("B4 C4", "C4 C3 D4") if text in texts(state)]
            state.push(game.read(state, healing[0]) if healing else state.actions()[0])
    assert max(met.values()) <= 2


def texts(state: State) -> list[str]:
    return [state.game.write(state, action) for action in state.actions()]


QUIET = "A-P2,.,A-P1,.,./.,.,.,.,./B-H1,.,.,.,./.,.,.,.,./.,.,.,.,B-H2 B 7"


@pytest.mark.parametrize("line", [HEALED, QUIET])
def test_a_repeated_position_is_recognised_despite_counters(line: str):
    game = parlour.game("feud" if "swap" in line else "chessicle").guarded()
    state, later = game.from_line(line), game.from_line(line[:-1] + "9")
    assert state.repetition_key() == later.repetition_key()
    assert state.hash_key() != later.hash_key()
    stances = {state.after(action).repetition_key() for action in state.actions()}
    assert state.repetition_key() not in stances
    assert len(stances) == len(state.actions())


class Ring(Thicket.State):
    """A way to a ring of places, around which both seats go, one step each; one may turn round.
    The starting place is never reached again."""

    def begin(self) -> None:
        self.seat, self.place = 0, 6

    def legal(self, out: Ints) -> int:
        out[0], out[1] = 0, 1
        return 2

    def play(self, action: int) -> int:
        self.place = (self.place + (1, 5)[action]) % 6 if self.place < 6 else action
        self.seat = 1 - self.seat
        return 0

    def copy_from(self, other: Any) -> int:
        self.place, self.seat = other.place, other.seat
        return 0


class Rosy(Whims):
    """Thinks that the first seat is nearly winning, wherever it is."""

    def evaluate(self, state: Any, out: Floats) -> int:
        out[0], out[1] = 0.9, -0.9
        return 2

    def tactical(self, state: Any, out: Ints) -> int:
        return 0


class Carousel(Thicket):
    State = Ring

    def knowledge(self) -> Knowledge:
        return Rosy(self)


def test_a_repetition_on_the_path_counts_as_a_draw():
    """Whatever the evaluation: after twelve steps on a ring of six a position has repeated."""
    state = thicket(1, Carousel).start()
    looks = [
        AlphaBetaPlayer(nodes=20_000).search(state, 0, Limits(depth=depth)) for depth in (1, 14)
    ]
    assert [look.depth for look in looks] == [1, 14]
    assert looks[0].value > 0.5
    assert looks[1].value == 0


@pytest.mark.interpreted_only  # C fields cannot be looked at
def test_positions_of_the_match_count_as_repetitions_until_the_match_ends():
    """Also where the other seat has several actions in a row, and where it could choose another."""
    for seed in range(12):
        state, player = thicket(seed, levels=30, width=400).start(), AlphaBetaPlayer(nodes=20)
        mine, decisions = state.seat, 0
        while not state.over:
            if state.seat == mine:
                result = player.search(state, mine)
                decisions += 1
                assert player.alphabeta
                assert player.alphabeta.repetitions.count == decisions, seed
                state.push(result.action)
            else:
                state.push(state.actions()[-1])
        player.search(thicket(seed, levels=30, width=400).start(), mine)
        assert player.alphabeta
        assert player.alphabeta.repetitions.count == 1


def test_another_match_clears_what_the_search_remembers():
    state = parlour.game("feud").guarded().from_line(HEALED)
    player = AlphaBetaPlayer(nodes=5_000)
    first = player.search(state, 0)
    after = state.after(first.action)
    player.search(after, 0)
    assert player.search(state, 0) == first
