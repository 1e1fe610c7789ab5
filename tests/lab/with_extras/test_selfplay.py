"""Self-play data: complete, the same after a kill, and read by those whom others use."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import parlour
from parlour.cli import main
from parlour.lab.extras import load
from parlour.lab.selfplay.shards import COLUMNS, check_shard
from parlour.table.errors import BadRecord

WORDS = ["selfplay", "brique", "--set", "size=4", "--opening", "2", "--shard", "3"]


def words(folder: Path, *more: str, player: str = "mcts:30", matches: int = 12) -> list[str]:
    return [*WORDS, "--player", player, "--matches", str(matches), "-o", str(folder), *more]


def run(folder: Path, *more: str, player: str = "mcts:30", matches: int = 12) -> str:
    done = CliRunner().invoke(main, words(folder, *more, player=player, matches=matches))
    assert done.exit_code == 0, done.output
    return done.output


def refusal(*arguments: str) -> str:
    done = CliRunner().invoke(main, list(arguments))
    assert done.exit_code == 2, done.output
    return done.stderr


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in (folder / "data").iterdir()}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("selfplay") / "data"
    run(folder)
    return folder


def rows(folder: Path) -> list[dict[str, Any]]:
    return load("pyarrow.parquet").read_table(folder / "data").to_pylist()


def test_every_row_is_a_decision_that_the_rules_allow(data: Path):
    game, found = parlour.game("brique", size=4), rows(data)
    assert {row["match"] for row in found} == set(range(12))
    for row in found:
        state = game.from_line(row["line"])
        assert state.seat == row["seat"]
        assert list(state.actions()) == row["legal"]
        assert game.write(state, row["action"]) == row["move"]
        assert len(row["visits"]) == len(row["legal"])
        assert -1 <= row["value"] <= 1
        assert row["payoffs"][row["seat"]] == row["payoff"]
        assert sum(row["payoffs"]) == 0


def test_the_rows_of_a_match_follow_each_other(data: Path):
    game, found = parlour.game("brique", size=4), rows(data)
    for before, after in pairwise(found):
        if before["match"] == after["match"]:
            state = game.from_line(before["line"])
            state.push(before["action"])
            assert game.line(state) == after["line"]
            assert after["ply"] == before["ply"] + 1


def test_datasets_polars_and_duckdb_read_the_folder(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("HF_DATASETS_CACHE", str(tmp_path))
    expected = rows(data)
    dataset = load("datasets").load_dataset(str(data), split="train", cache_dir=str(tmp_path))
    assert dataset.num_rows == len(expected)
    assert set(dataset.column_names) == set(COLUMNS)
    assert dataset[0]["line"] == expected[0]["line"]
    frame = load("polars").read_parquet(data / "data" / "*.parquet")
    assert frame.height == len(expected)
    assert frame["visits"].to_list() == [row["visits"] for row in expected]
    query = f"select count(*), sum(payoff) from '{data}/data/*.parquet'"
    ((count, total),) = load("duckdb").sql(query).fetchall()
    assert count == len(expected)
    assert total == sum(row["payoff"] for row in expected)


def test_the_card_has_every_column_and_the_command(data: Path):
    card = (data / "README.md").read_text()
    assert all(f"| `{name}` |" in card for name in COLUMNS)
    assert "parlour selfplay brique --player mcts:30 --matches 12 --shard 3 --set size=4" in card
    assert f"{len(rows(data))} decisions of 12 matches" in card


def test_the_number_of_processes_changes_nothing(data: Path, tmp_path: Path):
    run(tmp_path / "two", "--at-once", "2")
    assert files(tmp_path / "two") == files(data)


def test_after_a_kill_the_same_command_continues_and_the_data_are_the_same(tmp_path: Path):
    run(tmp_path / "whole", player="mcts:300", matches=30)
    folder = tmp_path / "killed"
    command = [sys.executable, "-m", "parlour", *words(folder, player="mcts:300", matches=30)]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    limit = time.monotonic() + 120
    while len(list((folder / "data").glob("*.parquet"))) < 2:
        assert process.poll() is None
        assert time.monotonic() < limit
        time.sleep(0.005)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert len(files(folder)) < 10
    assert "of 10 shards are complete" in run(folder, player="mcts:300", matches=30)
    assert files(folder) == files(tmp_path / "whole")


@pytest.mark.parametrize("kept", [0, 100, 0.5, -1, "flipped"])
def test_a_shard_that_was_cut_or_changed_is_noticed_and_played_again(
    tmp_path: Path, kept: float | str
):
    run(tmp_path / "x")
    before = files(tmp_path / "x")
    file = tmp_path / "x" / "data" / "shard-000002.parquet"
    content = bytearray(file.read_bytes())
    if isinstance(kept, str):
        content[len(content) // 4] ^= 0xFF
    else:
        content = content[: int(kept * len(content)) if 0 < kept < 1 else int(kept)]
    file.write_bytes(content)
    said = run(tmp_path / "x")
    assert f"{file} is damaged or was cut off, so its matches are played again" in said
    assert files(tmp_path / "x") == before


def test_a_shard_of_other_data_is_noticed(data: Path):
    with pytest.raises(BadRecord, match="It belongs to other data"):
        check_shard(data / "data" / "shard-000001.parquet", "0" * 64, 1)


def test_a_player_that_does_not_search_has_no_visits(tmp_path: Path):
    run(tmp_path / "x", player="random", matches=3)
    assert all(row["visits"] is None and row["value"] is None for row in rows(tmp_path / "x"))


def test_wrong_words_are_refused(data: Path, tmp_path: Path):
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thesis.txt").write_text("x")
    more = ["--player", "random", "-o", str(tmp_path / "x")]
    assert "there is no such player" in refusal("selfplay", "brique", *words(tmp_path / "x")[2:-2],
        "--player", "stockfish", "-o", str(tmp_path / "x"))  # fmt: skip
    assert "name one player for all" in refusal("selfplay", "knights", *more, "--player", "random")
    assert "size" in refusal("selfplay", "brique", "--set", "size=99", *more)
    assert "sice" in refusal("selfplay", "brique", "--set", "sice=9", *more)
    assert "holds other self-play data" in refusal(*words(data, matches=13))
    assert "is not a folder of self-play data" in refusal(*words(tmp_path / "full"))
    assert not (tmp_path / "x").exists()
