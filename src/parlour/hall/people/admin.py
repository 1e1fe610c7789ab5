"""Administration of people: ban, unban, make admin, export and delete."""

from __future__ import annotations

from typing import Any

import msgspec

from parlour.hall.people.revocations import revoked
from parlour.hall.storage.database import Database, Row, Statement
from parlour.hall.storage.writer import Writer
from parlour.table.errors import BadText
from parlour.wire import operations
from parlour.wire.operations import Sit
from parlour.wire.plain_text import plain

BATCH_SIZE = 50
"""Seats in one query."""
DELETED = "deleted"
"""The name of a deleted person in the matches that stay."""


EXPORTED = {
    "sessions": ("kind, created, expires", "sessions where person = :id order by created"),
    "matches": (
        "s.match, m.game, m.status, m.created, s.seat, s.name",
        "seats s join matches m on m.id = s.match where s.person = :id order by m.created",
    ),
    "left": ("match, seat", "departures where person = :id order by match, seat"),
    "created": ("id, game, status, created", "matches where owner = :id order by created"),
    "chat": ("match, at, text", "chat where name = :name order by at"),
    "tallies": ("game, score, count", "tallies where who = :id order by game, score"),
    "ratings": ("game, matches, value, deviation", "ratings where person = :id order by game"),
    "rated": (
        "game, number, match, value, deviation, at",
        "rating_steps where person = :id order by game, number",
    ),
}
"""What the hall stores about a person: fields and rows by table."""


class NoSuchPerson(BadText):
    """No person has that name."""


async def find_person(database: Database, name: str) -> Row:
    """The row of a person: id, kind, name, created, banned."""
    rows = await database.read(
        "select id, kind, name, created, banned from people where folded = :folded",
        folded=plain(name).casefold(),
    )
    if not rows:
        raise NoSuchPerson("hall.no_person", name=plain(name)[:40])
    return rows[0]


async def ban(database: Database, writer: Writer, name: str, at: float) -> None:
    """Close an account: its sessions and connections end, and it cannot sign in."""
    id = (await find_person(database, name))[0]
    await writer.commit(
        [
            Statement("update people set banned = 1 where id = :id", {"id": id}),
            Statement("delete from sessions where person = :id", {"id": id}),
            revoked(at, person=id),
        ]
    )


async def unban(database: Database, writer: Writer, name: str) -> None:
    id = (await find_person(database, name))[0]
    await writer.commit([Statement("update people set banned = 0 where id = :id", {"id": id})])


async def make_admin(database: Database, writer: Writer, name: str) -> None:
    id, kind, known, *_ = await find_person(database, name)
    if kind not in ("account", "admin"):  # without a password nobody could sign in as an admin
        raise BadText("hall.only_accounts", name=known, kind=kind)
    await writer.commit([Statement("update people set kind = 'admin' where id = :id", {"id": id})])


async def dismiss_admin(database: Database, writer: Writer, name: str) -> None:
    id, kind, known, *_ = await find_person(database, name)
    if kind != "admin":
        raise BadText("hall.not_an_admin", name=known)
    await writer.commit(
        [Statement("update people set kind = 'account' where id = :id", {"id": id})]
    )


async def export(database: Database, name: str) -> dict[str, Any]:
    """Everything stored about a person, except the hashes of their secrets."""
    id, kind, name, created, banned = await find_person(database, name)
    found: dict[str, Any] = {
        "person": {"id": id, "kind": kind, "name": name, "created": created, "banned": banned}
    }
    for what, (fields, sql) in EXPORTED.items():
        value = {"name": name} if ":name" in sql else {"id": id}
        rows = await database.read(f"select {fields} from {sql}", **value)  # noqa: S608 - ours
        names = [field.rpartition(".")[2] for field in fields.split(", ")]
        found[what] = [dict(zip(names, row, strict=True)) for row in rows]
    return found


async def forget(database: Database, writer: Writer, name: str) -> None:
    """Delete a person. Their matches stay, as others played them too, without the name."""
    id, _, name, *_ = await find_person(database, name)
    while seats := await database.read(
        "select match, seat from seats where person = :id"
        " union select match, seat from departures where person = :id limit :most",
        id=id,
        most=BATCH_SIZE,
    ):
        for match, seat in seats:
            await writer.commit(await _anonymise_seat(database, id, match, seat))
    lines = [
        Statement(sql, {"id": id})
        for sql in (
            "update matches set owner = null where owner = :id",
            "delete from ratings where person = :id",
            "delete from rating_steps where person = :id",
            "delete from tallies where who = :id",
            "delete from people where id = :id",
        )
    ]
    chat = Statement("delete from chat where name = :name", {"name": name})
    await writer.commit([chat, *lines])


async def _anonymise_seat(database: Database, id: str, match: str, seat: int) -> list[Statement]:
    """Remove the name from a seat and from the entries with which the person sat down."""
    entries = await database.read(
        "select seq, what from events where match = :match and seat = :seat", match=match, seat=seat
    )
    lines = [
        Statement(
            "update events set what = :what where match = :match and seq = :seq",
            {"match": match, "seq": seq, "what": anonymised},
            match=match,
        )
        for seq, what in entries
        if (anonymised := _anonymised(what, id))
    ]
    leave = (
        "update seats set person = null, name = :name"
        " where match = :match and seat = :seat and person = :person"
    )
    gone = "delete from departures where match = :match and seat = :seat and person = :person"
    unlisted = "delete from archive where match = :match and who = :person"
    own = {"match": match, "seat": seat, "person": id}
    lines += [Statement(leave, {**own, "name": DELETED}), Statement(gone, own)]
    return [*lines, Statement(unlisted, {"match": match, "person": id})]


def _anonymised(what: str, person: str) -> str:
    """The entry with which this person sat down, without the name; empty for other entries."""
    operation = operations.decode(what)
    if not isinstance(operation, Sit) or operation.person != person:
        return ""
    kept = msgspec.structs.replace(
        operation, name=DELETED, person=""
    )  # the seat stays nobody else's
    return operations.encode(kept).decode()
