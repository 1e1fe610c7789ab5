"""Halls for the tests, and players in them who sit down and act at random."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from random import Random

import parlour
from parlour.hall.clocks.hall_time import WallClock
from parlour.hall.computers.port import Computers
from parlour.hall.rooms.hall import Hall, OperationResult
from parlour.hall.rooms.room import MatchTerms, Room
from parlour.hall.storage import store
from parlour.hall.storage.databases.database_url import open_database
from parlour.table.clock import TimeControl
from parlour.wire.operations import Act, Entry, Flag, Operation, Sit
from tests.hall.halls import new_hall
from tests.tiny import Tiny

PAIR = next(slug for slug in parlour.games() if len(parlour.game(slug).seats) == 2)
FOUR = Tiny.slug


class Halls:
    """Halls on one database, each as if it were a process of its own."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._seeds = iter(range(1_000))
        self._open: list[Hall] = []

    async def new(
        self,
        wall_clock: WallClock | None = None,
        computers: Computers | None = None,
        start: bool = True,
    ) -> Hall:
        database = open_database(self.address)
        hall = await new_hall(database, wall_clock, computers, next(self._seeds))
        self._open.append(hall)
        if start:
            await hall.start()
        return hall

    async def kill(self, hall: Hall) -> None:
        """End a hall as a crash would: nothing is said or kept any more."""
        self._open.remove(hall)
        await hall.flags.timers.close()
        await hall.runtime.close()
        await hall.database.close()

    async def close(self) -> None:
        for hall in self._open:
            await hall.close()


async def set_up(
    hall: Hall,
    id: str,
    slug: str = PAIR,
    control: TimeControl | None = None,
    computers: Sequence[int] = (),
) -> Room:
    """A match in which all seats are taken."""
    game = parlour.game(slug)
    terms = MatchTerms(id, slug, game.version, {}, control)
    seats = [
        store.SeatRow(seat, store.hash_secret(f"{id}{seat}"), None, "link")
        for seat in range(len(game.seats))
    ]
    await hall.create(terms, None, seats)
    for seat in range(len(seats)):
        kind = "computer" if seat in computers else "person"
        await hall.do(id, seat, Sit(f"P{seat}", kind, player="random"), "sit")
    async with hall.locked_room(id) as open_room:
        return open_room.room


def choice(room: Room, rng: Random) -> tuple[int, Operation]:
    """Something that somebody may do now."""
    assert room.match is not None
    seat = rng.choice(room.to_move())
    state = room.match.state
    return seat, Act(room.game.write(state, rng.choice(state.actions(seat))))


async def act(hall: Hall, id: str, rng: Random, command: str) -> OperationResult:
    """Let somebody who is to move act, as this hall knows the room."""
    async with hall.locked_room(id) as open_room:
        seat, operation = choice(open_room.room, rng)
    return await hall.do(id, seat, operation, command)


async def kept(hall: Hall, id: str) -> list[Entry]:
    return await store.load_entries(hall.database, id)


def flags(entries: Iterable[Entry]) -> int:
    return sum(isinstance(entry.operation, Flag) for entry in entries)


async def until(true: Callable[[], bool], seconds: float = 20.0) -> None:
    """Wait for something that has to come; an error if it does not."""
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.01)
