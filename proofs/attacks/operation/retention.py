"""The daily retention run, with much to delete, under load."""

from __future__ import annotations

import asyncio
import time

from parlour.hall.storage.database import Database
from parlour.hall.storage.databases.database_url import open_database
from proofs.attacks.base import MATCH_ID, Attack, Report, Target, insert_many, insert_rows
from proofs.attacks.visitor import Visitor, attacker_address

OLD = 20_000
"""Sessions, and chat messages, past their retention period."""
GUESTS = 200
LONG = 60.0
"""Seconds within which all old rows have to be deleted."""

_count_old_rows = (
    "select (select count(*) from sessions where expires < 10)"
    " + (select count(*) from chat where at < 10)"
    " + (select count(*) from matches where created < 10)"
    " + (select count(*) from people where created < 10)"
)


class Retention(Attack):
    """No attacker: the hall's own retention run is the load, daily and at start-up."""

    name = "retention"
    title = f"the daily cleaning deletes {2 * OLD + OLD // 10 + GUESTS:,} rows under load"
    before = "148 of 200 cleanings failed, and 2,960 of 4,200 writes beside them"
    from_start = True

    async def prepare(self, database: str, game: str, costly: str) -> None:
        people = insert_many(
            "people",
            "id, kind, name, folded, created, banned",
            "'old' || i, 'guest', 'old ' || i, 'old ' || i, 1, 0",
        )
        keeper = (
            "insert into people (id, kind, name, folded, created, banned)"
            " values ('keeper', 'account', 'keeper', 'keeper', 100, 0)"
        )
        sessions = insert_many(
            "sessions",
            "token, person, created, expires, id, kind",
            "'old' || i, 'keeper', 1, 2, 'old' || i, 'session'",
        )
        matches = insert_many(
            "matches",
            "id, game, rules, settings, listed, rated, created, status",
            f"{MATCH_ID}, :game, 1, '{{}}', 1, 0, 1, 'open'",
        )
        chat = insert_many(
            "chat",
            "match, at, name, text",
            "'0000000001', 1 + i / 100000.0, 'keeper', 'hello'",
        )
        await insert_rows(database, people, keeper, count=GUESTS)
        await insert_rows(database, matches, count=OLD // 10, game=game)
        await insert_rows(database, sessions, chat, count=OLD)

    async def run(self, target: Target) -> Report:
        visitor, began = Visitor(target.port, attacker_address(0)), time.monotonic()
        database = open_database(target.database)
        left = await _count(database)
        initial = left
        while left and time.monotonic() < began + LONG:
            await asyncio.sleep(0.5)
            left = await _count(database)
        took = time.monotonic() - began
        await database.close()
        mistakes = (await visitor.metrics())["parlour_mistakes_total"]
        broken = (f"{left} old rows are still there",) if left else ()
        if mistakes:
            broken += (f"{mistakes:.0f} mistakes",)
        did = f"{initial:,} old rows were left when play began"
        return Report(did, f"all gone {took:.1f} s later; {mistakes:.0f} mistakes", broken)


async def _count(database: Database) -> int:
    return (await database.read(_count_old_rows))[0][0]
