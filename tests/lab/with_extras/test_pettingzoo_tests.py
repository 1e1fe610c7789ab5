"""The tests that come with PettingZoo, and its bridge from OpenSpiel by Shimmy."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

import parlour
import parlour.lab.openspiel as openspiel
from parlour.lab import pettingzoo

pyspiel: Any = import_module("pyspiel")
shimmy: Any = import_module("shimmy")

pytestmark = pytest.mark.filterwarnings("ignore")  # of theirs, about how they would do it
SLUGS = [slug for slug in parlour.games() if slug != "tiny"]


def theirs() -> Any:
    """Imported late: it warns of how PettingZoo's own games are made."""
    return import_module("pettingzoo.test")


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("make", [pettingzoo.env, pettingzoo.raw_env])
def test_api_seeds_and_pictures(slug: str, make: Any):
    theirs().api_test(make(slug), num_cycles=300)
    theirs().seed_test(lambda: make(slug), num_cycles=100)
    theirs().render_test(lambda render_mode: make(slug, render_mode=render_mode))


def test_speed(capsys: pytest.CaptureFixture[str]):
    theirs().performance_benchmark(pettingzoo.raw_env("chessicle"))
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("slug", "settings"), [("chessicle", {"deployment": "hidden"}), ("tiny", {})]
)
def test_seats_that_act_at_once(slug: str, settings: dict[str, Any]):
    theirs().parallel_api_test(pettingzoo.parallel_env(slug, **settings), num_cycles=100)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_bridge_from_openspiel(slug: str):
    game = pyspiel.load_game(openspiel.name_of(slug))
    theirs().api_test(shimmy.OpenSpielCompatibilityV0(env=game, render_mode=None), num_cycles=100)
