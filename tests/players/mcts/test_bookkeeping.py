"""The small tables of the searches: what they remember, and what they do when they are full.

Compiled, most of their methods are for compiled callers only, so these tests run interpreted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from parlour.players.alphabeta.quiescence import Quiescence
from parlour.players.alphabeta.repetition import Past
from parlour.players.mcts.amaf import Repute
from parlour.players.mcts.amaf_trace import Trail
from parlour.players.mcts.tree import Tree
from parlour.players.playouts import Playouts
from parlour.table import settings
from parlour.table.advice.knowledge import Knowledge
from parlour.table.compiled.array_types import Floats, Ints
from parlour.table.game import Game
from parlour.table.state import State
from tests.players.trees.heap import heap

pytestmark = pytest.mark.interpreted_only

NOWHERE = -1


# ---- positions that were there before ------------------------------------------------------------


def test_the_past_knows_what_it_was_told():
    past = Past()
    assert (past.count, past.has(5), past.has(1029)) == (0, False, False)
    past.add(5)
    past.add(5)
    past.add(7)
    assert (past.count, past.has(5), past.has(7), past.has(6)) == (2, True, True, False)
    past.forget()
    assert (past.count, past.has(5), past.has(7)) == (0, False, False)


def test_keys_that_want_the_same_place_stand_one_after_the_other():
    past = Past()
    keys = [1023 + 1024 * n for n in range(4)]  # the second stands at the beginning of the table
    for key in keys[:3]:
        past.add(key)
    assert [past.has(key) for key in keys] == [True, True, True, False]
    assert [past.place(key) for key in keys] == [1023, 0, 1, 2]


def test_the_past_holds_512_positions_and_then_begins_anew():
    past = Past()
    for key in range(1, 513):
        past.add(key)
    assert (past.count, past.has(1), past.has(512)) == (512, True, True)
    past.add(513)
    assert (past.count, past.has(1), past.has(513)) == (1, False, True)


# ---- what actions brought ------------------------------------------------------------------------


def test_what_is_noted_is_added_up_by_place_seat_and_action():
    repute = Repute(64)
    for payoff in (0.5, 1.0):
        repute.note(3, 1, 5, payoff)
    at = repute.find(3, 1, 5)
    assert (repute.counts[at], repute.sums[at]) == (2, 1.5)
    others = [(2, 1, 5), (4, 1, 5), (3, 0, 5), (3, 2, 5), (3, 1, 4), (3, 1, 6), (NOWHERE, 1, 5)]
    assert [repute.find(*other) for other in others] == [NOWHERE] * len(others)
    repute.clear()
    assert repute.find(3, 1, 5) == NOWHERE


def test_a_table_that_is_full_learns_nothing_more_and_forgets_nothing():
    repute = Repute(8)
    for action in range(9):
        repute.note(0, 0, action, 1.0)
    assert sorted(repute.find(0, 0, action) for action in range(9)) == [NOWHERE, *range(8)]
    assert repute.find(0, 0, 8) == NOWHERE
    repute.note(0, 0, 3, -1.0)
    at = repute.find(0, 0, 3)
    assert (repute.counts[at], repute.sums[at]) == (2, 0.0)


def test_the_simulations_at_a_place_are_counted():
    repute = Repute(64)
    for _ in range(3):
        repute.note(6, 0, NOWHERE, 0.0)
    assert [repute.heard(place) for place in (5, 6, 7)] == [0, 3, 0]


def test_a_trail_holds_each_choice_of_a_seat_once():
    trail = Trail(heap(), 64, False)
    trail.begin()
    assert [trail.add(*choice) for choice in ((0, 3), (0, 3), (1, 3), (-1, 4), (0, 4))] == [
        1, 0, 1, 0, 1,
    ]  # fmt: skip
    assert trail.length == 3
    trail.tell(7, [1.0, -1.0])
    told = {choice: trail.repute.find(7, *choice) for choice in ((0, 3), (1, 3), (0, 4), (1, 4))}
    assert [trail.repute.sums[at] for at in told.values() if at >= 0] == [1.0, -1.0, 1.0]
    assert told[1, 4] == NOWHERE
    assert trail.repute.heard(7) == 1
    trail.begin()
    assert (trail.length, trail.add(0, 3), trail.length) == (0, 1, 1)


def test_a_trail_has_an_end():
    trail = Trail(heap(things=5_000), 64, False)
    trail.begin()
    assert sum(trail.add(0, action) for action in range(4_200)) == trail.length == 4_096
    assert trail.add(1, 0) == 0


def test_mast_takes_what_nobody_has_heard_of_and_else_the_best_of_three():
    trail = Trail(heap(), 64, True)
    trail.begin()
    trail.add(0, 3)
    trail.tell(NOWHERE, [-1.0, 1.0])
    assert trail.best_known(0, [3, 4], 2, [1]) == 4
    trail.begin()
    trail.add(0, 4)
    trail.tell(NOWHERE, [0.5, -0.5])
    drawn = [trail.best_known(0, [3, 4], 2, [seed]) for seed in range(400)]
    assert 320 < drawn.count(4) < 380  # seven times in eight
    assert trail.best_known(0, [3], 1, [1]) == 3


# ---- the tree ------------------------------------------------------------------------------------


def test_a_tree_takes_so_many_nodes_and_no_more():
    tree = Tree(2, 1.0, 4)
    assert (tree.root, tree.nodes, tree.shared, tree.slots) == (0, 1, False, 0)
    assert [tree.add(0, action, 0) for action in (5, 6, 7, 8)] == [1, 2, 3, NOWHERE]
    assert [(edge.action, edge.place) for edge in tree.edges(0)] == [(5, 1), (6, 2), (7, 3)]
    assert (tree.nodes, tree.node[0].children) == (4, 3)
    tree.clear()
    assert (tree.nodes, tree.edges(0)) == (1, [])


def test_a_position_is_recognised_by_its_key():
    tree = Tree(2, 1.0, 100, False, 64)
    assert [tree.home_of(3, 5), tree.home_of(4, 5), tree.home_of(6, 0), tree.home_of(7, 0)] == [
        3, 3, 6, 6,
    ]  # fmt: skip
    tree.forget_positions()
    assert tree.home_of(8, 5) == 8


def test_a_corner_of_the_table_holds_eight_positions():
    tree = Tree(2, 1.0, 100, False, 64)
    corner = [64 * n for n in range(9)]
    assert [tree.home_of(10 + n, key) for n, key in enumerate(corner)] == list(range(10, 19))
    assert [tree.home_of(50, key) for key in corner] == [*range(10, 18), 50]
    assert tree.home_of(60, 8) == 60  # another corner has room


# ---- limits of alpha-beta ------------------------------------------------------------------------


class Loop(State):
    """One action, for ever."""

    def begin(self) -> None:
        self.seat = 0

    def legal(self, out: Ints) -> int:
        out[0] = 0
        return 1

    def play(self, action: int) -> int:
        return 0

    def copy_from(self, other: Any) -> int:
        self.seat = other.seat
        return 0


class Mill(Game[Loop, settings.Settings]):
    slug = "mill"
    title = "Mill"
    State = Loop

    def prepare(self) -> None:
        self.seats, self.action_count = ("One", "Two"), 1

    def write_line(self, state: Loop, viewer: int | None) -> str:
        return "-"


class Told(Knowledge):
    values: Sequence[float] = ()

    def evaluate(self, state: State, out: Floats) -> int:
        for seat, value in enumerate(self.values):
            out[seat] = value
        return len(self.values)


def mill() -> Loop:
    return Mill(settings.Settings()).start()


def quiet(*times: float) -> Quiescence:
    """What the clock says each time that somebody looks at it."""
    state, left = mill(), iter(times)
    return Quiescence(state, Told(state.game), lambda: next(left, 0.0))


def test_a_search_is_halted_by_the_last_node_that_it_may_look_at():
    search = quiet()
    search.limit(3, None)
    halted: list[bool] = []
    for _ in range(3):
        search.count_node()
        halted.append(search.halted)
    assert halted == [False, False, True]
    search.limit(3, None)
    assert (search.nodes, search.guesses, search.halted) == (0, 0, False)
    search.stopped = True
    search.count_node()
    assert search.halted


@pytest.mark.parametrize(
    ("passed", "stride", "then"),
    [
        (0.0019, 16, 32),
        (0.002, 16, 16),
        (0.004, 16, 16),
        (0.0041, 16, 8),
        (0.0041, 2, 1),
        (0.0041, 1, 1),
    ],
)
def test_it_looks_at_the_clock_every_two_to_four_milliseconds(
    passed: float, stride: int, then: int
):
    search = quiet(0.0, 0.0, passed)
    search.limit(1_000, None)
    assert (search.stride, search.next_look) == (16, 16)
    search.nodes, search.stride = 100, stride
    assert not search.late()
    assert (search.stride, search.next_look, search.looked) == (then, 100 + then, passed)


def test_it_looks_at_the_clock_only_now_and_then():
    search = quiet(0.0, 0.0, 9.0)
    search.limit(1_000, 5.0)
    for _ in range(15):
        search.count_node()
    assert not search.halted
    search.count_node()
    assert search.halted


@pytest.mark.parametrize(("now", "late"), [(4.9, False), (5.0, True), (5.1, True)])
def test_a_deadline_is_the_end(now: float, late: bool):
    search = quiet(0.0, 0.0, now)
    search.limit(1_000, 5.0)
    assert search.late() is late


@pytest.mark.parametrize(
    ("values", "score"),
    [
        ((0.5, -0.25), 37_500),
        ((-0.5, 0.25), -37_500),
        ((1.0, -1.0), 100_000),
        ((3.0, -2.0), 100_000),
        ((-2.0, 3.0), -100_000),
        ((), 0),
    ],
)
def test_an_opinion_is_half_of_the_difference_between_the_seats(
    values: tuple[float, ...], score: int
):
    search = quiet()
    assert isinstance(search.knowledge, Told)
    search.knowledge.values = values
    search.limit(1_000, None)
    assert search.judged(search.top) == score
    search.top.state.seat = 1
    assert search.judged(search.top) == -score
    assert search.guesses == 2


def test_a_playout_that_does_not_end_is_given_up_after_100000_actions():
    playouts = Playouts(mill(), 1)
    playouts.run(1, by_hook=False)
    assert (playouts.steps, playouts.totals) == (100_000, [0.0, 0.0])
    trail = Trail(mill(), 8, False)
    trail.begin()
    assert trail.play_out(mill(), [0], [1]) == 100_000
