"""What all tests share: the tiny game is registered before any test asks which games there are, and
matches are saved in a folder of the test run, not in the home folder."""

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

from tests import tiny as tiny  # imported for what it registers

pytest_plugins = ["tests.hall.fixtures"]

os.environ["PARLOUR_DATA"] = tempfile.mkdtemp(prefix="parlour-tests-")

# How long an example takes says something about the machine, not about what is tested.
settings.register_profile("parlour", deadline=None)
settings.load_profile("parlour")

HERE = Path(__file__).parent
NEVER_COMPILED = [
    HERE / "benchmarks/test_calibration.py",
    HERE / "benchmarks/test_exact_moves.py",
    HERE / "benchmarks/test_ladder_and_balance.py",
    HERE / "benchmarks/test_match_statistics.py",
    HERE / "benchmarks/test_peers.py",
    HERE / "client",
    HERE / "command_line/test_completion.py",
    HERE / "hall",
    HERE / "lab/with_extras",
    *(HERE / "lab").glob("test_*tournament*.py"),
    HERE / "lab/test_bradley_terry.py",
    HERE / "lab/test_openings.py",
    HERE / "lab/test_pairing_formats.py",
    HERE / "proofs",
    HERE / "terminal",
    HERE / "web",
    HERE / "players/series",
    HERE / "players/engine",
    HERE / "players/test_analysis.py",
    HERE / "players/test_levels.py",
    HERE / "players/test_one_ply.py",
    HERE / "players/test_player_texts.py",
    HERE / "players/test_weakened.py",
    HERE / "players/test_who_fits.py",
    HERE / "project/test_docs.py",
    HERE / "project/test_layout.py",
]


@pytest.hookimpl(tryfirst=True)  # before `-m` looks at the marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What is never compiled, and only uses the rest, behaves alike in both modes. What takes
    longest begins first, so that nobody waits for it at the end."""
    items.sort(key=lambda item: item.get_closest_marker("slow_install") is None)
    for item in items:
        if any(place in (item.path, *item.path.parents) for place in NEVER_COMPILED):
            item.add_marker("compiled_only")
