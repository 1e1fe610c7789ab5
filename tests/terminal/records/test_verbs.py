"""show, replay, check, convert and picture, as they are called from a shell."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image

import parlour
from parlour.cli import main
from parlour.drawing.slides import slides
from parlour.drawing.theme import DARK, LIGHT
from parlour.table.matches.record_text import to_text
from parlour.terminal.records.replay import svg_at


@pytest.fixture
def file(tmp_path: Path) -> Path:
    match = parlour.Match(parlour.game("brique", size=3), ["Ann", "Bob"])
    for seat, text in [(0, "b2"), (1, "no"), (1, "a1"), (0, "b1"), (1, "c3"), (0, "b3")]:
        match.act(seat, text)
    path = tmp_path / "match.json"
    path.write_bytes(match.record(date="today").to_json())
    return path


def run(*words: object, typed: str = "", code: int = 0) -> str:
    result = CliRunner().invoke(main, [str(word) for word in words], input=typed)
    assert result.exit_code == code, result.output
    assert "Traceback" not in result.output
    return result.output


def test_what_is_no_record_is_named(tmp_path: Path):
    path = tmp_path / "notes.txt"
    path.write_text("hello", "utf-8")
    assert f"{path}: This is not a record" in run("show", path, code=2)


def test_show_tells_who_played_and_how_it_ended(file: Path):
    shown = run("show", file)
    assert shown.startswith("Brique: Ann and Bob\nsize: 3\n")
    assert "Ann joined top and bottom with black and wins." in shown
    assert " 1 |W|B| | 1" in shown
    assert " 1 | |#| | 1" in run("show", file, "--at", "1")
    assert json.loads(run("show", file, "--json"))["events"] == 6


def test_a_position_that_is_not_there_is_a_sentence(file: Path):
    assert "There is no position 7; the record has positions 0 to 6." in run(
        "show", file, "--at", 7, code=2
    )
    assert "There is no position -1" in run("picture", file, "--at", "-1", "-o", "x.svg", code=2)


def test_replay_steps_forwards_and_back(file: Path):
    shown = run("replay", file, typed="\n\nb\n6\nwhat\nq\n")
    steps = [line for line in shown.splitlines() if line[:2] in ("1.", "2.", "6.")]
    placed = "The position '{}' is now filled with the Black Piece as follows:"
    assert [steps[0], *steps[2:]] == [
        f"1. {placed.format('b 2')}",
        f"1. {placed.format('b 2')}",
        f"6. {placed.format('b 3')}",
    ]
    assert steps[1].startswith("2. Bob ")
    *_, said, asked = shown.splitlines()
    assert said.endswith("what: press Enter, or enter b, q or a number from 0 to 6.")
    assert asked.startswith("Position 6 of 6.")


def test_replay_ends_with_the_input_or_after_the_last_position(file: Path):
    assert "6. The position 'b 3' is now filled" in run("replay", file, typed="\n" * 7)
    assert "Position 0 of 6" in run("replay", file)


ROW = "P1, P2, P3, H1, H2"


@pytest.fixture
def kept(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same record as the last of two kept matches."""
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "data"))
    folder = tmp_path / "data" / "matches"
    folder.mkdir(parents=True)
    older, last = folder / "older.json", folder / "last.json"
    older.write_bytes(parlour.Match(parlour.game("feud"), ["Cleo", "Dora"]).record().to_json())
    last.write_bytes(file.read_bytes())
    os.utime(older, (1, 1))
    return last


def test_without_a_file_the_last_match_is_taken(kept: Path):
    assert run("show").startswith("Brique: Ann and Bob\n")
    assert "Position 0 of 6" in run("replay")
    assert "Ann" in run("analyse", "--player", "uct:5")


def test_a_bare_name_is_found_among_the_saved_matches(kept: Path):
    for name in ("older", "older.json"):
        assert run("show", name).startswith("Feud: Cleo and Dora\n")
    assert "older.txt: there is no such file" in run("show", "older.txt", code=2)


def test_without_any_saved_match_that_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path))
    for verb in ("show", "replay", "analyse"):
        assert "There are no saved matches yet" in run(verb, code=2)


SOLVED = {
    "knights": ({"players": 2}, ["E", "W"], []),
    "chessicle": ({}, [ROW, ROW, "P1:F"], ["--nodes", "1000"]),
    "brique": ({"size": 3}, ["a1", "no"], []),
}


