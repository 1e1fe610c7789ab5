"""What every attack has: a name, what it was like before, its preparations, and how it strikes."""

from __future__ import annotations

from typing import Any

import msgspec

from parlour.hall.storage.database import Statement
from parlour.hall.storage.database_url import open_database
from parlour.hall.storage.schema import migrate

METRICS_TOKEN = "attack"  # noqa: S105 - of a hall on this machine, which lives for a minute
"""With it the attackers and their driver read the hall's metrics."""


class Target(msgspec.Struct, frozen=True):
    """The hall that is attacked, and what there is to know about it."""

    port: int
    database: str
    game: str  # which the honest players play
    costly: str  # a game with long matches, in turns of several actions
    seconds: float  # for which the attack goes on
    matches: tuple[str, ...]  # of the honest players
    log: str  # the file to which the hall writes its log
    ready: float = 0.0  # seconds from its start until it said that it is ready


class Report(msgspec.Struct, frozen=True):
    """What an attacker has done, what it has seen, and which promises the hall has broken."""

    did: str
    saw: str = ""
    broken: tuple[str, ...] = ()


class Attack:
    """One way to attack a hall; the subclasses say which."""

    name = ""
    title = ""
    before = ""
    """What an outside review saw before this was mended."""
    seconds = 6.0
    postgres = False  # it was seen on PostgreSQL, so it is tried there
    sqlite = False  # it makes sense on SQLite only
    from_start = False  # it begins with the hall, not after a while of peace
    module = "parlour"  # what is run instead, where a hall has to be wrong to be attacked

    async def prepare(self, database: str, game: str, costly: str) -> None:
        """Put into the database what has to be there before the hall starts."""

    async def run(self, target: Target) -> Report:
        """Attack, for as long as the target says."""
        raise NotImplementedError


async def insert_rows(address: str, *lines: str, **values: Any) -> None:
    """Write rows into the database of a hall that does not run yet."""
    database = open_database(address)
    await migrate(database)
    used = [{key: value for key, value in values.items() if f":{key}" in line} for line in lines]
    await database.alter([Statement(*pair) for pair in zip(lines, used, strict=True)])
    await database.close()


def insert_many(table: str, columns: str, values: str) -> str:
    """SQL that inserts the rows 1 to `:count`, in either database; in the values, `i` counts."""
    numbers = "select 1 union all select i + 1 from numbers where i < :count"
    return (
        f"insert into {table} ({columns})"  # noqa: S608 - words of ours
        f" with recursive numbers (i) as ({numbers}) select {values} from numbers"
    )


MATCH_ID = "substr(cast(10000000000 + i as text), 2)"
"""An id of a match that is made of its number."""
