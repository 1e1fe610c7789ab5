"""Retention: once a day the hall deletes old rows.

It deletes a few rows at a time through the writer, like everything else, so that no move waits.
"""

from __future__ import annotations

from contextlib import suppress

from parlour.hall.people import admin
from parlour.hall.people.accounts import DAY
from parlour.hall.people.revocations import forget_revocations
from parlour.hall.storage.database import Database, Statement
from parlour.hall.storage.writer import Writer
from parlour.table.errors import BadText

INTERVAL = DAY
"""Seconds between two cleanings."""
GUEST_AGE = 90 * DAY
"""Guests without a session are deleted after this, unless they sit in a running match."""
CHAT_AGE = 180 * DAY
OPEN_MATCH_AGE = 30 * DAY
"""For matches that are still waiting for players."""
BATCH_SIZE = 50
"""Rows in one transaction."""


async def delete_old_rows(database: Database, writer: Writer, now: float) -> int:
    """Delete what is too old; the number of guests that were deleted."""
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
        now - CHAT_AGE,
    )
    await _delete(
        database,
        writer,
        "select id from matches where status = 'open' and created < :old limit :most",
        "delete from matches where id = :id and status = 'open'",
        now - OPEN_MATCH_AGE,
    )
    await writer.commit([forget_revocations(now - DAY)])
    return await _delete_guests(database, writer, now - GUEST_AGE)


async def _delete(database: Database, writer: Writer, find: str, delete: str, old: float) -> None:
    """Delete what a query finds, batch by batch."""
    names = [name for name in ("token", "id", "at") if f":{name}" in delete]
    while rows := await database.read(find, old=old, most=BATCH_SIZE):
        lines = [Statement(delete, dict(zip(names, row, strict=True))) for row in rows]
        await writer.commit(lines)


async def _delete_guests(database: Database, writer: Writer, old: float) -> int:
    count = 0
    while True:
        guests = await database.read(
            "select name from people p where kind = 'guest' and created < :old"
            " and not exists (select 1 from sessions s where s.person = p.id)"
            " and not exists (select 1 from seats s join matches m on m.id = s.match"
            " where s.person = p.id and m.status <> 'over') limit :most",
            old=old,
            most=BATCH_SIZE,
        )
        if not guests:
            return count
        for (name,) in guests:
            with suppress(BadText):  # another process was first
                await admin.forget(database, writer, name)
                count += 1
