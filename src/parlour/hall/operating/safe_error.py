"""An error as logs may show it: its kind and place. Its message may hold secrets."""

from __future__ import annotations

from pathlib import Path
from traceback import extract_tb

from parlour.table.errors import ParlourError


def safe_error(error: Exception) -> str:
    """`KeyError in rules.py:120`, or the id of the sentence."""
    name = type(error).__name__
    if isinstance(error, ParlourError):
        return f"{name} {error.sentence.id}"
    frames = extract_tb(error.__traceback__)
    return f"{name} in {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else name
