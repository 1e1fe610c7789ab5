"""Chessicle with few characters: tables of endings, their files, and proofs beyond them."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import parlour
from parlour import _modes
from parlour.games.chessicle.rules import Rules
from parlour.games.chessicle.solving import table_files
from parlour.games.chessicle.solving.bound_search import BoundSearch
from parlour.games.chessicle.solving.endgame_table import EndgameTable
from parlour.table.errors import BadText
from tests.games.test_chessicle import drawn
from tests.play import AnyGame

GAME = parlour.game("chessicle")
HERO_ROWS = (0, 2, 4)


@pytest.fixture(autouse=True)
def no_tables_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "data"))
    table_files.endgame_table_for.cache_clear()
    yield
    table_files.endgame_table_for.cache_clear()


@pytest.fixture(scope="module")
def table() -> EndgameTable:
    return table_files.read_table(table_files.SHIPPED, False)


def sample(rng: Random, pieces: int, game: AnyGame = GAME) -> Rules:
    """Any position of so many characters, of both sides."""
    while True:
        chosen = rng.sample(range(1, 11), pieces)
        if any(piece <= 5 for piece in chosen) and any(piece > 5 for piece in chosen):
            break
    tiles = [0] * 25
    for piece in chosen:
        hero = piece % 5 in (4, 0)
        free = [t for t in range(25) if not tiles[t] and (not hero or t // 5 in HERO_ROWS)]
        tiles[rng.choice(free)] = piece
    return placed(tiles, rng.randrange(2), game)


def placed(tiles: list[int], turn: int, game: AnyGame = GAME) -> Rules:
    state = game.blank()
    state.set_up(tiles, True, True, turn, 0)
    return state


def by_minimax(state: Rules, table: EndgameTable) -> int:
    """What the entry of a position must be, by those of the positions after each move."""
    entries = [-1 if after.over else table.entry(after) for after in afterwards(state)]
    if -1 in entries:
        return 1
    lost = [entry for entry in entries if entry and entry % 2 == 0]
    if lost:
        return 1 + min(lost)
    return 0 if 0 in entries else 1 + max(entries)


def afterwards(state: Rules) -> list[Rules]:
    return [state.after(action) for action in state.actions()]


# ---- what the tables say ------------------------------------------------------------------------


@pytest.mark.parametrize("pieces", [2, 3, 4])
def test_every_entry_follows_from_those_after_each_move(pieces: int, table: EndgameTable):
    rng = Random(pieces)
    entries = set[int]()
    for _ in range(400):
        state = sample(rng, pieces)
        entry = table.entry(state)
        assert entry == by_minimax(state, table), repr(state)
        entries.add(entry)
    assert {0, 1} < entries


def test_the_best_moves_end_it_after_as_many_as_the_table_says(table: EndgameTable):
    rng = Random(5)
    for _ in range(60):
        state = sample(rng, 4)
        entry = table.entry(state)
        winner = state.turn if entry % 2 else 1 - state.turn
        for left in range(entry, 0, -1):
            state = next(
                after
                for after in afterwards(state)
                if (after.over if left == 1 else table.entry(after) == left - 1)
            )
        assert state.over == (entry > 0)
        assert state.payoffs[winner] == (entry > 0)


@pytest.mark.parametrize("pieces", [2, 3, 4])
def test_mirrored_positions_and_exchanged_sides_have_the_same_entry(
    pieces: int, table: EndgameTable
):
    rng = Random(10 + pieces)
    for _ in range(100):
        state = sample(rng, pieces)
        tiles = list(state.tile[:25])
        images = [
            [tiles[row * 5 + column] for row in rows for column in columns]
            for rows in (range(5), range(4, -1, -1))
            for columns in (range(5), range(4, -1, -1))
        ]
        swapped = [(piece + 5) % 10 or 10 if piece else 0 for piece in tiles]
        entries = {table.entry(placed(image, state.turn)) for image in images}
        entries.add(table.entry(placed(swapped, 1 - state.turn)))
        assert len(entries) == 1


def test_pawns_are_alike(table: EndgameTable):
    one = drawn(". A-P1 . . .\n. . . A-P3 .\n. . B-H1 . .\n. . . . .\n. . . . B-P2", "B")
    other = drawn(". A-P2 . . .\n. . . A-P1 .\n. . B-H1 . .\n. . . . .\n. . . . B-P3", "B")
    assert table.entry(one) == table.entry(other)


def test_8_two_lone_h2_that_cannot_meet_draw(table: EndgameTable):
    board = "A-H2 . . . .\n. . . . .\n. . . . .\n. . . . .\n. B-H2 . . ."
    assert table.entry(drawn(board)) == 0


def test_a_hero_that_removes_the_last_two_wins_at_once(table: EndgameTable):
    board = "A-H1 B-P1 B-P2 . .\n. . . . .\n. . . . .\n. . . . .\n. . . . ."
    assert table.entry(drawn(board, "A")) == 1


def test_the_table_that_comes_with_the_game_is_made_by_one_command(table: EndgameTable):
    """Interpreted, two characters have to be enough."""
    pieces = table_files.SHIPPED_PIECES if _modes.compiled() else 2
    made = EndgameTable(pieces, False)
    told: list[tuple[int, int]] = []
    made.find_all(lambda done, count: told.append((done, count)))
    assert table_files.packed(made.data) == table.data[: made.count]
    assert told[-1] == (made.count, made.count)
    assert table_files.SHIPPED.stat().st_size < 1_000_000


def test_where_friends_block_it_is_another_table():
    made = EndgameTable(3 if _modes.compiled() else 2, True)
    made.find_all(lambda _done, _count: None)
    game, rng = parlour.game("chessicle", friend_blocks=True), Random(1)
    for _ in range(100):
        state = sample(rng, made.pieces, game)
        assert made.entry(state) == by_minimax(state, made)


# ---- files --------------------------------------------------------------------------------------


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    path = tmp_path / "two.bin"
    table_files.make_table(2, False, path, lambda _done, _count: None)
    return path


def rewritten(path: Path, **changes: object) -> Path:
    header, _, rest = path.read_bytes().partition(b"\n")
    path.write_bytes(json.dumps(json.loads(header) | changes).encode() + b"\n" + rest)
    return path


def test_a_file_comes_back_as_it_was(kept: Path):
    read = table_files.read_table(kept, False)
    assert read.pieces == 2
    assert zlib.crc32(read.data) == json.loads(kept.read_bytes().partition(b"\n")[0])["checksum"]


def refusal(path: Path, friend_blocks: bool = False) -> str:
    with pytest.raises(BadText) as refused:
        table_files.read_table(path, friend_blocks)
    return str(refused.value).replace(str(path), "FILE")


def test_what_is_no_table_of_these_rules_is_refused_with_a_sentence(kept: Path, tmp_path: Path):
    good = kept.read_bytes()
    assert refusal(tmp_path / "none.bin") == "Cannot read FILE: there is no such file."
    assert refusal(tmp_path) == "Cannot read FILE: it is a folder."
    assert "a different setting of friend_blocks" in refusal(kept, friend_blocks=True)
    assert "not an endgame table" in refusal(rewritten(kept, game="draughts"))
    assert "not an endgame table" in refusal(rewritten(kept, game="chessicle", pieces=9))
    assert "version 7 of the rules; the current version is 1" in refusal(
        rewritten(kept, game="chessicle", pieces=2, version=7)
    )
    for bad in (good[:-9], good[:-9] + bytes(9), good + b"more", good.replace(b"\n", b"\n\n", 1)):
        kept.write_bytes(bad)
        assert bad == good + b"more" or "is damaged" in refusal(kept)
    for bad in (b"", b"\n", b"\x00" * 5000, b"[]\n", b'{"game": 1}\n'):
        kept.write_bytes(bad)
        assert "not an endgame table" in refusal(kept)


def test_the_largest_table_there_is_counts(kept: Path):
    assert table_files.endgame_table_for(False).pieces == table_files.SHIPPED_PIECES
    assert table_files.endgame_table_for(True).pieces < 2
    table_files.make_table(2, True, table_files.own_path(True), lambda _done, _count: None)
    assert table_files.endgame_table_for(True).pieces == 2
    table_files.make_table(2, False, table_files.own_path(False), lambda _done, _count: None)
    assert table_files.endgame_table_for(False).pieces == table_files.SHIPPED_PIECES


def test_a_damaged_table_of_ones_own_does_not_keep_anybody_from_playing():
    own = table_files.own_path(False)
    own.parent.mkdir(parents=True)
    own.write_bytes(b"nonsense")
    assert table_files.endgame_table_for(False).pieces == table_files.SHIPPED_PIECES


# ---- proofs -------------------------------------------------------------------------------------


def test_what_a_search_down_to_the_tables_proves_is_true(table: EndgameTable, kept: Path):
    two = table_files.read_table(kept, False)
    rng, proved = Random(2), 0
    for _ in range(40):
        state = sample(rng, 3)
        entry = table.entry(state)
        value = 0 if entry == 0 else 1 if entry % 2 else -1
        proof = BoundSearch(two, state, 2_000)
        assert proof.low <= value <= proof.high
        proved += proof.low == proof.high
    assert proved > 10


def test_a_proof_keeps_to_its_nodes(kept: Path):
    proof = BoundSearch(table_files.read_table(kept, False), sample(Random(3), 8), 500)
    assert proof.nodes == 500
    assert (proof.low, proof.high) == (-1, 1)
