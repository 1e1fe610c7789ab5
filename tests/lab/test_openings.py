"""`parlour openings`: what was played, from the start and from any position."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import parlour
from parlour.cli import main
from parlour.table.match import Match

GAMES = [("c3", "swap", "a1"), ("c3", "keep", "b2"), ("b2", "keep", "c3"), ("c3", "keep", "b2")]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Four matches of the same beginnings; the first seat wins the first and the last."""
    game = parlour.game("brique", size=5)
    for number, moves in enumerate(GAMES):
        match = Match(game, ["A", "B"])
        for move in moves:
            match.act(match.state.seat, game.read(match.state, move))
        match.resign(1 if number in (0, 3) else 0)
        file = tmp_path / "deep" / "matches" / f"{number}.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(match.record().to_json())
    return tmp_path


def run(*words: object) -> dict[str, Any]:
    done = CliRunner().invoke(main, ["openings", *map(str, words), "--json"])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def refusal(*words: object) -> str:
    done = CliRunner().invoke(main, ["openings", *map(str, words)])
    assert done.exit_code == 2, done.output
    return done.stderr


def test_the_most_played_come_first_with_the_share_of_who_played_them(folder: Path):
    found = run(folder)
    assert found["matches"] == 4
    assert [(move["move"], move["matches"]) for move in found["moves"]] == [("c3", 3), ("b2", 1)]
    assert found["moves"][0]["share"][0] == pytest.approx(2 / 3, abs=1e-4)
    assert found["moves"][1]["share"][0] == 0


def test_any_position_can_be_looked_at_by_its_moves_or_its_line(folder: Path):
    by_moves = run(folder, "--moves", "c3; keep")
    assert by_moves["matches"] == 2
    assert [(move["move"], move["matches"]) for move in by_moves["moves"]] == [("b2", 2)]
    assert run(folder, "--line", by_moves["line"]) == by_moves


def test_positions_count_however_they_were_reached(folder: Path):
    """Both orders of two stones lead to one position, which asks the same question."""
    game = parlour.game("brique", size=5)
    lines: set[str] = set()
    for moves in (("c3", "keep", "b2"), ("b2", "keep", "c3")):
        state = game.start()
        for move in moves:
            state.push(game.read(state, move))
        lines.add(game.line(state))
    assert len(lines) == 2  # the colours differ, and so do the positions


def test_the_most_played_openings_are_listed_with_their_points(folder: Path):
    found = run(folder, "--plies", 2)
    assert found["most_played"][0] == {"moves": ["c3", "keep"], "matches": 2, "points": [1.0, 1.0]}
    assert len(found["most_played"]) == 3


def test_lines_of_records_are_read(folder: Path):
    lines = [
        json.dumps(json.loads(file.read_text())) for file in (folder / "deep/matches").iterdir()
    ]
    (folder / "all.jsonl").write_text("\n".join([*lines, "{}", ""]))
    done = CliRunner().invoke(main, ["openings", str(folder / "all.jsonl")])
    assert done.exit_code == 0
    assert "4 matches reach" in done.stdout
    assert "all.jsonl, line 5 is left out:" in done.stderr


def test_a_damaged_record_is_left_out_with_a_note(folder: Path):
    (folder / "deep" / "matches" / "9.json").write_text('{"parlour": "record 1"}')
    done = CliRunner().invoke(main, ["openings", str(folder)])
    assert done.exit_code == 0
    assert "4 matches reach" in done.stdout
    assert "9.json" in done.stderr


def test_wrong_words_are_refused(folder: Path, tmp_path: Path):
    (tmp_path / "empty").mkdir()
    assert "there are no records here" in refusal(tmp_path / "empty")
    assert "Move 2 of the opening" in refusal(folder, "--moves", "c3; z9")
    assert "not both" in refusal(folder, "--moves", "c3", "--line", "x")
    assert "position" in refusal(folder, "--line", "what")
    other = parlour.game("feud")
    match = Match(other, ["A", "B"])
    match.resign(0)
    (folder / "other.json").write_bytes(match.record().to_json())
    assert "is a match of" in refusal(folder)


def test_a_position_nobody_reached_has_no_moves(folder: Path):
    found = run(folder, "--moves", "a1")
    assert (found["matches"], found["moves"]) == (0, [])
