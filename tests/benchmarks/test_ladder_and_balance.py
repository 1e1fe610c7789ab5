"""The pages that `make ladder` and `make balance` write."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from benchmarks import balance, ladder

SVG = "{http://www.w3.org/2000/svg}"


def texts(picture: Path) -> set[str | None]:
    return {element.text for element in ElementTree.parse(picture).iter(f"{SVG}text")}


def test_the_ladder_has_all_players_strongest_first_and_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(ladder, "LEVELS", ("uct:20", "uct:2"))
    words = ["brique", "--cycles", "2", "--docs", str(tmp_path), "--kept", str(tmp_path / "kept")]
    ladder.main(words)
    page = (tmp_path / "ladder.md").read_text()
    rows = re.findall(r"^\| `(.+?)` \| ([+-]\d+) \|", page, re.M)
    assert {name for name, _ in rows} == {"uct:20", "uct:2", "glance", "wary", "random"}
    values = [int(value) for _, value in rows]
    assert values == sorted(values, reverse=True)
    assert {name for name, _ in rows} <= texts(tmp_path / "pictures" / "ladder-brique.svg")
    records = {file: file.stat().st_mtime_ns for file in (tmp_path / "kept").rglob("r*.json")}
    assert len(records) == 10 * 2 * 2
    ladder.main(words)
    assert {file: file.stat().st_mtime_ns for file in records} == records
    assert (tmp_path / "ladder.md").read_text() == page


def test_at_tables_of_four_every_place_is_taken():
    plan = ladder.plan_for("knights", 1)
    assert plan.format == "swiss"
    assert len(plan.players) % 4 == 0
    assert {f"level:{number}" for number in range(1, 11)} <= set(plan.players.values())


def test_balance_counts_every_map(tmp_path: Path):
    words = ["turncoat", "--matches", "2", "--player", "random", "--processes", "1"]
    balance.main(words, tmp_path)
    page = (tmp_path / "balance.md").read_text()
    names = re.findall(r"^\| (Turncoat \w+)", page, re.M)
    assert len(names) == len(set(names)) > 2
    assert set(names) <= texts(tmp_path / "pictures" / "balance-turncoat.svg")


def test_a_seat_that_always_wins_has_all_points(tmp_path: Path):
    game = balance.parlour.game("feud")
    found = balance.balance(game, "Feud", [balance.Played(10, 0, False)] * 50)
    assert found.shares[0].value == 1
    assert found.shares[0].low > 0.9
    assert found.shares[1].value == 0
    shared = balance.balance(game, "Feud", [balance.Played(10, None, False)] * 50)
    assert [each.value for each in shared.shares] == [0.5, 0.5]
