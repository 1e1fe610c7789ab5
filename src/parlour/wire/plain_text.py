"""Clean up names and chat: one line, without control or invisible characters."""

from __future__ import annotations

import unicodedata


def plain(text: str) -> str:
    """One line of ordinary characters: no control, no invisible, no direction marks."""
    shown = (" " if c.isspace() else c for c in unicodedata.normalize("NFC", text))
    kept = (c for c in shown if unicodedata.category(c)[0] != "C")
    return " ".join("".join(kept).split())
