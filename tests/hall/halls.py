"""Halls for tests of the computers and of ratings, on a database in memory or in a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

from parlour.hall.computers import Computers
from parlour.hall.deeds import Sit
from parlour.hall.hall import Hall
from parlour.hall.room import About
from parlour.hall.schema import migrate
from parlour.hall.sqlite import SqliteDatabase
from parlour.hall.store import SeatRow
from parlour.hall.time import HallTime, SystemWatch
from parlour.table.clock import TimeControl
from parlour.table.registry import find, game


async def open_hall(path: Path, computers: Computers | None = None) -> Hall:
    """A hall on the database of a file."""
    database = SqliteDatabase(path)
    await migrate(database)
    return Hall(database, HallTime(SystemWatch()), Random(1), computers)


async def close_hall(hall: Hall) -> None:
    await hall.close()


async def seated(
    hall: Hall,
    id: str,
    chairs: Sequence[Sit],
    slug: str = "brique",
    *,
    rated: bool = True,
    control: TimeControl | None = None,
) -> None:
    """A match in which everybody has sat down."""
    about = About(id, slug, find(slug).version, {}, control=control, rated=rated, created=1.0)
    seats = range(len(game(slug).seats))
    await hall.create(about, "ann", [SeatRow(seat, f"{id} {seat}", None, "link") for seat in seats])
    for seat, sit in enumerate(chairs):
        await hall.do(id, seat, sit, "sit")


def people(*ids: str) -> list[Sit]:
    return [Sit(id.title() or "Nobody", person=id) for id in ids]
