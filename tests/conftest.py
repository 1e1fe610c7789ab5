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
]


@pytest.hookimpl(tryfirst=True)  # before `-m` looks at the marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What is never compiled, and only talks to the rest, says the same in either mode."""
    for item in items:
        if any(folder in item.path.parents for folder in NEVER_COMPILED):
            item.add_marker("compiled_only")
