"""What the hall forgets by itself, once a day: nothing is kept for longer than it is of use.

It goes through the writer like everything else, a few rows at a time, so that nobody waits for it.
"""

from __future__ import annotations

from contextlib import suppress

from parlour.hall.people import admin
from parlour.hall.people.accounts import DAY
from parlour.hall.people.revocations import forget_revocations
from parlour.hall.storage.database import Database, Statement
from parlour.hall.storage.writer import Writer
from parlour.table.errors import BadText

EVERY = DAY
"""Seconds between two cleanings."""
GUESTS = 90 * DAY
"""A guest whose sessions have ended is forgotten after this; a match in play keeps them."""
CHAT = 180 * DAY
NEVER_BEGUN = 30 * DAY
"""A match that is still waiting for somebody."""
AT_ONCE = 50
"""Rows in one transaction."""


async def clean(database: Database, writer: Writer, now: float) -> int:
    """Forget what is old; how many guests that were."""
    await _delete(
        database,
        writer,
        "select token from sessions where expires < :old limit :most",
        "delete from sessions where token = :token",
        now,
    )
    await _delete(
        database,
        writer,
        "select match as id, at from chat where at < :old limit :most",
        "delete from chat where match = :id and at = :at",
        now - CHAT,
    )
    await _delete(
        database,
        writer,
        "select id from matches where status = 'open' and created < :old limit :most",
        "delete from matches where id = :id and status = 'open'",
        now - NEVER_BEGUN,
    )
    await writer.commit([forget_revocations(now - DAY)])
    return await _forget_guests(database, writer, now - GUESTS)


async def _delete(database: Database, writer: Writer, find: str, delete: str, old: float) -> None:
    """Delete what a query finds, batch after batch."""
    names = [name for name in ("token", "id", "at") if f":{name}" in delete]
    while rows := await database.read(find, old=old, most=AT_ONCE):
        lines = [Statement(delete, dict(zip(names, row, strict=True))) for row in rows]
        await writer.commit(lines)


async def _forget_guests(database: Database, writer: Writer, old: float) -> int:
    count = 0
    while True:
        guests = await database.read(
            "select name from people p where kind = 'guest' and created < :old"
            " and not exists (select 1 from sessions s where s.person = p.id)"
            " and not exists (select 1 from seats s join matches m on m.id = s.match"
            " where s.person = p.id and m.status <> 'over') limit :most",
            old=old,
            most=AT_ONCE,
        )
        if not guests:
            return count
        for (name,) in guests:
            with suppress(BadText):  # another process was first
                await admin.forget(database, writer, name)
                count += 1
