"""Halls for the tests: one way to make them, and matches with all seats taken."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

from parlour.hall.clocks.hall_time import HallTime, SystemClock, WallClock
from parlour.hall.computers.port import Computers
from parlour.hall.rooms.hall import Hall
from parlour.hall.rooms.housekeeping import Housekeeping
from parlour.hall.rooms.room import MatchTerms
from parlour.hall.storage.database import Database, Statement
from parlour.hall.storage.databases.sqlite import SqliteDatabase
from parlour.hall.storage.schema import migrate
from parlour.hall.storage.store import SeatRow
from parlour.table.clock import TimeControl
from parlour.table.registry import find, game
from parlour.wire.operations import Sit


async def new_hall(
    database: Database,
    wall_clock: WallClock | None = None,
    computers: Computers | None = None,
    seed: int = 1,
) -> Hall:
    """A hall on a database; it does nothing by itself until it is started."""
    await migrate(database)
    return Hall(database, HallTime(wall_clock or SystemClock()), Random(seed), computers)


async def open_hall(path: Path, computers: Computers | None = None) -> Hall:
    """A hall on the database of a file."""
    return await new_hall(SqliteDatabase(path), computers=computers)


async def seated(
    hall: Hall,
    id: str,
    occupants: Sequence[Sit],
    slug: str = "brique",
    *,
    rated: bool = True,
    control: TimeControl | None = None,
) -> None:
    """A match in which everybody has sat down."""
    terms = MatchTerms(id, slug, find(slug).version, {}, control=control, rated=rated, created=1.0)
    await hall.writer.commit([_account(sit) for sit in occupants if sit.person])
    seats = range(len(game(slug).seats))
    await hall.create(terms, "ann", [SeatRow(seat, f"{id} {seat}", None, "link") for seat in seats])
    for seat, sit in enumerate(occupants):
        await hall.do(id, seat, sit, "sit")


def _account(sit: Sit) -> Statement:
    """An account for the occupant, unless there is one."""
    kind = "bot" if sit.kind == "bot" else "account"
    return Statement(
        "insert into people (id, kind, name, folded, created, banned)"
        " values (:id, :kind, :id, :id, 0, 0) on conflict do nothing",
        {"id": sit.person, "kind": kind},
    )


def people(*ids: str) -> list[Sit]:
    return [Sit(id.title() or "Nobody", person=id) for id in ids]


async def one_round(hall: Hall) -> None:
    """One round of all periodic work of a hall."""
    for _, go in Housekeeping(hall).rounds():
        await go()
