"""What the hall forgets by itself, once a day: nothing is kept for longer than it is of use."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from parlour.hall import admin
from parlour.hall.database import Database, Statement, StoreAway
from parlour.hall.people import DAY
from parlour.table.errors import BadText

GUESTS = 90 * DAY
"""A guest whose sessions have ended is forgotten after this; a match in play keeps them."""
CHAT = 180 * DAY
NEVER_BEGUN = 30 * DAY
"""A match that is still waiting for somebody."""


async def clean(database: Database, now: float) -> int:
    """Forget what is old; how many guests that were."""
    await database.write(
        [
            Statement("delete from sessions where expires < :now", {"now": now}),
            Statement("delete from chat where at < :old", {"old": now - CHAT}),
            Statement(
                "delete from matches where status = 'open' and created < :old",
                {"old": now - NEVER_BEGUN},
            ),
        ]
    )
    guests = await database.read(
        "select name from people p where kind = 'guest' and created < :old"
        " and not exists (select 1 from sessions s where s.person = p.id)"
        " and not exists (select 1 from seats s join matches m on m.id = s.match"
        " where s.person = p.id and m.status <> 'over') limit 10000",
        old=now - GUESTS,
    )
    for (name,) in guests:
        with suppress(BadText):  # another process was first
            await admin.forget(database, name)
    return len(guests)


async def daily(database: Database, wall: float) -> None:
    """Clean now and every day; a day on which the database is away is left out."""
    began = asyncio.get_running_loop().time()
    while True:
        with suppress(StoreAway):
            await clean(database, wall + asyncio.get_running_loop().time() - began)
        await asyncio.sleep(DAY)
