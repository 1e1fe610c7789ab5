"""The solver of all positions, run for a pawn a side, and what is kept of the whole game."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from random import Random

import pytest

from parlour.games.chessicle.complete.library import (
    PositionNumber,
    PositionSolver,
    Side,
    place_of,
    sides_of,
)
from parlour.games.chessicle.complete.solution import Solution, solution
from parlour.games.chessicle.complete.solve import result_of, solve
from parlour.games.chessicle.rules import OFF, Rules
from parlour.games.chessicle.solving import table_files
from parlour.games.chessicle.solving.endgame_table import EndgameTable
from parlour.games.chessicle.solving.position_index import size_of
from tests.games.test_chessicle_endings import placed, sample

pytestmark = pytest.mark.compiled_only  # the solver is the same C++ in both modes


@pytest.fixture(scope="module")
def solver() -> Iterator[PositionSolver]:
    assert shutil.which("g++"), "The solver needs g++: install g++."
    solver = PositionSolver(pawns=1)
    yield solver
    solver.close()


@pytest.fixture(scope="module")
def shipped() -> EndgameTable:
    return table_files.read_table(table_files.SHIPPED, False)


def side(state: Rules, seat: int) -> Side:
    places = [state.place[5 * seat + i + 1] for i in range(5)]
    h1, h2 = (None if tile == OFF else tile for tile in places[3:])
    return Side(tuple(sorted(tile for tile in places[:3] if tile != OFF)), h1, h2)


def numbered(state: Rules) -> PositionNumber:
    return place_of(last=side(state, 1 - state.turn), next=side(state, state.turn))


def few_pawns(rng: Random) -> Rules:
    """A position of two to four characters with at most one pawn a side."""
    while True:
        state = sample(rng, rng.randrange(2, 5))
        if all(len(side(state, seat).pawns) <= 1 for seat in (0, 1)):
            return state


def test_every_position_has_a_number_of_its_own():
    rng = Random(1)
    for _ in range(500):
        state = sample(rng, rng.randrange(2, 11))
        last, next = sides_of(numbered(state))
        assert (last, next) == (side(state, 1 - state.turn), side(state, state.turn))


def test_the_sweeps_find_values_and_distances_of_the_endgame_tables(
    solver: PositionSolver, shipped: EndgameTable
):
    """Both were written for themselves: one looks ahead from each position, with a byte for each;
    the other decides 256 positions at once, with a bit for each."""
    rng = Random(2)
    states = [few_pawns(rng) for _ in range(3_000)]
    places = [numbered(state) for state in states]
    moves = [0] * len(states)

    def note(sweep: object) -> None:
        nonlocal number
        number += 1
        for i, value in enumerate(solver.values(places)):
            assert value in ((0, 1, -1) if not moves[i] else (1 if moves[i] % 2 else -1,))
            if value and not moves[i]:
                moves[i] = number

    number = 0
    solve(solver, note)
    assert moves == [shipped.entry(state) for state in states]
    assert {0, 1, 2} < {*moves}


def test_the_counts_of_few_pawns_are_those_of_the_whole_game(solver: PositionSolver):
    """With a pawn a side at most there are 49 kinds; the whole game was solved elsewhere."""
    fresh = PositionSolver(pawns=1)
    found = result_of(fresh)
    fresh.close()
    assert found["positions"] == sum(row[0] for row in found["kinds"].values())
    kept = solution().kinds
    assert len(found["kinds"]) == 49
    assert {kind: tuple(row) for kind, row in found["kinds"].items()} == {
        kind: kept[kind] for kind in found["kinds"]
    }


def kind_name(own: int, other: int) -> str:
    """As `solve.kind_name` writes it, of two kinds of the tables."""
    return " ".join("P" * (k >> 2) + "1" * (k >> 1 & 1) + "2" * (k & 1) for k in (own, other))


def test_the_counts_of_up_to_four_characters_are_those_of_the_tables():
    """`python -m benchmarks.chessicle_counts` does the same for more characters."""
    table = EndgameTable(4, friend_blocks=False)
    table.find_all(lambda done, count: None)
    kinds = [(a, b) for a in range(1, 16) for b in range(1, 16) if size_of(a) + size_of(b) <= 4]
    assert len(kinds) > 50
    for own, other in kinds:
        assert table.tally(own, other) == solution().kinds[kind_name(own, other)]


# ---- what is kept --------------------------------------------------------------------------------


def test_the_whole_game_has_been_solved():
    """The number of positions, by another way of counting: pawns, then heroes on what is free."""
    kept = solution()
    assert kept.positions == sum(row[0] for row in kept.kinds.values()) == 79_112_639_760
    decided = sum(row[1] + row[2] for row in kept.kinds.values())
    assert decided == sum(kept.decided_in)
    assert kept.longest.moves == len(kept.decided_in) == max(r[3] for r in kept.kinds.values())


def mirrored(row: str) -> str:
    return row[::-1]


def test_mirror_images_of_deployments_have_one_value():
    table: Solution = solution()
    for a in table.deployments:
        for b in table.deployments:
            assert table.entry(a, b) == table.entry(mirrored(a), mirrored(b))


def test_the_position_of_the_longest_win_is_one():
    last, next = solution().longest.other, solution().longest.to_move
    tiles = [0] * 25
    for first, (pawns, h1, h2) in ((0, next), (5, last)):
        for i, tile in enumerate((*pawns, h1, h2)):
            assert tile is not None
            tiles[tile] = first + i + 1
    state = placed(tiles, 0)
    assert sum(state.left) == 10
    assert sides_of(numbered(state)) == (Side(*last), Side(*next))
