"""Rooms, halls and sessions for the tests: small boards, no waiting."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import msgspec

import parlour
from parlour.hall.computers.port import Computers
from parlour.hall.connections.session import Session
from parlour.hall.people.authorise import User
from parlour.hall.rooms.hall import Hall
from parlour.hall.rooms.room import MatchTerms, Room
from parlour.hall.storage.databases.sqlite import SqliteDatabase
from parlour.hall.storage.store import SeatRow, hash_secret
from parlour.table.clock import TimeControl
from parlour.wire.operations import Operation, Sit
from tests.hall.doubles import ManualClock, RecordingListener
from tests.hall.halls import new_hall


def new_terms(
    slug: str = "brique", control: TimeControl | None = None, id: str = "m", **settings: Any
) -> MatchTerms:
    if slug == "brique" and not settings:
        settings = {"size": 3, "pie": False}
    return MatchTerms(id, slug, parlour.game(slug).version, settings, control)


def hidden() -> MatchTerms:
    return new_terms("chessicle", deployment="hidden")


class SeatedRoom:
    """A room whose seats are taken, with methods to act in it."""

    def __init__(self, terms: MatchTerms, now: float = 0.0) -> None:
        self.room = Room(terms)
        self.rng = Random(1)
        self.entries: list[Any] = []
        for seat in range(len(self.room.occupants)):
            self.do(seat, Sit("ABCD"[seat]), now)

    def do(
        self, seat: int, operation: Operation, now: float = 0.0, command: str | None = None
    ) -> list[Any]:
        entries = self.room.do(seat, operation, now, self.rng, command)
        self.entries += entries
        return entries

    def any_action(self, seat: int) -> str:
        match = self.room.match
        assert match is not None
        return match.game.write(match.state, self.rng.choice(match.state.actions(seat)))


async def at_once(finish: Callable[[], object]) -> None:
    finish()


@asynccontextmanager
async def open_hall(
    folder: Path, wall_clock: ManualClock | None = None, computers: Computers | None = None
) -> AsyncGenerator[Hall]:
    database = SqliteDatabase(folder / "hall.db", at_once)
    hall = await new_hall(database, wall_clock or ManualClock(), computers)
    try:
        yield hall
    finally:
        await hall.close()


async def open_match(hall: Hall, terms: MatchTerms, *, seated: bool = True) -> list[str]:
    """A match in the hall; the codes of its seats."""
    codes = [f"code {terms.id} {seat}" for seat in range(len(terms.load_game().seats))]
    rows = [SeatRow(seat, hash_secret(code), None, "link") for seat, code in enumerate(codes)]
    await hall.create(terms, None, rows)
    for seat in range(len(codes)) if seated else ():
        await hall.do(terms.id, seat, Sit("ABCD"[seat]), "sit")
    return codes


class SessionClient:
    """A client of a session without a socket, and what it received."""

    def __init__(self, hall: Hall, user: User | None = None) -> None:
        self.listener = RecordingListener()
        self.session = Session(hall, user or User(), self.listener.send)

    async def send(self, kind: str, v: int | None = None, **data: Any) -> list[dict[str, Any]]:
        """Send a message; what came back."""
        return await self.raw(msgspec.json.encode({"t": kind, "v": v, "d": data}))

    async def raw(self, text: str | bytes) -> list[dict[str, Any]]:
        self.listener.clear()
        await self.session.receive(text)
        return self.listener.frames()

    async def do(
        self, operation: Operation, command: str = "c", v: int | None = None, **more: Any
    ) -> Any:
        return await self.send("do", v, command=command, deed=operation, **more)
