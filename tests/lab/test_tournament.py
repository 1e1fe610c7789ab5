"""`parlour tournament` as it is used: run, killed, resumed, shown, exported."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from xml.etree import ElementTree

import pytest

from parlour.table.record import read_record
from tests.lab.tournaments_help import (
    LEAGUE,
    data,
    kill_after,
    killed_and_resumed,
    records,
    refusal,
    tournament,
    write,
)

KNOCKOUT = """
game = "brique"
format = "knockout"
settings.size = 4
opening = 2
[players]
a = "uct:30"
b = "glance"
c = "random"
d = "random"
e = "uct:10"
"""
CRASHES = """
class Bot:
    def choose(self, state, clock):
        raise ValueError("out of ideas")
"""
GAUNTLET = KNOCKOUT.replace('"knockout"', '"gauntlet"\ncycles = 2')


def test_a_league_at_tables_of_four_that_was_killed_goes_on_and_ends_the_same(tmp_path: Path):
    killed_and_resumed(LEAGUE, tmp_path)
    table = data(tmp_path / "killed")
    assert len(table["rounds"]) == 5
    assert sum(row["points"] for row in table["table"]) == pytest.approx(5 * 4)
    assert all(row["wins"] + row["draws"] + row["losses"] == 4 * 4 for row in table["table"])


def test_every_four_of_a_league_meet_once_from_each_seat(tmp_path: Path):
    tournament("run", write(tmp_path, LEAGUE), "-o", tmp_path / "league", "--at-once", 2)
    tables: dict[frozenset[str], list[tuple[str, ...]]] = {}
    for file in sorted((tmp_path / "league" / "matches").iterdir()):
        players = read_record(file).players
        tables.setdefault(frozenset(players), []).append(players)
    assert len(tables) == 5
    for seated in tables.values():
        assert all(len({players[seat] for players in seated}) == 4 for seat in range(4))


def test_the_matches_of_an_encounter_have_the_same_opening_and_others_another(tmp_path: Path):
    tournament("run", write(tmp_path, GAUNTLET), "-o", tmp_path / "out")
    openings: dict[tuple[str, str], set[tuple[str, ...]]] = {}
    for file in sorted((tmp_path / "out" / "matches").iterdir()):
        record = read_record(file)
        key = record.tags["Round"], record.tags["Table"]
        first = tuple(event.what for event in record.events[: int(record.tags["Opening"])])
        openings.setdefault(key, set()).add(first)
    assert all(len(found) == 1 for found in openings.values())
    assert len({next(iter(found)) for found in openings.values()}) > 1


def test_in_a_gauntlet_everybody_meets_the_first_and_nobody_else(tmp_path: Path):
    tournament("run", write(tmp_path, GAUNTLET), "-o", tmp_path / "out")
    met = [table for round in data(tmp_path / "out")["rounds"] for table in round]
    assert sorted(map(sorted, met)) == sorted(["a", x] for x in "bcde" for _ in range(2))


def test_a_knockout_has_byes_for_the_first_and_a_winner(tmp_path: Path):
    tournament("run", write(tmp_path, KNOCKOUT), "-o", tmp_path / "out")
    found = data(tmp_path / "out")
    assert [len(round) for round in found["rounds"]] == [4, 2, 1]
    assert [table for table in found["rounds"][0] if len(table) == 1] == [["a"], ["b"], ["c"]]
    assert found["table"][0]["name"] in found["rounds"][2][0]
    assert {row["name"] for row in found["table"][:2]} == set(found["rounds"][2][0])


def test_a_player_that_crashes_forfeits_and_the_log_is_named(tmp_path: Path):
    bot = tmp_path / "bot.py"
    bot.write_text(CRASHES)
    text = KNOCKOUT.replace('"knockout"', '"round-robin"').replace('"glance"', f'"py:{bot}"')
    printed = tournament("run", write(tmp_path, text), "-o", tmp_path / "out")
    row = next(row for row in data(tmp_path / "out")["table"] if row["name"] == "b")
    assert row["forfeits"] == row["losses"] == 8
    reason = next(line for line in printed.splitlines() if line.startswith("b forfeited"))
    log = Path(reason.rsplit(" ", 1)[1].rstrip("."))
    assert "out of ideas" in log.read_text()


def test_a_finished_tournament_is_not_played_again(tmp_path: Path):
    file = write(tmp_path, KNOCKOUT)
    once = tournament("run", file, "-o", tmp_path / "out")
    before = {p.name: p.stat().st_mtime_ns for p in (tmp_path / "out" / "matches").iterdir()}
    assert tournament("run", file, "-o", tmp_path / "out") == once
    after = {p.name: p.stat().st_mtime_ns for p in (tmp_path / "out" / "matches").iterdir()}
    assert before == after


def test_the_order_in_which_matches_end_changes_nothing(tmp_path: Path):
    file = write(tmp_path, GAUNTLET)
    tournament("run", file, "-o", tmp_path / "one")
    tournament("run", file, "-o", tmp_path / "three", "--at-once", 3)
    assert records(tmp_path / "one") == records(tmp_path / "three")
    assert data(tmp_path / "one") == data(tmp_path / "three")


def test_a_record_without_its_row_is_played_again_and_counts_once(tmp_path: Path):
    """As if the machine had stopped between the two."""
    file = write(tmp_path, KNOCKOUT)
    tournament("run", file, "-o", tmp_path / "out")
    whole, kept = data(tmp_path / "out"), records(tmp_path / "out")
    with sqlite3.connect(tmp_path / "out" / "results.db") as database:
        database.execute("delete from matches where key like 'r003%'")
    database.close()
    tournament("run", file, "-o", tmp_path / "out")
    assert data(tmp_path / "out") == whole
    assert records(tmp_path / "out") == kept


def test_a_pairing_that_does_not_follow_is_noticed(tmp_path: Path):
    file = write(tmp_path, KNOCKOUT)
    tournament("run", file, "-o", tmp_path / "out")
    with sqlite3.connect(tmp_path / "out" / "results.db") as database:
        database.execute(
            "update encounters set players = '[2,3]' where round = 1 and \"table\" = 0"
        )
        database.execute("delete from matches where round > 0")
    database.close()
    assert "round 2 was paired in another way" in refusal("run", file, "-o", tmp_path / "out")


def test_the_pictures_show_every_player(tmp_path: Path):
    tournament("run", write(tmp_path, LEAGUE), "-o", tmp_path / "out", "--at-once", 2)
    for name in ("crosstable.svg", "ratings.svg"):
        drawn = ElementTree.parse(tmp_path / "out" / name)
        texts = {element.text for element in drawn.iter("{http://www.w3.org/2000/svg}text")}
        assert {"search", "glance", "wary", "random", "other"} <= texts


def test_all_records_are_exported_as_lines(tmp_path: Path):
    tournament("run", write(tmp_path, KNOCKOUT), "-o", tmp_path / "out")
    tournament("export", tmp_path / "out", "--records", tmp_path / "all.jsonl")
    lines = (tmp_path / "all.jsonl").read_text().splitlines()
    assert len(lines) == len(records(tmp_path / "out"))
    assert all(json.loads(line)["game"] == "brique" for line in lines)


def test_only_one_process_plays_a_tournament(tmp_path: Path):
    slow = KNOCKOUT.replace("uct:30", "uct:0.3s")
    file = write(tmp_path, slow)
    from parlour.lab.tournaments.plan import read_tournament
    from parlour.lab.tournaments.store import open_store

    with open_store(read_tournament(file), tmp_path / "out"):
        assert "Another process is playing" in refusal("run", file, "-o", tmp_path / "out")


def test_without_a_folder_it_is_found_again_by_its_file(tmp_path: Path):
    file = write(tmp_path, KNOCKOUT)
    played = tournament("run", file)
    shown = tournament("show", file)
    assert shown.splitlines()[:8] == played.splitlines()[:8]


def test_killing_waits_for_matches(tmp_path: Path):
    """The tests above would show nothing if the tournament ended first."""
    kill_after(1, write(tmp_path, LEAGUE), tmp_path / "out")
    assert len(data(tmp_path / "out")["table"]) == 5
