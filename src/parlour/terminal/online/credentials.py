"""The codes of one's seats in halls, and of the seats one invites others to, saved as files.

Whoever has a code can play that seat, so only this user may read the files. There is one file per
seat, so that two terminals never write the same one.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import IO

import msgspec

from parlour.client.link import is_match_name
from parlour.command_line.file_lock import take_lock
from parlour.table.errors import ParlourError
from parlour.table.sentences import Sentence, shorten
from parlour.table.texts.files import data_folder, reason, write_atomically

LARGEST = 16 * 1024
"""Bytes that are read of a file."""


class SavedSeat(msgspec.Struct, frozen=True):
    """A seat in a hall, and the code that opens it."""

    address: str
    match: str
    seat: int
    code: str
    token: str = ""  # of the guest who took it, so that the name stays the same
    game: str = ""
    name: str = ""  # of the seat
    invitation: str = ""  # whoever follows this link again means this seat


class SavedInvitations(msgspec.Struct, frozen=True):
    """The codes of the free seats of a match that one has created, by seat."""

    address: str
    codes: dict[int, str]


class NotSaved(ParlourError):
    """A code could not be saved; one can still play."""


def folder() -> Path:
    return data_folder() / "seats"


def _file(match: str, ending: str) -> Path:
    """A file of a match. Halls choose the names of their matches, and a hall may be anybody's, so a
    name that no link can have is refused: it could lead to other files."""
    if not is_match_name(match):
        why = Sentence("hall.bad_ticket", given=shorten(match))
        raise NotSaved("terminal.online_kept_badly", path=str(folder()), reason=str(why))
    return folder() / f"{match}{ending}"


def _invitations_file(match: str) -> Path:
    file = _file(match, ".json")
    return file.parent / "links" / file.name


def _write(file: Path, saved: SavedSeat | SavedInvitations) -> None:
    """Write where only this user can read it; NotSaved if that is impossible."""
    try:
        for parent in dict.fromkeys((folder(), file.parent)):
            parent.mkdir(parents=True, exist_ok=True)
            parent.chmod(0o700)
        os.close(os.open(file, os.O_CREAT | os.O_WRONLY, 0o600))
        write_atomically(file, msgspec.json.encode(saved))
    except OSError as error:
        raise _not_saved(error) from None


def _not_saved(error: OSError) -> NotSaved:
    return NotSaved("terminal.online_kept_badly", path=str(folder()), reason=f"{reason(error)}.")


def save_seat(saved: SavedSeat) -> IO[bytes]:
    """Save a seat. While the returned file is open, it is locked, and no other terminal of this
    user takes the seat."""
    file = _file(saved.match, f".{saved.seat}.json")
    _write(file, saved)
    try:
        locked = file.open("rb")
        take_lock(locked)
        return locked
    except OSError as error:
        raise _not_saved(error) from None


def saved_seats(address: str, match: str = "") -> list[SavedSeat]:
    """One's seats in a hall, or in one match there, that no other terminal has locked; the latest
    first."""
    found: list[tuple[float, SavedSeat]] = []
    for file in folder().glob("*.json"):
        with suppress(OSError, msgspec.MsgspecError):  # an unreadable file is passed over
            with file.open("rb") as source:
                saved = msgspec.json.decode(source.read(LARGEST), type=SavedSeat)
                free = take_lock(source)
            if free and saved.address == address and match in ("", saved.match):
                found.append((file.stat().st_mtime, saved))
    return [saved for _, saved in sorted(found, key=lambda one: -one[0])]


def save_invitations(match: str, invitations: SavedInvitations) -> None:
    """Save the codes that one gives to others."""
    _write(_invitations_file(match), invitations)


def saved_invitations(address: str, match: str) -> dict[int, str]:
    """The codes of a match that one gives to others, by seat."""
    with suppress(OSError, msgspec.MsgspecError, NotSaved):  # an unreadable file is passed over
        with _invitations_file(match).open("rb") as source:
            saved = msgspec.json.decode(source.read(LARGEST), type=SavedInvitations)
        return saved.codes if saved.address == address else {}
    return {}


def forget_match(match: str) -> None:
    """Delete the codes of a match that is over."""
    with suppress(OSError, NotSaved):
        _invitations_file(match).unlink(missing_ok=True)
        for file in folder().glob(f"{match}.*.json"):
            file.unlink(missing_ok=True)
