"""A Swiss from one file, reports in and out, and the pairings of those who pair for a living."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest

from parlour.lab.tournaments.plan import read_tournament
from tests import ROOT
from tests.lab.tournaments_help import (
    data,
    killed_and_resumed,
    records,
    refusal,
    swiss,
    tournament,
    write,
)


def test_a_swiss_of_16_that_was_killed_goes_on_with_the_same_pairings_and_ends_the_same(
    tmp_path: Path,
):
    killed_and_resumed(swiss(16, 4), tmp_path)
    found = data(tmp_path / "killed")
    met = Counter(frozenset(table) for round in found["rounds"] for table in round)
    assert len(found["rounds"]) == 4
    assert all(len(round) == 8 for round in found["rounds"])
    assert set(met.values()) == {1}
    assert sum(row["points"] for row in found["table"]) == 4 * 8


@pytest.mark.parametrize("name", ["swiss", "knights-league"])
def test_the_examples_are_tournaments(name: str):
    plan = read_tournament(ROOT / "docs" / "examples" / f"{name}.toml")
    assert (plan.format, len(plan.players), plan.seats) in (
        ("swiss", 16, 2),
        ("round-robin", 6, 4),
    )


def test_an_odd_number_of_players_has_a_bye_of_a_point_for_another_one_each_round(tmp_path: Path):
    tournament("run", write(tmp_path, swiss(7, 4)), "-o", tmp_path / "out")
    found = data(tmp_path / "out")
    free = [table[0] for round in found["rounds"] for table in round if len(table) == 1]
    assert len(free) == len(set(free)) == 4
    assert sum(row["points"] for row in found["table"]) == 4 * 3 + 4


def test_a_swiss_at_tables_of_four_brings_equals_together(tmp_path: Path):
    names = "".join(f'p{i} = "random"\n' for i in range(8))
    text = f'game = "knights"\nformat = "swiss"\nrounds = 3\nmatches = 1\n[players]\n{names}'
    tournament("run", write(tmp_path, text), "-o", tmp_path / "out", "--at-once", 2)
    rounds = data(tmp_path / "out")["rounds"]
    assert [len(round) for round in rounds] == [2, 2, 2]
    met = Counter(
        frozenset((one, other))
        for round in rounds
        for table in round
        for one in table
        for other in table
        if one < other
    )
    assert max(met.values()) <= 2
    winners = {file.name: file for file in (tmp_path / "out" / "matches").iterdir()}
    assert len(winners) == 6


# ---- reports -------------------------------------------------------------------------------------


def test_a_report_is_read_by_a_program_for_pairing_which_pairs_the_same(tmp_path: Path):
    """Cut after a round, its own report leads py4swiss to the round that was played next."""
    tournament("run", write(tmp_path, swiss(10, 4)), "-o", tmp_path / "out")
    tournament("export", tmp_path / "out", "--trf", tmp_path / "x.trf")
    parsed = import_module("py4swiss.trf.trf_parser").TrfParser.parse(tmp_path / "x.trf", True)
    rounds = data(tmp_path / "out")["rounds"]
    names = list(data(tmp_path / "out")["players"])
    for number in range(4):
        for section in parsed.player_sections:
            result = section.results[number]
            mine = names[section.starting_number - 1]
            table = next(table for table in rounds[number] if mine in table)
            other = names[result.id - 1]
            assert table == ([mine, other] if result.color.value == "w" else [other, mine])
    text = (tmp_path / "x.trf").read_text()
    cut = [
        line[:80] + " 0.0" + line[84:91].rstrip() + "  " if line.startswith("001") else line
        for line in text.splitlines()
    ]
    (tmp_path / "cut.trf").write_text("\n".join(line.rstrip() for line in cut) + "\n")
    shown = tournament("show", tmp_path / "cut.trf")
    pairs = [line.strip().split(" – ") for line in shown.split("round 1:")[1].splitlines() if line]
    assert pairs == rounds[0]


def test_a_report_shows_its_table(tmp_path: Path):
    tournament("run", write(tmp_path, swiss(6, 3)), "-o", tmp_path / "out")
    tournament("export", tmp_path / "out", "--trf", tmp_path / "x.trf")
    shown = tournament("show", tmp_path / "x.trf")
    assert "All 3 rounds of" in shown
    lines = [re.split(r"\s{2,}", line.strip()) for line in shown.splitlines()[2:8]]
    points = {row["name"]: row["points"] for row in data(tmp_path / "out")["table"]}
    assert {line[0].split(" ", 1)[1]: float(line[1]) for line in lines} == points


@pytest.mark.parametrize(
    "text",
    [
        '{"game": "brique"}',
        "",
        "001 what\n",
        "\x00\x01\x02",
        "012 A tournament\nXXR 5\n",
        "[players]\na = 'b'\n",
        "001    1      Somebody                                                             "
        "   9.0    1     2 w 1\nXXR 3\n",
    ],
)
def test_a_report_of_something_else_is_refused(tmp_path: Path, text: str):
    (tmp_path / "x.trf").write_text(text)
    said = refusal("show", tmp_path / "x.trf")
    assert "x.trf is not a tournament report (TRF): " in said


def test_a_league_of_fours_has_no_report(tmp_path: Path):
    names = "".join(f'p{i} = "random"\n' for i in range(4))
    text = f'game = "knights"\nformat = "round-robin"\nmatches = 1\n[players]\n{names}'
    tournament("run", write(tmp_path, text), "-o", tmp_path / "out")
    assert "has 4 seats" in refusal("export", tmp_path / "out", "--trf", tmp_path / "x.trf")
    assert not (tmp_path / "x.trf").exists()


def test_the_example_is_toml():
    for file in (ROOT / "docs" / "examples").glob("*.toml"):
        assert tomllib.loads(file.read_text())["players"]


def test_records_of_a_swiss_name_players_rounds_and_tables(tmp_path: Path):
    tournament("run", write(tmp_path, swiss(4, 2)), "-o", tmp_path / "out")
    rounds = data(tmp_path / "out")["rounds"]
    for name, record in records(tmp_path / "out").items():
        found = import_module("parlour").Record.from_json(record)
        table = rounds[int(found.tags["Round"]) - 1][int(found.tags["Table"]) - 1]
        assert name.startswith(f"r{int(found.tags['Round']):03}-t{int(found.tags['Table']):03}")
        assert list(found.players) == table
