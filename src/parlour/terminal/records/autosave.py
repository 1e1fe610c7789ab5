"""Autosave: every match saves itself as a record while it is played, and can be continued.

Each process writes its own files, so that two never write the same one; if both continue the same
match, the second to save takes a new file. A file is replaced as a whole or not at all. If a file
cannot be written, the match goes on.
"""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from datetime import datetime
from math import inf
from pathlib import Path
from time import monotonic

from parlour.table.record import Record
from parlour.table.texts.files import reason, write_atomically
from parlour.terminal.records.saved_matches import matches_folder

SECONDS = 1.0
"""How often a match between computers saves itself."""


class Autosave:
    """The file in which one match saves itself."""

    def __init__(self, slug: str, path: Path | None = None) -> None:
        self.slug = slug
        self.path = path
        self.error = ""  # of the last attempt to save
        self.saved_at = -inf
        self.version = _version(path)  # of the file as this process left it

    @property
    def due(self) -> bool:
        """Is it time to save a match between computers again?"""
        return monotonic() - self.saved_at >= SECONDS

    def save(self, record: Record) -> None:
        """Save the match, or remember why that failed."""
        try:
            if self.path is None or self.version != _version(self.path):
                self.path = self._new_file()
            write_atomically(self.path, record.to_json())
            self.version, self.error = _version(self.path), ""
        except OSError as error:
            self.error = reason(error)
        self.saved_at = monotonic()

    def _new_file(self) -> Path:
        """A file that no other process has, named after the time and the game."""
        folder = matches_folder()
        folder.mkdir(parents=True, exist_ok=True)
        stamp = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
        handle, name = tempfile.mkstemp(dir=folder, prefix=f"{stamp}-{self.slug}-", suffix=".json")
        os.close(handle)
        self.version = _version(Path(name))
        return Path(name)


def _version(path: Path | None) -> tuple[int, int] | None:
    """Changes whenever somebody writes the file; None if there is no file."""
    with suppress(OSError):
        if path is not None:
            about = path.stat()
            return about.st_ino, about.st_mtime_ns
    return None
