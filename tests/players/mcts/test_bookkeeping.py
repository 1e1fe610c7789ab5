"""The small tables of the searches: what they remember, and what they do when they are full.

Compiled, most of their methods are for compiled callers only, so these tests run interpreted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from parlour.players.alphabeta.move_ordering import MoveOrdering
from parlour.players.alphabeta.ply import plies
from parlour.players.alphabeta.quiescence import Quiescence
from parlour.players.alphabeta.repetition import RepetitionTable
from parlour.players.alphabeta.search_limits import SearchLimits
from parlour.players.mcts.amaf import AmafTable
from parlour.players.mcts.amaf_trace import AmafTrace
from parlour.players.mcts.tree import Tree
from parlour.players.playouts import Playouts
from parlour.table import settings
from parlour.table.advice.knowledge import Knowledge
from parlour.table.compiled.array_types import Floats, Ints
from parlour.table.game import Game
from parlour.table.state import State
from tests.players.trees.heap import heap

pytestmark = pytest.mark.interpreted_only

NONE = -1


# ---- repetitions ---------------------------------------------------------------------------------


def test_a_repetition_table_contains_what_was_added():
    table = RepetitionTable()
    assert (table.count, table.contains(5), table.contains(1029)) == (0, False, False)
    table.add(5)
    table.add(5)
    table.add(7)
    assert (table.count, table.contains(5), table.contains(7), table.contains(6)) == (
        2,
        True,
        True,
        False,
    )
    table.clear()
    assert (table.count, table.contains(5), table.contains(7)) == (0, False, False)


def test_keys_with_the_same_slot_follow_one_another():
    table = RepetitionTable()
    keys = [1023 + 1024 * n for n in range(4)]  # the second one wraps around
    for key in keys[:3]:
        table.add(key)
    assert [table.contains(key) for key in keys] == [True, True, True, False]
    assert [table.slot(key) for key in keys] == [1023, 0, 1, 2]


def test_a_repetition_table_is_cleared_after_512_positions():
    table = RepetitionTable()
    for key in range(1, 513):
        table.add(key)
    assert (table.count, table.contains(1), table.contains(512)) == (512, True, True)
    table.add(513)
    assert (table.count, table.contains(1), table.contains(513)) == (1, False, True)


# ---- AMAF values ---------------------------------------------------------------------------------


def test_payoffs_are_added_up_by_node_seat_and_action():
    table = AmafTable(64)
    for payoff in (0.5, 1.0):
        table.add(3, 1, 5, payoff)
    at = table.find(3, 1, 5)
    assert (table.counts[at], table.sums[at]) == (2, 1.5)
    others = [(2, 1, 5), (4, 1, 5), (3, 0, 5), (3, 2, 5), (3, 1, 4), (3, 1, 6), (NONE, 1, 5)]
    assert [table.find(*other) for other in others] == [NONE] * len(others)
    table.clear()
    assert table.find(3, 1, 5) == NONE


def test_a_full_table_takes_no_new_keys_and_keeps_the_old_ones():
    table = AmafTable(8)
    for action in range(9):
        table.add(0, 0, action, 1.0)
    assert sorted(table.find(0, 0, action) for action in range(9)) == [NONE, *range(8)]
    assert table.find(0, 0, 8) == NONE
    table.add(0, 0, 3, -1.0)
    at = table.find(0, 0, 3)
    assert (table.counts[at], table.sums[at]) == (2, 0.0)


def test_the_simulations_at_a_node_are_counted():
    table = AmafTable(64)
    for _ in range(3):
        table.add(6, 0, NONE, 0.0)
    assert [table.visits(node) for node in (5, 6, 7)] == [0, 3, 0]


def test_a_trace_holds_each_choice_of_a_seat_once():
    trace = AmafTrace(heap(), 64, False)
    trace.begin()
    assert [trace.add(*choice) for choice in ((0, 3), (0, 3), (1, 3), (-1, 4), (0, 4))] == [
        1, 0, 1, 0, 1,
    ]  # fmt: skip
    assert trace.length == 3
    trace.record(7, [1.0, -1.0])
    recorded = {choice: trace.table.find(7, *choice) for choice in ((0, 3), (1, 3), (0, 4), (1, 4))}
    assert [trace.table.sums[at] for at in recorded.values() if at >= 0] == [1.0, -1.0, 1.0]
    assert recorded[1, 4] == NONE
    assert trace.table.visits(7) == 1
    trace.begin()
    assert (trace.length, trace.add(0, 3), trace.length) == (0, 1, 1)


def test_the_length_of_a_trace_is_bounded():
    trace = AmafTrace(heap(things=5_000), 64, False)
    trace.begin()
    assert sum(trace.add(0, action) for action in range(4_200)) == trace.length == 4_096
    assert trace.add(1, 0) == 0


def test_mast_takes_an_action_without_a_value_or_else_the_best_of_three():
    trace = AmafTrace(heap(), 64, True)
    trace.begin()
    trace.add(0, 3)
    trace.record(NONE, [-1.0, 1.0])
    assert trace.mast_action(0, [3, 4], 2, [1]) == 4
    trace.begin()
    trace.add(0, 4)
    trace.record(NONE, [0.5, -0.5])
    drawn = [trace.mast_action(0, [3, 4], 2, [seed]) for seed in range(400)]
    assert 320 < drawn.count(4) < 380  # seven times in eight
    assert trace.mast_action(0, [3], 1, [1]) == 3


# ---- the tree ------------------------------------------------------------------------------------


def test_a_tree_has_a_capacity():
    tree = Tree(2, 1.0, 4)
    assert (tree.root, tree.node_count, tree.shared, tree.slots) == (0, 1, False, 0)
    assert [tree.add(0, action, 0) for action in (5, 6, 7, 8)] == [1, 2, 3, NONE]
    assert [(edge.action, edge.node) for edge in tree.edges(0)] == [(5, 1), (6, 2), (7, 3)]
    assert (tree.node_count, tree.nodes[0].child_count) == (4, 3)
    tree.clear()
    assert (tree.node_count, tree.edges(0)) == (1, [])


def test_a_position_is_recognised_by_its_key():
    tree = Tree(2, 1.0, 100, False, 64)
    arrivals = [(3, 5), (4, 5), (6, 0), (7, 0)]
    assert [tree.find_canonical(edge, key) for edge, key in arrivals] == [3, 3, 6, 6]
    tree.clear_positions()
    assert tree.find_canonical(8, 5) == 8


def test_a_position_may_be_in_eight_slots():
    tree = Tree(2, 1.0, 100, False, 64)
    keys = [64 * n for n in range(9)]
    assert [tree.find_canonical(10 + n, key) for n, key in enumerate(keys)] == list(range(10, 19))
    assert [tree.find_canonical(50, key) for key in keys] == [*range(10, 18), 50]
    assert tree.find_canonical(60, 8) == 60  # other slots are free


# ---- limits of a search --------------------------------------------------------------------------


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


class Fixed(Knowledge):
    values: Sequence[float] = ()

    def evaluate(self, state: State, out: Floats) -> int:
        for seat, value in enumerate(self.values):
            out[seat] = value
        return len(self.values)


def mill() -> Loop:
    return Mill(settings.Settings()).start()


def limits_at(*times: float) -> SearchLimits:
    """Limits with a clock that shows these times, one after the other."""
    left = iter(times)
    return SearchLimits(lambda: next(left, 0.0))


def test_a_search_is_halted_by_its_node_limit():
    limits = limits_at()
    limits.start(3, None)
    halted: list[bool] = []
    for _ in range(3):
        limits.count_node()
        halted.append(limits.halted)
    assert halted == [False, False, True]
    limits.start(3, None)
    assert (limits.nodes, limits.halted) == (0, False)
    limits.stopped = True
    limits.count_node()
    assert limits.halted


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
def test_the_clock_is_read_every_two_to_four_milliseconds(passed: float, stride: int, then: int):
    limits = limits_at(0.0, 0.0, passed)
    limits.start(1_000, None)
    assert (limits.stride, limits.next_check) == (16, 16)
    limits.nodes, limits.stride = 100, stride
    assert not limits.out_of_time()
    assert (limits.stride, limits.next_check, limits.last_check) == (then, 100 + then, passed)


def test_the_clock_is_not_read_at_every_node():
    limits = limits_at(0.0, 0.0, 9.0)
    limits.start(1_000, 5.0)
    for _ in range(15):
        limits.count_node()
    assert not limits.halted
    limits.count_node()
    assert limits.halted


@pytest.mark.parametrize(("now", "late"), [(4.9, False), (5.0, True), (5.1, True)])
def test_a_search_is_halted_at_its_deadline(now: float, late: bool):
    limits = limits_at(0.0, 0.0, now)
    limits.start(1_000, 5.0)
    assert limits.out_of_time() is late


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
def test_an_evaluation_is_half_of_the_difference_between_the_seats(
    values: tuple[float, ...], score: int
):
    top, knowledge = plies(mill()), Fixed(mill().game)
    knowledge.values = values
    ordering, limits = MoveOrdering(mill(), knowledge), limits_at()
    search = Quiescence(knowledge, ordering, limits)
    assert search.evaluate(top) == score
    top.state.seat = 1
    assert search.evaluate(top) == -score
    assert search.guesses == 2


def test_a_playout_is_cut_after_100000_actions():
    playouts = Playouts(mill(), 1)
    playouts.run(1, by_hook=False)
    assert (playouts.steps, playouts.totals) == (100_000, [0.0, 0.0])
    trace = AmafTrace(mill(), 8, False)
    trace.begin()
    assert trace.playout(mill(), [0], [1]) == 100_000
