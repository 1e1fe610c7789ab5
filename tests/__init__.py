"""The tests mirror src; `tests/test_every_game.py` is the conformance suite."""

from pathlib import Path

ROOT = Path(__file__).parent.parent
"""The checkout."""
