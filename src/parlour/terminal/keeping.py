"""Keeping matches: every match saves itself as a record while it is played, and can be resumed.

Each process writes files of its own, so that two never fight over one. A file is replaced as a
whole or not at all. A folder that cannot be written to is no reason to stop playing.
"""

from __future__ import annotations

import os
import sys
import tempfile
from datetime import datetime
from pathlib import Path

from platformdirs import user_data_path

from parlour.table.errors import BadRecord
from parlour.table.files import write_whole
from parlour.table.record import Record
from parlour.table.record_text import to_text
from parlour.table.sentences import shorten


def matches_folder() -> Path:
    """Where matches save themselves, unless PARLOUR_DATA names another folder."""
    named = os.environ.get("PARLOUR_DATA")
    return (Path(named) if named else user_data_path("parlour")) / "matches"


def save_record(record: Record, path: Path) -> None:
    """Save a record: as text to a name that ends in .txt, else as JSON; a sentence if it fails."""
    write_out(str(path), to_text(record).encode() if path.suffix == ".txt" else record.to_json())


def write_out(target: str, data: bytes) -> None:
    """Write to a file, as a whole, or to the screen if the target is `-`."""
    if target == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    try:
        write_whole(Path(target), data)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise BadRecord("terminal.not_saved", path=shorten(target, 200), reason=reason) from None


class Autosave:
    """The file in which one match saves itself."""

    def __init__(self, slug: str, path: Path | None = None) -> None:
        self.slug = slug
        self.path = path
        self.trouble = ""  # why it cannot be saved, once that has happened

    def save(self, record: Record) -> None:
        """Save the match as it stands; remember why if that is impossible, and do not try again."""
        if self.trouble:
            return
        try:
            if self.path is None:
                self.path = self._new_file()
            write_whole(self.path, record.to_json())
        except OSError as error:
            self.trouble = error.strerror or type(error).__name__

    def _new_file(self) -> Path:
        """A file that no other process has, named after the time and the game."""
        folder = matches_folder()
        folder.mkdir(parents=True, exist_ok=True)
        stamp = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
        handle, name = tempfile.mkstemp(dir=folder, prefix=f"{stamp}-{self.slug}-", suffix=".json")
        os.close(handle)
        return Path(name)
