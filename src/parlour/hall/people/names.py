"""Displayed names: no two accounts have names that look alike, and no guest poses as an account.

Names of accounts consist of ASCII letters, digits, `_` and `-`. A guest whose name could be taken
for that of an account is marked as a guest, in brackets that no account name can have.
"""

from __future__ import annotations

import unicodedata

from parlour.hall.people.authorise import User
from parlour.hall.storage.database import Database
from parlour.table.errors import BadText
from parlour.wire.operations import LONGEST_NAME
from parlour.wire.plain_text import plain

ACCOUNTS = ("account", "bot", "admin")
"""The kinds of people with a password or token, and a reserved name."""

_guest = " (guest)"
_punctuation = " -_.'"  # harmless between letters and digits
_lookalikes = (("0", "o"), ("1", "l"), ("i", "l"), ("rn", "m"), ("vv", "w"))


def account_name(name: str) -> str:
    """A name that an account may have: letters, digits, `_` and `-`, from 2 to 20 of them."""
    name = plain(name)
    if not (2 <= len(name) <= 20 and all(c.isascii() and (c.isalnum() or c in "_-") for c in name)):
        raise BadText("hall.bad_name")
    return name


def skeleton(name: str) -> str:
    """The skeleton of a name, as for Unicode confusables: equal skeletons look alike.

    Capital I looks like l, and case is ignored, so i does too. Accents, blanks and punctuation are
    easily overlooked, so they are dropped.
    """
    apart = unicodedata.normalize("NFKD", name).casefold()
    name = "".join(c for c in apart if c.isalnum())
    for look, like in _lookalikes:
        name = name.replace(look, like)
    return name


def guest_name(name: str, mark: str = "") -> str:
    """A name that is marked as a guest's."""
    name = plain(name).removesuffix(_guest.strip())
    suffix = f" (guest {mark})" if mark else _guest
    return (name[: LONGEST_NAME - len(suffix)].strip() or "Anonymous") + suffix


async def seat_name(database: Database, user: User, asked: str) -> str:
    """The name of a user at a seat: an account's own, or the one a guest asks for.

    Letters beyond ASCII and symbols (`A|ice`) may look like other letters, so a guest with such a
    name is always marked.
    """
    if user.kind in ACCOUNTS or (user.name and asked == user.name):
        return user.name
    name = plain(asked)[:LONGEST_NAME].strip()
    if not name:
        if asked:
            raise BadText("hall.no_name")
        return user.name or guest_name("")
    look = skeleton(name)
    reserved = await database.read(
        "select 1 from reserved_names where skeleton = :skeleton", skeleton=look
    )
    return guest_name(name) if reserved or not _is_punctuation(name) else name


def _is_punctuation(name: str) -> bool:
    """Only ASCII letters and digits, accents, and usual punctuation?"""
    apart = unicodedata.normalize("NFKD", name)
    letters = [c for c in apart if not unicodedata.combining(c) and c not in _punctuation]
    return all(c.isascii() and c.isalnum() for c in letters)
