"""The package of the games: a place to import from, and a question that can be asked."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import parlour
from parlour.table.registry import games

OURS = ("brique", "chessicle", "feud", "knights", "turncoat")

FIRST = [
    "import parlour.games.{slug}.rules as r; r.Rules",
    "from parlour.games.{slug} import rules; rules.Rules",
    "import parlour; import parlour.games.{slug}.rules; parlour.games.{slug}.rules.Rules",
    "import parlour.games.{slug}.game as g; import parlour; parlour.game('{slug}'); g.GAME",
    "import parlour; assert '{slug}' in parlour.games(); import parlour.games.{slug}.rules as r",
]


@pytest.mark.parametrize("line", FIRST)
def test_the_rules_of_a_game_can_be_imported_first(line: str):
    """In both modes, by a process that has imported nothing else."""
    code = "\n".join(line.format(slug=slug) for slug in OURS)
    for pure in ("0", "1"):
        done = subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PARLOUR_PURE": pure},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr


def test_the_games_can_be_asked_for():
    assert parlour.games() == games()
    assert {*OURS} <= {*parlour.games()}
