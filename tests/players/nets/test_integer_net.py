"""Integer nets: every kernel says what a slow reading of the format says, bit by bit."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

import parlour
from parlour.games.brique.rules import BLACK, Rules
from parlour.players.nets.integer_net import IntegerNet, NetEvaluator, kernels, load_net
from parlour.players.nets.net_file import BadNet
from parlour.table.registry import AnyGame
from tests.players.nets.made import answer, arrays, header, net_bytes

pytestmark = pytest.mark.compiled_only


def positions(size: int, count: int, seed: int = 1) -> list[Rules]:
    rng, found = Random(seed), list[Rules]()
    while len(found) < count:
        state = parlour.game("brique", size=size).start()
        for _ in range(rng.randrange(size * size)):
            if not state.over:
                state.push(rng.choice(state.actions()))
        if not state.over:
            found.append(state)
    return found


def seen(state: Rules) -> tuple[np.ndarray, list[int]]:
    """The input of Brique's net, as the file's users must read it off the board."""
    size = state.game.settings.size
    board = np.array(state.board[: size * size]).reshape(size, size)
    if state.turn != BLACK:
        board = board.T
    row, column = np.indices((size, size))
    inner = 8 + 4 * ((row + column) % 2 == 0)
    inner += np.where(board == state.turn, 1, np.where(board > 0, 2, 0))
    grid = np.zeros((size + 2, size + 2), int)
    grid[0, :] = grid[-1, :] = 1
    grid[:, 0] += 2
    grid[:, -1] += 2
    grid[1:-1, 1:-1] = inner
    offered = state.pie and not board.any()
    return grid, [size - 1, 20 if offered else 19]


def evaluator_of(net: IntegerNet, game: AnyGame) -> NetEvaluator:
    net_input = game.net_input()
    assert net_input is not None
    return NetEvaluator(net, net_input)


@pytest.mark.parametrize(
    ("size", "blocks", "channels"), [(5, 2, 16), (7, 2, 32), (6, 3, 48), (5, 1, 64), (9, 2, 32)]
)
def test_every_kernel_says_what_the_format_means(
    tmp_path: Path, size: int, blocks: int, channels: int
):
    about = header(blocks, channels)
    weights = arrays(about)
    path = tmp_path / "net.bin"
    path.write_bytes(net_bytes(about, weights))
    game = parlour.game("brique", size=size)
    net = load_net(path, game)
    evaluator = evaluator_of(net, game)
    states = positions(size, 6)
    expected = [answer(about, weights, *seen(state)) for state in states]
    assert len({value for value, _ in expected}) > 1
    for name in kernels():
        assert net.use_kernel(name)
        assert net.kernel_name == name
        assert [evaluator.answer(state) for state in states] == expected


def test_all_kernels_agree_on_many_positions(tmp_path: Path):
    about = header(4, 32)
    path = tmp_path / "net.bin"
    path.write_bytes(net_bytes(about, arrays(about, 2)))
    game = parlour.game("brique", size=15)
    net = load_net(path, game)
    evaluator = evaluator_of(net, game)
    states = positions(15, 100, 2)
    answers: list[list[tuple[int, list[int]]]] = []
    for name in kernels():
        net.use_kernel(name)
        answers.append([evaluator.answer(state) for state in states])
    assert all(given == answers[0] for given in answers)
    assert len({value for value, _ in answers[0]}) > 20


def test_a_net_whose_sums_could_overflow_is_refused(tmp_path: Path):
    about = header()
    weights = arrays(about)
    path = tmp_path / "net.bin"
    for name in ("layer3", "stem", "hidden", "board0", "policy", "value"):
        large = weights | {name: np.full_like(weights[name], 32_767)}
        if name == "stem":
            large[name] = np.full_like(weights[name], 100_000_000)
        if name in ("policy", "value"):  # too few weights to overflow alone
            large[f"{name}_bias"] = np.array([2_147_000_000])
        path.write_bytes(net_bytes(about, large))
        with pytest.raises(BadNet, match="could overflow"):
            load_net(path, parlour.game("brique", size=5))


def test_a_net_knows_no_board_that_is_too_small(tmp_path: Path):
    path = tmp_path / "net.bin"
    path.write_bytes(net_bytes(header(), arrays(header())))
    game = parlour.game("brique", size=4)
    assert game.net_input() is None
