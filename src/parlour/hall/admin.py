"""What whoever runs a hall may do with a person: close their account, export it, forget it."""

from __future__ import annotations

from typing import Any

import msgspec

from parlour.hall import deeds
from parlour.hall.database import Database, Row, Statement
from parlour.hall.deeds import Sit
from parlour.hall.plain import plain
from parlour.hall.revocations import revoked
from parlour.hall.writer import Writer
from parlour.table.errors import BadText

AT_ONCE = 50
"""Seats that are looked at in one go."""
DELETED = "deleted"
"""The name that a person has in kept matches when nothing else is known of them."""


async def find_person(database: Database, name: str) -> Row:
    """Somebody's row: id, kind, name, created, banned."""
    rows = await database.read(
        "select id, kind, name, created, banned from people where folded = :folded",
        folded=plain(name).casefold(),
    )
    if not rows:
        raise BadText("hall.no_person", name=plain(name)[:40])
    return rows[0]


async def ban(database: Database, writer: Writer, name: str, at: float) -> None:
    """Close an account: its sessions and connections end, and it cannot sign in."""
    id = (await find_person(database, name))[0]
    await writer.keep(
        [
            Statement("update people set banned = 1 where id = :id", {"id": id}),
            Statement("delete from sessions where person = :id", {"id": id}),
            revoked(at, person=id),
        ]
    )


async def unban(database: Database, writer: Writer, name: str) -> None:
    id = (await find_person(database, name))[0]
    await writer.keep([Statement("update people set banned = 0 where id = :id", {"id": id})])


async def make_admin(database: Database, writer: Writer, name: str) -> None:
    id, kind, known, *_ = await find_person(database, name)
    if kind not in ("account", "admin"):  # who has no password cannot come back as an admin
        raise BadText("hall.only_accounts", name=known, kind=kind)
    await writer.keep([Statement("update people set kind = 'admin' where id = :id", {"id": id})])


async def export(database: Database, name: str) -> dict[str, Any]:
    """Everything the hall has of somebody; of secrets there are only hashes, which stay here."""
    id, kind, name, created, banned = await find_person(database, name)
    sessions = await database.read(
        "select created, expires from sessions where person = :id order by created", id=id
    )
    matches = await database.read(
        "select m.id, m.game, m.status, m.created, s.seat, s.name"
        " from seats s join matches m on m.id = s.match where s.person = :id order by m.created",
        id=id,
    )
    chat = await database.read(
        "select match, at, text from chat where name = :name order by at", name=name
    )
    return {
        "person": {"id": id, "kind": kind, "name": name, "created": created, "banned": banned},
        "sessions": [dict(zip(("created", "expires"), row, strict=True)) for row in sessions],
        "matches": [
            dict(zip(("match", "game", "status", "created", "seat", "name"), row, strict=True))
            for row in matches
        ],
        "chat": [dict(zip(("match", "at", "text"), row, strict=True)) for row in chat],
    }


async def forget(database: Database, writer: Writer, name: str) -> None:
    """Delete somebody: matches stay, for the others have played them too, but not the name."""
    id, _, name, *_ = await find_person(database, name)
    while seats := await database.read(
        "select match, seat from seats where person = :id limit :most", id=id, most=AT_ONCE
    ):
        for match, seat in seats:
            await writer.keep(await _leave_nameless(database, id, match, seat))
    lines = [
        Statement(sql, {"id": id})
        for sql in (
            "update matches set owner = null where owner = :id",
            "delete from ratings where person = :id",
            "delete from rating_steps where person = :id",
            "delete from people where id = :id",
        )
    ]
    await writer.keep([Statement("delete from chat where name = :name", {"name": name}), *lines])


async def _leave_nameless(database: Database, id: str, match: str, seat: int) -> list[Statement]:
    """What takes somebody's name from a seat and from the entries with which they sat down."""
    entries = await database.read(
        "select seq, what from events where match = :match and seat = :seat", match=match, seat=seat
    )
    lines = [
        Statement(
            "update events set what = :what where match = :match and seq = :seq",
            {"match": match, "seq": seq, "what": nameless},
            match=match,
        )
        for seq, what in entries
        if (nameless := _nameless(what, id))
    ]
    leave = "update seats set person = null, name = :name where match = :match and seat = :seat"
    return [*lines, Statement(leave, {"match": match, "seat": seat, "name": DELETED})]


def _nameless(what: str, person: str) -> str:
    """The entry with which this person sat down, without their name; nothing for others."""
    deed = deeds.decode(what)
    if not isinstance(deed, Sit) or deed.person != person:
        return ""
    kept = msgspec.structs.replace(deed, name=DELETED, person="")  # the seat stays nobody else's
    return deeds.encode(kept).decode()