@pytest.mark.parametrize("slug", SOLVED)
def test_solve_takes_the_very_line_that_show_prints(slug: str, tmp_path: Path):
    """All of what is printed, and the position in it alone."""
    settings, moves, few = SOLVED[slug]
    match = parlour.Match(parlour.game(slug, **settings))
    for text in moves:
        match.act(match.state.seat, text)
    file = tmp_path / "match.json"
    file.write_bytes(match.record().to_json())
    shown = run("show", file, "--json").strip()
    whole = run("solve", slug, shown, *few).splitlines()
    alone = run("solve", slug, json.loads(shown)["line"], *few).splitlines()
    assert whole[:8] == alone[:8] or slug == "brique"  # which tells how long it took
    assert whole[0] == alone[0]


def test_what_show_did_not_print_is_refused_by_solve():
    assert "This is not what parlour show --json prints" in run("solve", "knights", "{", code=2)


def test_check_says_what_a_record_is_or_what_is_wrong_with_it(file: Path, tmp_path: Path):
    assert run("check", file).startswith("The record is legal: Brique, 6 events. Ann joined")
    broken = tmp_path / "broken.json"
    broken.write_text(file.read_text().replace('"a1"', '"b2"'))
    assert "Event 3: b2: there is already a stone on this square." in run("check", broken, code=1)
    assert "Cannot read" in run("check", tmp_path / "none.json", code=2)


def test_convert_goes_there_and_back(file: Path, tmp_path: Path):
    text = tmp_path / "match.txt"
    run("convert", file, "--to", "text", "-o", text)
    assert text.read_text() == to_text(parlour.read_record(file))
    run("convert", text, "--to", "json", "-o", tmp_path / "again.json")
    assert parlour.read_record(tmp_path / "again.json") == parlour.read_record(file)


@pytest.mark.parametrize(
    ("name", "begins"), [("x.svg", b"<svg"), ("x.png", b"\x89PNG"), ("x.gif", b"GIF89a")]
)
def test_pictures_of_a_record(file: Path, tmp_path: Path, name: str, begins: bytes):
    run("picture", file, "-o", tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(begins)


def test_the_corners_of_a_gif_are_not_black(file: Path, tmp_path: Path):
    run("picture", file, "-o", tmp_path / "x.gif")
    with Image.open(tmp_path / "x.gif") as gif:
        frame = gif.convert("RGB")
    for corner in ((0, 0), (frame.width - 1, 0), (0, frame.height - 1)):
        assert frame.getpixel(corner) == (255, 255, 255)


def test_all_pictures_are_those_of_each_position(file: Path):
    record = parlour.read_record(file)
    drawn = [slide.svg for slide in slides(record)]
    assert drawn == [svg_at(record, number) for number in range(7)]
    assert svg_at(record, None) == svg_at(record, 6) != svg_at(record, 5)


@pytest.mark.parametrize("source", ["a record", "a line"])
def test_a_picture_may_be_dark(file: Path, tmp_path: Path, source: str):
    line = ["5/5/2b2/5/5 w 1 ask", "--game", "brique", "--set", "size=5"]
    words = [file] if source == "a record" else line
    for name, options in (("light.svg", []), ("dark.svg", ["--dark"])):
        run("picture", *words, "-o", tmp_path / name, *options)
    light, dark = ((tmp_path / f"{name}.svg").read_text() for name in ("light", "dark"))
    assert f'fill="{LIGHT.paper}"' in light
    assert f'fill="{DARK.paper}"' in dark
    assert LIGHT.paper not in dark


def test_a_picture_of_a_line(tmp_path: Path):
    line = "3/1b1/3 w 1 ask"
    words = ["picture", line, "--game", "brique", "--set", "size=3"]
    run(*words, "-o", tmp_path / "x.svg")
    assert "Player 2" in (tmp_path / "x.svg").read_text()
    assert "Only a record can become a GIF" in run(*words, "-o", tmp_path / "x.gif", code=2)
    assert "a picture ends in .svg, .png or .gif" in run(*words, "-o", "x.jpg", code=2)


def test_a_target_that_cannot_be_written_is_a_sentence(file: Path):
    said = run("convert", file, "--to", "text", "-o", "/nowhere/at/all", code=2)
    assert "Cannot write /nowhere/at/all" in said


def test_resume_brings_its_own_game(file: Path):
    assert "already has its game and settings" in run("play", "brique", "--resume", file, code=2)


def test_a_setting_may_come_from_a_file(tmp_path: Path):
    size = tmp_path / "size"
    size.write_text("3\n")
    assert " 3 | |#| | 3" in run("play", "brique", "--set", f"size=@{size}", typed="quit\n")
    assert "Cannot read" in run("play", "brique", "--set", "size=@/nowhere", code=2)
