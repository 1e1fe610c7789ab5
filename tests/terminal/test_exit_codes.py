"""Exit codes of every command: 0 for done, 1 for no, 2 for invalid; and JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

import parlour
from parlour.cli import main
from parlour.lab import verbs as lab_verbs
from parlour.terminal.records import verbs

SERIES = [
    "brique",
    "--set",
    "size=3",
    "--player",
    "random",
    "--player",
    "uct:2",
    "--matches",
    "2",
    "--opening",
    "2",
    "-o",
    "FOLDER",
]
DONE: dict[str, list[list[str]]] = {
    "play": [["brique"], ["--resume", "RECORD"]],
    "games": [[], ["--json"]],
    "rules": [["brique"]],
    "show": [["RECORD"], ["RECORD", "--json"]],
    "replay": [["RECORD"]],
    "check": [["RECORD"], ["RECORD", "--json"]],
    "convert": [["RECORD", "--to", "text"]],
    "picture": [["RECORD", "-o", "PICTURE"]],
    "analyse": [
        ["RECORD", "--player", "uct:20"],
        ["RECORD", "--player", "best:20", "--json", "-o", "FINAL", "--graph", "PICTURE"],
    ],
    "perft": [["brique", "1"], ["brique", "1", "--json"]],
    "engine": [["brique"], ["brique", "--player", "random", "--set", "size=3"]],
    "bench": [["tiny", "--one-mode", "--seconds", "0.01"]],
    "series": [[*SERIES], [*SERIES, "--json"], [*SERIES, "--picture", "PICTURE"]],
    "tournament": [["--help"]],  # real ones are played in tests/lab
    "selfplay": [["--help"]],
    "openings": [["--help"]],
    "map": [["check", "small"], ["show", "small"]],
    "knights": [["SCRIPT", "-o", "FINAL"]],
    "solve": [["brique", "--size", "2"]],
    "serve": [["--help"]],  # real halls are opened in tests/hall
    "join": [["--help"]],
    "bot": [["--help"]],
    "hall": [["--help"]],
}
REFUSED: dict[str, list[list[str]]] = {
    "play": [["chess"], ["--resume", "NOWHERE"], ["--resume", "BROKEN"], ["brique", "--seat", "x"]],
    "games": [["--what"], ["one too many"]],
    "rules": [["chess"], []],
    "show": [["NOWHERE"], ["BROKEN"], ["RECORD", "--at", "99"]],
    "replay": [["NOWHERE"], ["BROKEN"]],
    "check": [["NOWHERE"], []],
    "convert": [["NOWHERE", "--to", "text"], ["RECORD", "--to", "poem"], ["RECORD"]],
    "picture": [["NOWHERE", "-o", "PICTURE"], ["RECORD", "-o", "x.jpg"]],
    "analyse": [
        ["NOWHERE"],
        ["BROKEN"],
        ["RECORD", "--player", "random"],
        ["RECORD", "--player", "nobody"],
        ["RECORD", "--graph", "x.jpg"],
        ["RECORD", "--graph", "NOWHERE/x.svg"],
    ],
    "perft": [["chess", "1"], ["brique", "one"]],
    "engine": [["chess"], ["brique", "--player", "nobody"], ["brique", "--set", "size=1"], []],
    "bench": [["chess"], ["--seconds", "0"]],
    "series": [
        ["chess"],
        [*SERIES, "--player", "random"],
        [*SERIES, "--clock", "fast"],
        [*SERIES, "--sprt", "20,0"],
        [*SERIES, "--matches", "0"],
        [*SERIES, "--opening", "99"],
        [*SERIES, "--picture", "x.jpg"],
        [*SERIES, "-o", "RECORD"],
    ],
    "tournament": [["run", "NOWHERE"], ["run", "BROKEN"], ["show", "NOWHERE"], ["dance"]],
    "selfplay": [["chess", "--player", "random", "-o", "FOLDER"], []],
    "openings": [["NOWHERE"], ["BROKEN"], [], ["RECORD"]],  # nobody has won
    "map": [["check", "NOWHERE"], ["dance"]],
    "knights": [["NOWHERE"]],
    "solve": [["brique", "--size", "9"], ["dance"]],
    "join": [["nonsense://x"], []],
    "bot": [["nonsense://x"], []],
    "hall": [["dance"], ["backup", "NOWHERE", "--database", "oracle:x"]],
    "serve": [["--host", "0.0.0.0"], ["--port", "0"], ["--public", "http://plain.example"]],
}


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Runs a verb; words in capitals stand for files. No match has been kept before."""
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "data"))
    match = parlour.Match(parlour.game("brique", size=3, pie=False), ["Ann", "Bob"])
    match.act(0, "b2")
    files = {name: tmp_path / name.lower() for name in ("RECORD", "BROKEN", "SCRIPT", "FINAL")}
    files |= {"FOLDER": tmp_path / "series"}
    files |= {"PICTURE": tmp_path / "x.svg", "NOWHERE": tmp_path / "no" / "where"}
    files["RECORD"].write_bytes(match.record().to_json())
    files["BROKEN"].write_text(files["RECORD"].read_text().replace('"b2"', '"z9"'))
    files["SCRIPT"].write_text("GAME-START\nR:S\nGAME-END\n")

    def call(*words: str) -> Result:
        return CliRunner().invoke(main, [str(files.get(word, word)) for word in words])

    return call


