"""The command line: every verb, and one sentence with exit code 2 for everything that is wrong."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import click
import pytest
from click.testing import CliRunner, Result

import parlour
from parlour import _modes
from parlour.cli import main
from parlour.table.looks.rulebook import rulebook
from parlour.terminal.lines.pager import without_images


def run(*words: str, input: str = "") -> Result:
    return CliRunner().invoke(main, list(words), input=input)


def fails(*words: str) -> str:
    """The one sentence on stderr of a command that is refused."""
    result = run(*words)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert "Traceback" not in result.output
    *usage, sentence = result.stderr.strip().splitlines()
    assert sentence.startswith("Error: ")
    assert all(not line or line.startswith(("Usage: ", "Try ")) for line in usage)
    assert sentence.isprintable()
    return sentence.removeprefix("Error: ")


def test_the_version_says_which_mode_runs():
    python = ".".join(map(str, sys.version_info[:3]))
    mode = "compiled" if _modes.compiled() else "interpreted"
    result = run("--version")
    assert result.output == f"parlour {parlour.__version__} ({mode}, Python {python})\n"
    assert result.exit_code == 0


def test_the_games_are_listed_with_their_settings():
    result = run("games")
    assert result.exit_code == 0
    words = " ".join(result.output.split())
    for slug in parlour.games():
        assert re.search(rf"^{slug} ", result.output, re.M)
        for setting in parlour.game(slug).describe():
            assert re.search(rf"^    {setting.name} ", result.output, re.M)
            assert setting.description in words
    assert "size              2 to 19 (default 15): squares along a side" in result.output
    assert "on, off (default on)" in result.output


@pytest.mark.parametrize("columns", [60, 80])
def test_the_list_of_games_breaks_no_word_at_the_edge_of_the_screen(
    columns: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("COLUMNS", str(columns))
    assert max(map(len, run("games").output.splitlines())) < columns


@pytest.mark.parametrize("slug", parlour.games())
def test_the_rulebook_is_shown(slug: str):
    result = run("rules", slug)
    assert result.exit_code == 0
    assert result.output.strip() == without_images(rulebook(parlour.game(slug))).strip()


@pytest.mark.parametrize(
    ("words", "count"),
    [
        (["brique", "0"], 1),
        (["brique", "1"], 225),
        (["brique", "2", "--set", "size=2"], 8),
        (["brique", "1", "--set", "size=2", "--line", "1b/2 w 1 ask"], 2),
        (["chessicle", "2"], 120 * 120),
        (["tiny", "1"], 5),
    ],
)
def test_perft_counts(words: list[str], count: int):
    result = run("perft", *words)
    assert (result.exit_code, result.output) == (0, f"{count}\n")


def test_bench_prints_one_json_object_a_line():
    result = run("bench", "tiny", "--json", "--seconds", "0.01", "--one-mode")
    assert result.exit_code == 0
    figures = [json.loads(line) for line in result.output.splitlines()]
    assert all({"game", "metric", "value"} <= set(figure) for figure in figures)
    assert {figure["game"] for figure in figures} == {"tiny"}
    metrics = [figure["metric"] for figure in figures]
    assert len(metrics) == len(set(metrics)) >= 6
    assert all(figure["value"] > 0 for figure in figures)
    assert {"playouts_by_hook_per_s", "actions_by_hook_per_s"} < set(metrics)


def test_bench_measures_both_modes_of_all_games_that_are_installed():
    command = [sys.executable, "-m", "parlour", "bench", "--json", "--seconds", "0.01"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    figures = [json.loads(line) for line in done.stdout.splitlines()]
    modes = {"compiled", "interpreted"} if _modes.compiled() else {"interpreted"}
    slugs = set(parlour.games()) - {"tiny"}
    assert {(figure["game"], figure["mode"]) for figure in figures} == {
        (slug, mode) for slug in slugs for mode in modes
    }


def test_bench_can_be_read_by_people():
    result = run("bench", "tiny", "--seconds", "0.01", "--one-mode")
    assert re.search(r"^tiny +\w+ +copies_per_s +[0-9,]+$", result.output, re.M)


def test_a_game_is_played():
    words = ["play", "brique", "--set", "size=2", "--set", "pie=off", "--seat", "1=you:Ann"]
    result = run(*words, "--seat", "white=random", "--seed", "1", input="a2\na1\nb1\nno\n")
    assert result.exit_code == 0
    assert "Brique: Ann (black) and Computer, random (white)." in result.output
    again = run(*words, "--seat", "white=random", "--seed", "1", input="a2\na1\nb1\nno\n")
    assert again.output == result.output


def test_without_a_verb_there_is_the_menu():
    result = run(input="quit\n")
    assert result.exit_code == 0
    assert "Which game would you like to play?" in result.output


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["play", "chess"], "There is no game called chess. The games are brique, chessicle"),
        (["rules", "chess"], "There is no game called chess"),
        (["perft", "chess", "1"], "There is no game called chess"),
        (["bench", "chess"], "There is no game called chess"),
        (["play", "\udcff\x1b[2J"], "There is no game called ??[2J"),
        (["play", "brique", "--set", "sise=3"], "There is no setting called sise. The settings"),
        (["play", "brique", "--set", "size"], "size: write a setting and its value"),
        (["perft", "brique", "1", "--set", "size"], "size: write a setting and its value"),
        (["play", "brique", "--set", "=3"], "There is no setting"),
        (["play", "brique", "--set", "size=1"], "size must be between 2 and 19, not 1."),
        (["play", "brique", "--set", "size=99999999999"], "size must be a whole number"),
        (["play", "brique", "--set", "size=٣"], "size must be a whole number"),
        (["play", "brique", "--set", "size=x"], "size must be a whole number, not x."),
        (["play", "brique", "--set", "pie=perhaps"], "pie must be on or off, not perhaps."),
        (["play", "chessicle", "--set", "deployment=both"], "deployment must be one of"),
        (["play", "brique", "--seat", "3=you"], "3: there is no such seat"),
        (["play", "brique", "--seat", "you"], "you: write a seat and a player"),
        (["play", "brique", "--seat", "1=deep"], "deep: there is no such player"),
        (["play", "brique", "--seat", "1=uct:0"], "uct:0: a search takes 1"),
        (["play", "brique", "--seed", "x"], "Invalid value for '--seed'"),
        (["perft", "brique", "1", "--line", "26b"], "A position has four parts"),
        (["perft", "brique", "1", "--set", "size=5", "--line", "bbbbbb/5/5/5/5 b 1 -"], "Row 5"),
        (["perft", "brique", "-1"], "No such option"),
        (["perft", "brique", "99"], "Invalid value for 'DEPTH'"),
        (["perft", "brique", "x"], "Invalid value for 'DEPTH'"),
        (["bench", "--seconds", "0"], "Invalid value for '--seconds'"),
        (["bench", "--seconds", "nan"], "nan is not a time"),
        (["juggle"], "No such command 'juggle'."),
        (["--juggle"], "No such option"),
        (["play"], "Name a game: brique"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(words: list[str], says: str):
    assert says in fails(*words)


def test_our_own_sentences_come_alone():
    result = run("play", "chess")
    assert result.stderr.startswith("Error: There is no game called chess")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "words", [["play", "chess"], ["play", "brique", "--set", "size=x"], ["juggle"]]
)
def test_a_real_process_ends_with_code_2_and_no_traceback(words: list[str]):
    command = [sys.executable, "-m", "parlour", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
    assert done.stderr.splitlines()[-1].startswith("Error: ")


def test_every_verb_has_help():
    context = click.Context(main)
    for verb in main.list_commands(context):
        result = run(verb, "--help")
        assert result.exit_code == 0
        assert result.output.startswith("Usage: ")
    assert {"play", "games", "rules", "perft", "bench"} <= set(main.list_commands(context))
