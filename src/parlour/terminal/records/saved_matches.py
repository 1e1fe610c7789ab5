"""The matches that have saved themselves: listing them, and finding their files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import msgspec

from parlour.table.errors import BadRecord
from parlour.table.record import LARGEST
from parlour.table.texts.files import data_folder


def matches_folder() -> Path:
    """Where matches save themselves."""
    return data_folder() / "matches"


class ResultText(msgspec.Struct):
    """The part of a result that people read."""

    text: str = ""


class RecordHeader(msgspec.Struct):
    """The fields of a record that the list needs, decoded without checking the rest."""

    game: str = ""
    players: tuple[str, ...] = ()
    events: list[msgspec.Raw] = msgspec.field(default_factory=list[msgspec.Raw])
    result: ResultText | None = None


class SavedMatch(NamedTuple):
    """A saved match: who played what and when, and the result if it is over."""

    file: Path
    game: str
    players: tuple[str, ...]
    moves: int
    when: datetime
    result: str | None


def saved_files() -> Iterator[Path]:
    """The files in the folder, the latest first."""
    with suppress(OSError):
        files = [(file.stat().st_mtime_ns, file) for file in matches_folder().glob("*.json")]
        yield from (file for _, file in sorted(files, reverse=True))


def saved_matches() -> Iterator[SavedMatch]:
    """The saved matches, the latest first; files that are not records are passed over."""
    for file in saved_files():
        with suppress(OSError, msgspec.MsgspecError, RecursionError):
            with file.open("rb") as source:
                header = msgspec.json.decode(source.read(LARGEST + 1), type=RecordHeader)
            when = datetime.fromtimestamp(file.stat().st_mtime).astimezone()
            if not header.players:
                continue
            result = header.result.text if header.result else None
            yield SavedMatch(file, header.game, header.players, len(header.events), when, result)


def unfinished() -> Iterator[SavedMatch]:
    """The matches that can be continued, the latest first."""
    return (match for match in saved_matches() if match.moves and match.result is None)


def find_record(name: str | None) -> str:
    """The file of a record. Without a name, the latest match; a bare name may also be that of a
    saved match, with or without its ending."""
    if name is None:
        latest = next(saved_files(), None)
        if latest is None:
            raise BadRecord("terminal.nothing_kept")
        return str(latest)
    with suppress(OSError, ValueError):  # of names that no file can have
        if Path(name).name == name and not Path(name).exists():
            for file in (matches_folder() / name, matches_folder() / f"{name}.json"):
                if file.is_file():
                    return str(file)
    return name
