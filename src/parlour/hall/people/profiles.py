"""The public profile of an account: its name, kind, age and ratings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from parlour.hall.people.authorise import User
from parlour.hall.storage.database import Database, Row
from parlour.players.rating import Rating
from parlour.wire.plain_text import plain


class Profile(NamedTuple):
    """An account, and its ratings by game."""

    user: User
    created: float  # wall time
    ratings: dict[str, Rating]


_select = "select id, name, kind, created from people where kind <> 'guest' and banned = 0 and "


async def by_name(database: Database, name: str) -> Profile | None:
    """The account with that name, ignoring case."""
    rows = await database.read(_select + "folded = :folded", folded=plain(name).casefold())
    return await _profile(database, rows[0]) if rows else None


async def by_ids(database: Database, ids: Sequence[str]) -> list[Profile]:
    """The profiles of those of these people who have accounts."""
    found = [await database.read(_select + "id = :id", id=id) for id in ids]
    return [await _profile(database, rows[0]) for rows in found if rows]


async def _profile(database: Database, row: Row) -> Profile:
    id, name, kind, created = row
    rows = await database.read(
        "select game, value, deviation, volatility, matches from ratings where person = :id", id=id
    )
    return Profile(User(id, name, kind), created, {game: Rating(*rest) for game, *rest in rows})
