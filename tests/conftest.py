"""What all tests share: the tiny game is registered before any test asks which games there are, and
matches keep themselves in a folder of their own, not in anybody's home."""

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

from tests import tiny as tiny  # imported for what it registers

os.environ["PARLOUR_DATA"] = tempfile.mkdtemp(prefix="parlour-tests-")

# How long an example takes says something about the machine, not about what is tested.
settings.register_profile("parlour", deadline=None)
settings.load_profile("parlour")

HERE = Path(__file__).parent
NEVER_COMPILED = [
    HERE / "hall",
    HERE / "terminal",
    HERE / "players/series",
    HERE / "players/engine",
    HERE / "players/test_analysis.py",
    HERE / "players/test_erring.py",
    HERE / "players/test_glance.py",
    HERE / "players/test_levels.py",
    HERE / "players/test_player_texts.py",
    HERE / "players/test_who_fits.py",
    HERE / "test_calibration.py",
    HERE / "test_docs.py",
    HERE / "test_exact_moves.py",
    HERE / "test_layout.py",
    HERE / "test_match_statistics.py",
    HERE / "test_peers.py",
]


@pytest.hookimpl(tryfirst=True)  # before `-m` looks at the marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What is never compiled, and only talks to the rest, says the same in either mode. What takes
    longest begins first, so that nobody waits for it at the end."""
    items.sort(key=lambda item: item.get_closest_marker("slow_install") is None)
    for item in items:
        if any(place in (item.path, *item.path.parents) for place in NEVER_COMPILED):
            item.add_marker("compiled_only")
