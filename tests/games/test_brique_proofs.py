"""Brique played at random against its rules taken literally, and what its speed relies on."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import parlour
from parlour.games.brique.game import Brique
from parlour.games.brique.rules import BLACK, EMPTY, WHITE
from parlour.players.playouts import Playouts
from tests.play import alike, lengths


class Plain:
    """The rules once more, slowly and literally as the page states them: squares by (row, column)
    from the top left, nothing kept but the stones."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.stones: dict[tuple[int, int], int] = {}

    def escorts(self, row: int, column: int) -> list[tuple[int, int]]:
        if (row + column) % 2 == 0:
            pair = [(row - 1, column), (row, column - 1)]
        else:
            pair = [(row + 1, column), (row, column + 1)]
        return pair if all(0 <= r < self.size and 0 <= c < self.size for r, c in pair) else []

    def claims(self, colour: int) -> list[tuple[int, int]]:
        """Squares whose two escorts have a colour and that do not have it themselves."""
        return [
            (r, c)
            for r in range(self.size)
            for c in range(self.size)
            if (pair := self.escorts(r, c))
            and all(self.stones.get(square) == colour for square in pair)
            and self.stones.get((r, c)) != colour
        ]

    def place(self, square: tuple[int, int], colour: int) -> int:
        """Place, fill once, and return how many squares were filled."""
        self.stones[square] = colour
        filled = self.claims(colour)
        for claimed in filled:
            self.stones[claimed] = colour
        return len(filled)

    def joined(self, colour: int) -> bool:
        edge = range(self.size)
        begin = [(0, i) if colour == BLACK else (i, 0) for i in edge]
        todo = [square for square in begin if self.stones.get(square) == colour]
        seen = set(todo)
        while todo:
            r, c = todo.pop()
            if (r if colour == BLACK else c) == self.size - 1:
                return True
            for near in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                if near not in seen and self.stones.get(near) == colour:
                    seen.add(near)
                    todo.append(near)
        return False


@given(st.integers(2, 8), st.integers(0, 2**32))
def test_3_and_4_agree_with_the_rules_taken_literally(size: int, seed: int):
    rng = Random(seed)
    game = parlour.game("brique", size=size, pie=False)
    assert isinstance(game, Brique)
    state, plain, colour = game.start(), Plain(size), BLACK
    while not state.over:
        action = rng.choice(state.actions())
        state.push(action)
        filled = plain.place(divmod(action, size), colour)
        # The four provable properties of §3.
        assert filled <= 2
        assert not plain.claims(BLACK)
        assert not plain.claims(WHITE)
        expected = [plain.stones.get(divmod(cell, size), EMPTY) for cell in range(size * size)]
        assert list(state.board[: size * size]) == expected
        # §4: only the mover can complete a chain.
        assert not plain.joined(BLACK + WHITE - colour)
        assert state.over == plain.joined(colour)
        colour = BLACK + WHITE - colour


@given(st.integers(2, 7), st.integers(0, 2**32))
def test_a_joined_chain_is_never_cut_by_further_play(size: int, seed: int):
    """What lets a playout fill the board and look once: who joined first has joined at last."""
    rng, plain, colour, winner = Random(seed), Plain(size), BLACK, EMPTY
    squares = [divmod(cell, size) for cell in range(size * size)]
    rng.shuffle(squares)
    for square in squares:
        if square in plain.stones:
            continue
        plain.place(square, colour)
        if winner == EMPTY and plain.joined(colour):
            winner = colour
        colour = BLACK + WHITE - colour
    assert winner != EMPTY  # no draws
    assert plain.joined(winner)
    assert not plain.joined(BLACK + WHITE - winner)


@pytest.mark.parametrize("size", [2, 3])
def test_every_position_of_small_boards_agrees_with_the_rules_taken_literally(size: int):
    game = parlour.game("brique", size=size, pie=False)
    todo: list[Any] = [game.start()]
    seen: set[object] = set()
    while todo:
        state = todo.pop()
        for action in state.actions():
            after = state.after(action)
            plain = Plain(size)
            colours = enumerate(state.board[: size * size])
            plain.stones = {divmod(cell, size): colour for cell, colour in colours if colour}
            plain.place(divmod(action, size), state.turn)
            expected = [plain.stones.get(divmod(cell, size), EMPTY) for cell in range(size * size)]
            assert list(after.board[: size * size]) == expected
            assert after.over == plain.joined(state.turn)
            if after not in seen:
                seen.add(after)
                todo.append(after)
    assert len(seen) > 10


@pytest.mark.parametrize("pie", [False, True])
def test_the_playout_hook_and_single_moves_win_equally_often(pie: bool):
    state, count = parlour.game("brique", size=3, pie=pie).start(), 4_000
    by_hook, by_moves = Playouts(state, seed=1), Playouts(state, seed=2)
    by_hook.run(count, True)
    by_moves.run(count, False)
    difference = (by_hook.totals[0] - by_moves.totals[0]) / count
    assert abs(difference) < 5 * (2 / count) ** 0.5  # five standard deviations


@pytest.mark.parametrize("pie", [False, True])
def test_the_playout_hook_counts_the_stones_until_the_board_is_full(pie: bool):
    """With the pie rule there is one answer more, which places nothing."""
    state, count = parlour.game("brique", size=5, pie=pie).start(), 1_000
    placed = [stones_until_full(Plain(5), Random(seed), BLACK) for seed in range(count)]
    assert alike(lengths(state, 1, count), [stones + pie for stones in placed])
    state.apply(0)  # the corner at the top left
    placed = [stones_until_full(cornered(), Random(seed), WHITE) for seed in range(count)]
    assert alike(lengths(state, 1, count), [stones + pie for stones in placed])


def cornered() -> Plain:
    plain = Plain(5)
    plain.place((0, 0), BLACK)
    return plain


def stones_until_full(plain: Plain, rng: Random, colour: int) -> int:
    squares, placed = [divmod(cell, plain.size) for cell in range(plain.size**2)], 0
    while empty := [square for square in squares if square not in plain.stones]:
        plain.place(rng.choice(empty), colour)
        colour = BLACK + WHITE - colour
        placed += 1
    return placed
