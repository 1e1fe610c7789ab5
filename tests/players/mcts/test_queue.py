"""A queue: one seat chooses between two ways, then the other one has a while to go. For how far a
search looks along a path on which nothing happens."""

from __future__ import annotations

from typing import Any

import pytest

from parlour.players.mcts.options import Options
from parlour.players.mcts.player import MctsPlayer
from parlour.players.mcts.search import power_of_two
from parlour.players.search_result import Limits
from parlour.table import settings
from parlour.table.compiled.array_types import Floats, Ints
from parlour.table.game import Game
from parlour.table.state import NOBODY, State

LAST = 200


class Step(State):
    def __init__(self, game: Game[Any, Any]) -> None:
        super().__init__(game)
        self.level = self.way = 0

    def begin(self) -> None:
        self.seat = 0

    def legal(self, out: Ints) -> int:
        out[0], out[1] = 0, 1
        return 2 - self.seat

    def play(self, action: int) -> int:
        game: Any = self.game
        self.level, self.way = self.level + 1, 2 * self.way + action
        self.seat = int(self.level % game.period > 0)
        if self.level == LAST:
            self.seat = NOBODY
        return 0

    def result(self, out: Floats) -> int:
        out[0] = out[1] = 0.0
        return 0

    def copy_from(self, other: Any) -> int:
        self.level, self.way, self.seat = other.level, other.way, other.seat
        return 0


class Queue(Game[Step, settings.Settings]):
    slug = "queue"
    title = "Queue"
    State = Step
    period = 8

    def prepare(self) -> None:
        self.seats, self.action_count = ("One", "Two"), 2

    def write_line(self, state: Step, viewer: int | None) -> str:
        return f"{state.level} {state.way} {state.seat}"

    def read_line(self, line: str) -> Step:
        state = self.blank()
        state.level, state.way, state.seat = map(int, line.split())
        return state


class LongQueue(Queue):
    period = 9


class Endless(Queue):
    period = LAST


def player(nodes: int) -> MctsPlayer:
    return MctsPlayer(Limits(nodes=nodes), Options(solve=False, memory=1), seed=1)


@pytest.mark.parametrize(("kind", "kept"), [(Queue, True), (LongQueue, False)])
def test_a_search_goes_on_after_eight_actions_and_not_after_nine(kind: type[Queue], kept: bool):
    state, searcher = kind(settings.Settings()).start(), player(60)
    state.push(searcher.search(state, 0).action)
    first = searcher.tree_search
    while state.seat != 0:
        state.push(0)
    result = searcher.search(state, 0)
    assert (searcher.tree_search is first) is kept
    assert (sum(result.visits.values()) > 60) is kept


def test_a_line_has_64_actions_at_most():
    state = Endless(settings.Settings()).start()
    assert len(player(300).search(state, 0).line) == 64
    assert 20 < len(player(60).search(state, 0).line) < 60


@pytest.mark.parametrize(
    ("most", "power"), [(1, 1), (2, 2), (3, 2), (4, 4), (1_023, 512), (1_024, 1_024)]
)
def test_the_largest_power_of_two_that_is_not_more(most: int, power: int):
    assert power_of_two(most) == power
