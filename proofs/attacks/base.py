"""The interface of an attack, its target and report, and helpers that fill the database."""

from __future__ import annotations

from typing import Any

import msgspec

from parlour.hall.storage.database import Statement
from parlour.hall.storage.databases.database_url import open_database
from parlour.hall.storage.schema import migrate

METRICS_TOKEN = "attack"  # noqa: S105 - of a temporary hall on this machine
"""The token with which attackers and driver read the hall's metrics."""


class Target(msgspec.Struct, frozen=True):
    """The hall under attack, and what the attacker needs to know about it."""

    port: int
    database: str
    game: str  # the game of the honest players
    costly: str  # a game with long matches and turns of several actions
    seconds: float  # duration of the attack
    matches: tuple[str, ...]  # of the honest players
    log: str  # the hall's log file
    ready: float = 0.0  # seconds from its start until `/readyz` succeeded


class Report(msgspec.Struct, frozen=True):
    """What an attacker did, what it saw, and which invariants the hall violated."""

    did: str
    saw: str = ""
    broken: tuple[str, ...] = ()


class Attack:
    """One attack on a hall."""

    name = ""
    title = ""
    before = ""
    """What an outside review measured before the fix."""
    seconds = 6.0
    postgres = False  # always runs on PostgreSQL
    sqlite = False  # runs on SQLite only
    from_start = False  # starts with the hall; the baseline is measured afterwards
    module = "parlour"  # the server module; another one where the attack needs a faulty hall

    async def prepare(self, database: str, game: str, costly: str) -> None:
        """Fill the database before the hall starts."""

    async def run(self, target: Target) -> Report:
        """Attack for `target.seconds`."""
        raise NotImplementedError


async def insert_rows(address: str, *lines: str, **values: Any) -> None:
    """Run `insert` statements on the database of a hall that has not started yet."""
    database = open_database(address)
    await migrate(database)
    used = [{key: value for key, value in values.items() if f":{key}" in line} for line in lines]
    await database.alter([Statement(*pair) for pair in zip(lines, used, strict=True)])
    await database.close()


def insert_many(table: str, columns: str, values: str) -> str:
    """SQL that inserts the rows 1 to `:count`; `values` may use the row number `i`."""
    numbers = "select 1 union all select i + 1 from numbers where i < :count"
    return (
        f"insert into {table} ({columns})"  # noqa: S608 - words of ours
        f" with recursive numbers (i) as ({numbers}) select {values} from numbers"
    )


MATCH_ID = "substr(cast(10000000000 + i as text), 2)"
"""SQL expression of a match id made from the row number `i`."""