def cases(table: dict[str, list[list[str]]]) -> list[list[str]]:
    return [[verb, *words] for verb, calls in table.items() for words in calls]


def test_every_verb_is_here():
    verbs = set(main.list_commands(click.Context(main)))
    assert verbs == set(DONE) == set(REFUSED)


@pytest.mark.parametrize("words", cases(DONE), ids=" ".join)
def test_0_is_for_what_was_done(run: Callable[..., Result], words: list[str]):
    result = run(*words)
    assert result.exit_code == 0, result.output
    assert "Error" not in result.output


@pytest.mark.parametrize("words", cases(REFUSED), ids=" ".join)
def test_2_is_for_what_cannot_be(run: Callable[..., Result], words: list[str]):
    result = run(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "Error: " in result.stderr
    assert "Traceback" not in result.stderr


def test_1_is_for_a_record_that_could_not_have_been_played(run: Callable[..., Result]):
    result = run("check", "BROKEN")
    assert result.exit_code == 1
    assert result.stdout.startswith("Event 1: z9: no such square")
    assert result.stderr == ""


@pytest.mark.parametrize("verb", ["perft", "show"])
def test_1_is_for_what_was_interrupted(
    run: Callable[..., Result], monkeypatch: pytest.MonkeyPatch, verb: str
):
    def interrupted(*_: object) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(lab_verbs.counts, "perft", interrupted)
    monkeypatch.setattr(verbs.replaying, "position_at", interrupted)
    result = run(verb, *(["brique", "3"] if verb == "perft" else ["RECORD"]))
    assert result.exit_code == 1
    assert "Traceback" not in result.output


# ---- for programs --------------------------------------------------------------------------------


def test_games_as_json(run: Callable[..., Result]):
    about = [json.loads(line) for line in run("games", "--json").stdout.splitlines()]
    assert [game["game"] for game in about] == list(parlour.games())
    for game in about:
        assert game["seats"] == list(parlour.game(game["game"]).seats)
        names = [setting["name"] for setting in game["settings"]]
        assert names == [setting.name for setting in parlour.game(game["game"]).describe()]


def test_show_check_and_perft_as_json(run: Callable[..., Result]):
    shown = json.loads(run("show", "RECORD", "--json").stdout)
    assert (shown["players"], shown["events"]) == (["Ann", "Bob"], 1)
    checked = json.loads(run("check", "RECORD", "--json").stdout)
    assert (checked["good"], checked["game"], checked["result"]) == (True, "brique", None)
    broken = run("check", "BROKEN", "--json")
    assert broken.exit_code == 1
    assert json.loads(broken.stdout)["good"] is False
    assert "z9: no such square" in json.loads(broken.stdout)["reason"]
    words = ["brique", "2", "--set", "size=2", "--set", "pie=off", "--json"]
    counted = json.loads(run("perft", *words).stdout)
    assert (counted["count"], counted["depth"]) == (12, 2)
    assert counted["settings"] == {"size": 2, "pie": False}
