"""Wrong tournament files and folders: each is a sentence with its file and its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lab.tournaments_help import refusal, tournament, write

GOOD = """
game = "brique"
format = "round-robin"
settings.size = 4
[players]
a = "random"
b = "glance"
"""
BAD = [
    ("game =", "This is not TOML: Invalid value (at end of document)."),
    (GOOD.replace('"brique"', '"chest"'), "game: "),
    (GOOD.replace("size = 4", "size = 400"), "settings: "),
    (GOOD.replace("size = 4", "sice = 4"), "settings: "),
    (GOOD.replace('"random"', '"stockfish"'), "players.a: stockfish: there is no such player."),
    (GOOD.replace('"random"', '"py:nothing.py"'), "players.a: "),
    (GOOD.replace('"random"', "7"), "players[...]: The value is wrong here: Expected `str`, got"),
    (GOOD.replace('b = "glance"', ""), "players: round-robin needs at least 2 players; the file"),
    (GOOD.replace("round-robin", "swiss"), "players: swiss needs at least 3 players; the file"),
    (GOOD.replace("round-robin", "rondo"), "format: The value is wrong here: Invalid enum value"),
    ("rounds = 3\n" + GOOD, "rounds: Only a Swiss has a number of rounds"),
    ("round = 3\n" + GOOD, "round: There is no such entry."),
    ("seed = -1\n" + GOOD, "seed: The value is wrong here: Expected `int` >= 0."),
    ('clock = "soon"\n' + GOOD, "clock: "),
    ("matches = 1000\ncycles = 10000\n" + GOOD, "more than 1000000 matches"),
    (GOOD.replace("a =", '" a " ='), "players. a : A name has 1 to 40 printable characters"),
    (GOOD.replace("format", "#"), "The value is wrong here: Object missing required field"),
    ("\x00", "This is not TOML: "),
    ("a = [" * 5_000, "This is not TOML: "),
]


@pytest.mark.parametrize(("text", "place"), BAD, ids=[place[:30] for _, place in BAD])
def test_a_wrong_file_is_refused_with_its_place(tmp_path: Path, text: str, place: str):
    file = write(tmp_path, text)
    said = refusal("run", file, "-o", tmp_path / "out")
    assert f"{file}: {place}" in said or (f"{file}: " in said and place in said)
    assert not (tmp_path / "out").exists()


def test_a_swiss_of_few_cannot_have_many_rounds(tmp_path: Path):
    text = "rounds = 4\n" + GOOD.replace("round-robin", "swiss") + 'c = "wary"\n'
    said = refusal("run", write(tmp_path, text), "-o", tmp_path / "out")
    assert "rounds: 3 players can meet in at most 3 rounds" in said


@pytest.mark.parametrize("form", ["swiss", "knockout"])
def test_tables_of_four_must_be_full(tmp_path: Path, form: str):
    names = "".join(f'p{i} = "random"\n' for i in range(6))
    text = f'game = "knights"\nformat = "{form}"\n[players]\n{names}'
    assert "players: With 4 seats" in refusal("run", write(tmp_path, text))


def test_a_file_that_is_not_there_is_named(tmp_path: Path):
    assert "nothing.toml" in refusal("run", tmp_path / "nothing.toml")


def test_another_file_on_the_same_folder_is_refused(tmp_path: Path):
    tournament("run", write(tmp_path, GOOD), "-o", tmp_path / "out")
    said = refusal("run", write(tmp_path, "seed = 2\n" + GOOD), "-o", tmp_path / "out")
    assert "holds another tournament" in said


def test_a_folder_of_something_else_is_refused(tmp_path: Path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "thesis.txt").write_text("x")
    assert "is not the folder of a tournament" in refusal(
        "run", write(tmp_path, GOOD), "-o", tmp_path / "out"
    )
    assert "is not the folder of a tournament" in refusal("show", tmp_path / "out")
    assert "is not the folder of a tournament" in refusal("resume", tmp_path / "out")


def test_a_store_that_is_damaged_is_named(tmp_path: Path):
    tournament("run", write(tmp_path, GOOD), "-o", tmp_path / "out")
    (tmp_path / "out" / "results.db").write_bytes(b"not a database" * 500)
    for words in (("show", tmp_path / "out"), ("resume", tmp_path / "out")):
        assert "results.db is not the store of a tournament" in refusal(*words)
    (tmp_path / "out" / "results.db").write_bytes(b"")
    assert "results.db is not the store of a tournament" in refusal("show", tmp_path / "out")
