"""The net of Chessicle: the same integers in both modes, its file, and how good it is."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from parlour.games.chessicle.net import net_file
from parlour.games.chessicle.net.net_file import SHIPPED, read_weights, shipped_weights, written
from parlour.games.chessicle.net.pair_net import PairNet
from parlour.games.chessicle.net.pairs import FEATURES, PAIRS
from parlour.games.chessicle.rules import Rules
from parlour.games.chessicle.solving import table_files
from parlour.table.errors import BadText
from tests.games.test_chessicle_endings import placed, sample


@pytest.fixture(scope="module")
def net() -> PairNet:
    return PairNet(shipped_weights())


def slowly(state: Rules) -> list[int]:
    """What the net says, from its description: pairs, three layers, sums cut at 0 and 127."""
    weights = shipped_weights()
    sides = [
        [state.place[5 * seat + i + 1] for i in range(5)] for seat in (state.turn, 1 - state.turn)
    ]
    tiles = [[p[3], p[4], *p[:3]] for p in sides]
    for across in (False, True):
        if beyond(tiles, across):
            tiles = [[flipped(tile, across) for tile in side] for side in tiles]
    slots = [
        15 if k < 2 and tile == 25 else tile // 10 * 5 + tile % 5 if k < 2 else tile
        for side in tiles
        for k, tile in enumerate([*side[:2], *sorted(side[2:])])
    ]
    sums = [*weights.bias1]
    for pair in PAIRS:
        feature = pair.begin + slots[pair.first] * pair.width + slots[pair.second]
        for i in range(128):
            sums[i] += weights.pairs[128 * feature + i]
    values = [min(max(total, 0), 127) for total in sums]
    for dense, bias in ((weights.dense2, weights.bias2), (weights.dense3, weights.bias3)):
        values = [min(max(t, 0) >> 6, 127) for t in layer(values, dense, bias)]
    return layer(values, weights.dense4, weights.bias4)


def layer(values: Sequence[int], dense: Sequence[int], bias: Sequence[int]) -> list[int]:
    n = len(values)
    return [
        b + sum(v * w for v, w in zip(values, dense[n * o : n * o + n], strict=True))
        for o, b in enumerate(bias)
    ]


def flipped(tile: int, across: bool) -> int:
    row, column = divmod(tile, 5)
    if tile == 25:
        return tile
    return 5 * row + 4 - column if across else 5 * (4 - row) + column


def beyond(tiles: list[list[int]], across: bool) -> bool:
    def offset(tile: int) -> int:
        return 0 if tile == 25 else (tile % 5 if across else tile // 5) - 2

    heroes = [offset(side[k]) for side in tiles for k in (0, 1)]
    pawns = [sum(offset(tile) for tile in side[2:]) for side in tiles]
    return next((value > 0 for value in (*heroes, *pawns) if value), False)


def test_the_net_says_the_same_as_its_description(net: PairNet):
    rng = Random(4)
    for _ in range(20):
        state = sample(rng, rng.randrange(2, 11))
        assert net.last_sums(state) == slowly(state)


def test_mirror_images_look_the_same(net: PairNet):
    rng = Random(5)
    for across in (False, True):
        state = sample(rng, 8)
        image = [0] * 25
        for tile in range(25):
            image[flipped(tile, across)] = state.tile[tile]
        assert net.last_sums(placed(image, state.turn)) == net.last_sums(state)


def test_the_net_knows_the_endings_of_four_characters(net: PairNet):
    """Of a thousand at most one in a hundred is taken for another result."""
    table = table_files.read_table(table_files.SHIPPED, False)
    rng = Random(6)
    right = 0
    for _ in range(1_000):
        state = sample(rng, rng.randrange(2, 5))
        entry = table.entry(state)
        sums = net.last_sums(state)
        right += sums.index(max(sums)) == (1 if entry == 0 else 2 if entry % 2 else 0)
    assert right > 990


# ---- the file ------------------------------------------------------------------------------------


def test_the_file_is_small_and_round_trips():
    assert SHIPPED.stat().st_size < 1_000_000
    assert written(shipped_weights()) == SHIPPED.read_bytes()
    assert len(shipped_weights().pairs) == 128 * FEATURES


def refused(path: Path, data: bytes) -> str:
    path.write_bytes(data)
    with pytest.raises(BadText) as error:
        read_weights(path)
    return error.value.sentence.id


def test_files_that_are_no_such_net_are_refused(tmp_path: Path):
    path, good = tmp_path / "net.bin", SHIPPED.read_bytes()
    first, _, rest = good.partition(b"\n")
    header = json.loads(first)

    def with_header(**changed: object) -> bytes:
        return json.dumps(header | changed).encode() + b"\n" + rest

    assert refused(path, b"") == "chessicle.net_none"
    assert refused(path, b"\x00" * 5_000) == "chessicle.net_none"
    assert refused(path, with_header(game="feud")) == "chessicle.net_none"
    assert refused(path, with_header(layers=[1, 1, 1, 1])) == "chessicle.net_none"
    assert refused(path, with_header(version=2)) == "chessicle.net_version"
    assert refused(path, with_header(checksum=1)) == "chessicle.net_damaged"
    assert refused(path, good[:-1_000]) == "chessicle.net_damaged"
    short = zlib.compress(b"\x00" * 1_000)
    checksum = zlib.crc32(b"\x00" * 1_000)
    assert refused(path, with_header(checksum=checksum)[: -len(rest)] + short) == (
        "chessicle.net_damaged"
    )
    assert refused(path, first + b"\n" + zlib.compress(b"\x00" * (1 << 26))) == (
        "chessicle.net_damaged"
    )
    with pytest.raises(BadText):
        read_weights(tmp_path / "nowhere.bin")
    assert net_file.LARGEST_FILE < 1 << 21
