"""The completion of the shell, asked as the shells ask."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import parlour

PROGRAM = [sys.executable, "-c", "from parlour.cli import main; main(prog_name='parlour')"]
SLUGS = {slug for slug in parlour.games() if slug != "tiny"}  # what a process of its own has


def asked(instruction: str, words: str) -> str:
    *before, last = words.split(" ")
    shell = {
        "bash": {"COMP_WORDS": words, "COMP_CWORD": str(len(before))},
        "zsh": {"COMP_WORDS": words, "COMP_CWORD": str(len(before))},
        "fish": {"COMP_WORDS": words, "COMP_CWORD": last},
    }[instruction.partition("_")[0]]
    done = subprocess.run(
        PROGRAM,
        env=os.environ | {"_PARLOUR_COMPLETE": instruction} | shell,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout


def completed(words: str) -> set[str]:
    """What bash is offered for the last word."""
    lines = asked("bash_complete", words).split()
    return {line.partition(",")[2] for line in lines}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_gets_its_script_and_the_names_of_games(shell: str):
    assert "_PARLOUR_COMPLETE" in asked(f"{shell}_source", "")
    assert "brique" in asked(f"{shell}_complete", "parlour play br")


def test_verbs_are_completed():
    assert completed("parlour re") == {"replay"}
    assert {"play", "games", "map", "knights"} <= completed("parlour ")


@pytest.mark.parametrize("verb", ["play", "rules", "perft", "bench", "picture x --game"])
def test_games_are_completed(verb: str):
    assert completed(f"parlour {verb} ") == SLUGS
    assert completed(f"parlour {verb} tu") == {"turncoat"}


def test_seats_and_players_are_completed():
    assert completed("parlour play turncoat --seat ") == {"red=", "blue="}
    assert completed("parlour play brique --seat white=ea") == {"white=easy"}
    assert {"white=you", "white=hard", "white=random"} <= completed(
        "parlour play brique --seat white="
    )
    assert completed("parlour play chess --seat ") == set()


def test_settings_are_completed():
    assert completed("parlour play brique --set ") == {"size=", "pie=", "first="}
    assert completed("parlour perft brique 1 --set p") == {"pie="}
    assert completed("parlour play brique --set pie=o") == {"pie=on", "pie=off"}
    assert "map=small" in completed("parlour play turncoat --set map=")
    assert completed("parlour play chess --set ") == set()


@pytest.mark.parametrize("words", ["show ", "replay ", "check ", "convert ", "play --resume "])
def test_records_are_completed_as_files(words: str):
    assert asked("bash_complete", f"parlour {words}").startswith("file,")
