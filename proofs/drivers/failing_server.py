"""A `parlour serve` for the crash tester that dies at a chosen point or has a deliberate bug.

`HAZARD=before-commit:40` kills the process just before the fortieth commit; `CONTROL=hasty`
acknowledges before the commit. The hall itself contains no such switch.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from typing import Any, cast

from parlour.hall import serve_verb, services
from parlour.hall.audience.audience import Audience
from parlour.hall.rooms import room
from parlour.hall.storage import schema
from parlour.hall.storage.database import Database, Statement
from parlour.hall.storage.writer import WriteCallback, Writer
from parlour.wire.operations import Entry

POINTS = ("before-commit", "after-commit", "after-ack")
CONTROLS = ("hasty", "forgetful")


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class CrashPoint:
    """Counts the times a point is reached, and ends the process at one of them."""

    def __init__(self, point: str, times: int) -> None:
        self._point = point
        self._left = times

    def at(self, point: str) -> bool:
        """Count a visit to `point`; is this the one at which to die?"""
        if point == self._point:
            self._left -= 1
        return point == self._point and self._left <= 0


class CrashingDatabase:
    """Wraps a database: the process may die at its commits, which `delay` slows down."""

    def __init__(self, inner: Database, crash_point: CrashPoint, delay: float) -> None:
        self._inner = inner
        self._crash_point = crash_point
        self._delay = delay

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    async def write(self, statements: Sequence[Statement]) -> None:
        counts = any("into events" in statement.sql for statement in statements)
        if counts:
            await asyncio.sleep(self._delay)
            if self._crash_point.at("before-commit"):
                die()
        await self._inner.write(statements)
        if counts and self._crash_point.at("after-commit"):
            die()


def arm(crash_point: CrashPoint, delay: float) -> None:
    """Install the crash point in the database and the audience."""
    open_database, publish = services.open_database, Audience.publish

    def open_dangerous(address: str) -> Database:
        return cast(Database, CrashingDatabase(open_database(address), crash_point, delay))

    def publish_to_actor(self: Audience, entries: Sequence[Entry]) -> bool:
        if crash_point.at("after-ack"):  # only the sender gets the acknowledgement
            for listener in list(self.listeners):
                if entries[0].seat not in listener.seats:
                    del self.listeners[listener]
            asyncio.get_running_loop().call_later(0.002, die)
        return publish(self, entries)

    services.open_database = open_dangerous
    Audience.publish = publish_to_actor


def acknowledge_early() -> None:
    """Acknowledge before the commit."""
    submit = Writer.submit

    def hasty(self: Writer, statements: Sequence[Statement], callback: WriteCallback) -> None:
        submit(self, statements, lambda _: None)
        asyncio.get_running_loop().call_soon(callback, None)

    Writer.submit = hasty


class ForgottenCommands(dict[str, int]):
    """The commands of a room, none of which is ever found."""

    def __contains__(self, command: object) -> bool:
        return False

    def get(self, command: object, default: Any = None) -> Any:
        return default


def forget_commands() -> None:
    """Remove the duplicate check of commands from the room."""
    make = room.Room.__init__

    def forgetful(self: room.Room, terms: room.MatchTerms) -> None:
        make(self, terms)
        self.commands = ForgottenCommands()

    room.Room.__init__ = forgetful


FORGET_KEYS = (
    "create table loose (match text, seq integer, command text, seat integer, what text,"
    " at double precision, acting integer)",
    "insert into loose select match, seq, command, seat, what, at, acting from events",
    "drop table events",
    "alter table loose rename to events",
)


def main() -> None:
    """Run `parlour serve` with the faults that the environment selects."""
    point, _, times = os.environ.get("HAZARD", "").partition(":")
    control = os.environ.get("CONTROL", "")
    arm(CrashPoint(point, int(times or 0)), 0.01 if control == "hasty" else 0.0)
    if control == "hasty":
        acknowledge_early()
    if control == "forgetful":
        forget_commands()
        schema.MIGRATIONS = (*schema.MIGRATIONS, FORGET_KEYS)
    serve_verb.serve.main(sys.argv[2:])


if __name__ == "__main__":
    main()
