"""The names that people see: an account's is its own, and nobody else's looks like it.

Accounts have plain names of ASCII letters, digits, `_` and `-`, and no two that look alike. A guest
whose name could be taken for an account's is called a guest, in brackets that no account can have.
"""

from __future__ import annotations

import unicodedata

from parlour.hall.people.authorise import User
from parlour.hall.storage.database import Database
from parlour.table.errors import BadText
from parlour.wire.operations import LONGEST_NAME
from parlour.wire.plain_text import plain

ACCOUNTS = ("account", "bot", "admin")
"""The kinds of people who have a password or a token, and a name of their own."""

_guest = " (guest)"
_usual = " -_.'"  # what a name may have besides letters and digits without looking like another
_alike = (("0", "o"), ("1", "l"), ("i", "l"), ("rn", "m"), ("vv", "w"))


def account_name(name: str) -> str:
    """A name that an account may have: letters, digits, `_` and `-`, from 2 to 20 of them."""
    name = plain(name)
    if not (2 <= len(name) <= 20 and all(c.isascii() and (c.isalnum() or c in "_-") for c in name)):
        raise BadText("hall.bad_name")
    return name


def skeleton(name: str) -> str:
    """What is left of a name for the eye: two names with the same skeleton look alike.

    Capital I looks like l, and capitals do not count, so i does too. Accents, blanks and all that
    is neither a letter nor a digit are easily overlooked.
    """
    apart = unicodedata.normalize("NFKD", name).casefold()
    name = "".join(c for c in apart if c.isalnum())
    for look, like in _alike:
        name = name.replace(look, like)
    return name


def guest_name(name: str, mark: str = "") -> str:
    """A name that nobody takes for an account's."""
    name = plain(name).removesuffix(_guest.strip())
    suffix = f" (guest {mark})" if mark else _guest
    return (name[: LONGEST_NAME - len(suffix)].strip() or "Anonymous") + suffix


async def seat_name(database: Database, user: User, asked: str) -> str:
    """The name under which somebody sits: an account's own, or else what a guest asks for.

    Letters beyond ASCII may look like any others, and so may signs (`A|ice`), so a guest who has
    some is always called one.
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
    return guest_name(name) if reserved or not _is_usual(name) else name


def _is_usual(name: str) -> bool:
    """Is it made of ASCII letters and digits, accents, and what is usual between words?"""
    apart = unicodedata.normalize("NFKD", name)
    letters = [c for c in apart if not unicodedata.combining(c) and c not in _usual]
    return all(c.isascii() and c.isalnum() for c in letters)
