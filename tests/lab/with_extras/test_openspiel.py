"""The tests that come with OpenSpiel, on all games."""

from __future__ import annotations

import unittest
from importlib import import_module
from typing import Any

import numpy as np
import pytest

import parlour
import parlour.lab.openspiel as openspiel

pyspiel: Any = import_module("pyspiel")
flags: Any = import_module("absl.flags")
observations: Any = import_module("open_spiel.python.observation")

SLUGS = [slug for slug in parlour.games() if slug != "tiny"]
TEXTS = [
    *map(openspiel.name_of, SLUGS),
    "parlour_brique(size=5,pie=False)",
    "parlour_chessicle(deployment=hidden)",
    "parlour_knights(players=2)",
    "parlour_tiny(sea=calm)",
]


@pytest.mark.parametrize("text", TEXTS)
def test_random_matches_with_serialisation(text: str):
    pyspiel.random_sim_test(pyspiel.load_game(text), num_sims=3, serialize=True, verbose=False)


def cases() -> dict[str, Any]:
    """The classes of OpenSpiel's own test of its interface, one for each of our games."""
    api_test: Any = import_module("open_spiel.integration_tests.api_test")
    flags.FLAGS(["test", "--test_only_games=^parlour_"])
    made = {kind.__name__: kind for kind in api_test._create_test_case_classes()}
    return {name: kind for name, kind in made.items() if "parlour_" in name}


@pytest.mark.parametrize("slug", SLUGS)
def test_the_interface(slug: str):
    (kind,) = [kind for name, kind in cases().items() if f"_{openspiel.name_of(slug)}_" in name]
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(kind)
    result = unittest.TestResult()
    suite.run(result)
    assert result.testsRun >= 5
    assert result.wasSuccessful(), result.failures + result.errors


@pytest.mark.parametrize("slug", SLUGS)
def test_the_observation_is_the_encoding(slug: str):
    loaded = pyspiel.load_game(openspiel.name_of(slug))
    state, played = loaded.new_initial_state(), parlour.game(slug).guarded()
    observation = observations.make_observation(loaded)
    for seat in range(loaded.num_players()):
        observation.set_from(state, player=seat)
        numbers = np.zeros(played.encoding.size, np.float32)
        played.encode(played.start(), seat, numbers)
        assert np.array_equal(observation.tensor, numbers)
        assert observation.dict["planes"].shape == played.encoding.shape
        assert observation.string_from(state, player=seat) == played.line(played.start(), seat)
