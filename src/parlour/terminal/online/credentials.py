"""The codes of one's seats, kept so that one can leave and go on: a small file for each seat. And
those of the seats to which one invites others, a file for each match.

Whoever has a code can play that seat, so only this user may read them. Each file is its own, so
that two terminals never fight over one.
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
from parlour.table.files import data_folder, reason, write_atomically
from parlour.table.sentences import Sentence, shorten

MOST = 16 * 1024


class SavedSeat(msgspec.Struct, frozen=True):
    """A seat in a hall, and what proves that it is one's own."""

    address: str
    match: str
    seat: int
    code: str
    token: str = ""  # of the guest who took it, so that the name stays the same
    game: str = ""
    name: str = ""  # of the seat
    invitation: str = ""  # with which one came: whoever pastes that link again means this seat


class SavedInvitations(msgspec.Struct, frozen=True):
    """The codes of the seats of a match for which one looks for somebody, by seat."""

    address: str
    codes: dict[int, str]


class NotSaved(ParlourError):
    """A code could not be kept; one can still play."""


def folder() -> Path:
    return data_folder() / "seats"


def _file(match: str, ending: str) -> Path:
    """A file of a match. Halls call their matches as they like, and may be anybody's: a name that
    no link could have would lead to files that are none of ours."""
    if not is_match_name(match):
        why = Sentence("hall.bad_ticket", given=shorten(match))
        raise NotSaved("terminal.online_kept_badly", path=str(folder()), reason=str(why))
    return folder() / f"{match}{ending}"


def _links(match: str) -> Path:
    file = _file(match, ".json")
    return file.parent / "links" / file.name


def _write(file: Path, kept: SavedSeat | SavedInvitations) -> None:
    """Write where only this user can read it; NotKept if that is impossible."""
    try:
        for place in dict.fromkeys((folder(), file.parent)):
            place.mkdir(parents=True, exist_ok=True)
            place.chmod(0o700)
        os.close(os.open(file, os.O_CREAT | os.O_WRONLY, 0o600))
        write_atomically(file, msgspec.json.encode(kept))
    except OSError as error:
        raise _not_kept(error) from None


def _not_kept(error: OSError) -> NotSaved:
    return NotSaved("terminal.online_kept_badly", path=str(folder()), reason=f"{reason(error)}.")


def keep(kept: SavedSeat) -> IO[bytes]:
    """Keep a seat where only this user can read it; while what is returned is open, no other
    terminal of this user takes the same seat."""
    file = _file(kept.match, f".{kept.seat}.json")
    _write(file, kept)
    try:
        held = file.open("rb")
        take_lock(held)
        return held
    except OSError as error:
        raise _not_kept(error) from None


def saved_seats(address: str, match: str = "") -> list[SavedSeat]:
    """The seats one has in a hall, or in one match there, and does not sit at now in another
    terminal; the latest first."""
    found: list[tuple[float, SavedSeat]] = []
    for file in folder().glob("*.json"):
        with suppress(OSError, msgspec.MsgspecError):  # what cannot be read is not there
            with file.open("rb") as source:
                kept = msgspec.json.decode(source.read(MOST), type=SavedSeat)
                free = take_lock(source)
            if free and kept.address == address and match in ("", kept.match):
                found.append((file.stat().st_mtime, kept))
    return [kept for _, kept in sorted(found, key=lambda one: -one[0])]


def save_invitations(match: str, kept: SavedInvitations) -> None:
    """Keep the codes to which one invites others."""
    _write(_links(match), kept)


def saved_invitations(address: str, match: str) -> dict[int, str]:
    """The codes of a match to which one invites others, by seat."""
    with suppress(OSError, msgspec.MsgspecError, NotSaved):  # what cannot be read is not there
        with _links(match).open("rb") as source:
            kept = msgspec.json.decode(source.read(MOST), type=SavedInvitations)
        return kept.codes if kept.address == address else {}
    return {}


def forget(match: str) -> None:
    """A match is over: its codes open nothing any more."""
    with suppress(OSError, NotSaved):
        _links(match).unlink(missing_ok=True)
        for file in folder().glob(f"{match}.*.json"):
            file.unlink(missing_ok=True)
