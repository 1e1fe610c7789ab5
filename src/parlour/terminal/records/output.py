"""Writing records and other results to files."""

from __future__ import annotations

import sys
from pathlib import Path

from parlour.table.errors import BadRecord
from parlour.table.matches.record_text import to_text
from parlour.table.record import Record
from parlour.table.sentences import shorten
from parlour.table.texts.files import reason, write_atomically


def save_record(record: Record, path: Path) -> None:
    """Save a record: as text to a name that ends in .txt, otherwise as JSON."""
    write_out(str(path), to_text(record).encode() if path.suffix == ".txt" else record.to_json())


def write_out(target: str, data: bytes) -> None:
    """Replace a file as a whole, or write to standard output if the target is `-`."""
    if target == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    try:
        write_atomically(Path(target), data)
    except OSError as error:
        path = shorten(target, 200)
        raise BadRecord("terminal.not_saved", path=path, reason=reason(error)) from None
