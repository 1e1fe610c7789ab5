"""The documentation is followed to the letter: what it shows runs."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from parlour.cli import main
from tests import ROOT

PAGE = ROOT / "docs" / "adding-a-game.md"
FILES = re.compile(r"^```\w+ file=(\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package of docs/adding-a-game.md, written from the page and installed by pip."""
    folder = tmp_path_factory.mktemp("nim-game")
    for name, text in FILES.findall(PAGE.read_text("utf-8")):
        file = folder / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, "utf-8")
    target = tmp_path_factory.mktemp("site")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--target", str(target), str(folder)], check=True, timeout=300)
    return target


def run(site: Path, *command: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """A command of the page, with the plug-in installed."""
    return subprocess.run(
        [sys.executable, *command],
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(site), str(ROOT)])},
        input=typed,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def test_the_plug_in_is_listed_with_its_settings(site: Path):
    done = run(site, "-m", "parlour", "games")
    assert "nim          Take any number of stones from one heap" in done.stdout
    assert "1 to 6 (default 3): the number of heaps" in done.stdout


def test_the_plug_in_is_played_by_dialogue(site: Path):
    typed = "A2\nb 9\na-1\nB 4\nc3\nquit\n"
    done = run(site, "-m", "parlour", "play", "nim", typed=typed)
    assert done.returncode == 0, done.stderr
    assert "First plays a 2" in done.stdout
    assert "b 9: enter a heap and how many of its stones to take, such as a 2." in done.stdout
    assert "Second plays a 1" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


def test_the_search_never_loses_a_won_game_of_the_plug_in(site: Path):
    """With 3 and 4 stones the first player wins: the search finds the only winning move."""
    program = (
        "import parlour; from parlour.players.mcts.uct_player import UctPlayer\n"
        "game = parlour.game('nim', heaps=2); state = game.start()\n"
        "print(game.write(state, UctPlayer(simulations=4000, seed=1).choose(state, 0)))\n"
        "match = parlour.Match(game)\n"
        "players = [UctPlayer(simulations=800, seed=seat) for seat in (0, 1)]\n"
        "while match.outcome is None:\n"
        "    seat = match.state.seat\n"
        "    match.act(seat, players[seat].choose(match.state, seat))\n"
        "print(match.outcome.sentence)\n"
    )
    done = run(site, "-c", program)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["b 1", "First took the last stone and wins."]


def test_the_plug_in_passes_the_conformance_suite(site: Path):
    suite = [
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-k",
        "nim",
        "tests/test_every_game.py",
    ]
    done = subprocess.run(
        [sys.executable, *suite],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:]
    assert re.search(r"\b[1-9][0-9]* passed", done.stdout)


def test_the_bots_of_the_page_about_programs_play_a_match(tmp_path: Path):
    page = (ROOT / "docs" / "engines.md").read_text("utf-8")
    bots = dict(FILES.findall(page))
    assert bots.keys() == {"bot.py", "ugi_bot.py"}
    for name, text in bots.items():
        (tmp_path / name).write_text(text, "utf-8")
    program = tmp_path / "ugi_bot.py"
    seats = ["--seat", "1=py:bot.py", "--seat", f"2=ugi:{sys.executable} {program}"]
    done = subprocess.run(
        [sys.executable, "-m", "parlour", "play", "brique", "--set", "size=4", *seats],
        cwd=tmp_path,
        input="no\n",
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert " joined " in done.stdout
    assert "forfeited" not in done.stdout


@pytest.mark.parametrize("page", ["README.md", "docs/getting-started.md", "docs/environments.md"])
def test_the_examples_of_a_page_give_what_they_say(page: str):
    failed, tried = doctest.testfile(str(ROOT / page), module_relative=False, encoding="utf-8")
    assert tried > 0
    assert failed == 0


@pytest.mark.compiled_only
def test_the_series_of_their_page_run_and_print_what_it_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    page = (ROOT / "docs" / "series.md").read_text("utf-8")
    monkeypatch.chdir(tmp_path)
    printed: list[str] = []
    for command in re.findall(r"^```sh\n(.*?)\n```$", page, re.MULTILINE | re.DOTALL):
        done = CliRunner().invoke(main, shlex.split(command)[1:])
        assert done.exit_code == 0, done.output
        printed.append(done.stdout)
    assert len(printed) == 3
    (shown,) = re.findall(r"^```text\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert printed[0] == shown
    assert "SPRT of 0 against 100 Elo: 100 Elo accepted" in printed[2]
