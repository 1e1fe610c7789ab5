"""The crash tester: a server under load is killed again and again, and may not forget anything.

Its clients come back, and ask again, under the same ids, for what was not acknowledged. In the end
their journal is compared with the database, and every answer has to have been one.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from contextlib import ExitStack, suppress
from functools import partial
from itertools import cycle
from pathlib import Path
from random import Random

import click
import uvloop

from proofs import Broken
from proofs.drivers.hazard import CONTROLS, POINTS
from proofs.harness.evening import Place, Table, Verdict, enter, judge, set_up, write_scripts
from proofs.harness.reconnecting import Heard, Returning
from proofs.harness.server_process import Served, free_port, serve

PATIENCE = 10.0
"""Seconds in which the last questions have to be answered."""
THINKING = 0.1
"""Seconds, at most, between an acknowledgement and the next move of a match."""


class StubbornTable(Table):
    """A match whose players come back and ask again."""

    def __init__(self, place: Place, evening: Evening) -> None:
        super().__init__(place)
        self._evening = evening
        self._loop = asyncio.get_running_loop()
        self._inside: set[int] = set()  # the seats whose players are in the room
        self._known: dict[int, int] = {}  # the last entry that each knew of when it came
        self.lines = [self._new_line(seat, code) for seat, code in enumerate(place.codes)]

    def _new_line(self, seat: int, code: str) -> Returning:
        hear, lost = partial(self._hear, seat), partial(self._lost, seat)
        return Returning(partial(self._port, seat), partial(self._enter, seat, code), hear, lost)

    def _enter(self, seat: int, code: str) -> bytes:
        self._known[seat] = known = max(self.acked, default=0)
        return enter(self.place.match, code, known=known or None)

    def _port(self, seat: int) -> int:
        return self._evening.port

    def _lost(self, seat: int) -> None:
        self._inside.discard(seat)

    def _hear(self, seat: int, message: Heard) -> None:
        if message.t == "room":
            self._inside.add(seat)
            if message.v < self._known[seat]:
                self._complain(f"entry {self._known[seat]} was acknowledged and is gone")
            if not self.finished or self.waiting:
                self._ask(len(self.acked))
        for command in message.done:
            if command and self.answered(command, message.v):
                self._acknowledged()
        if message.t == "error" and message.d.code in ("fast", "away"):
            self._put_off(message.d.retry or 0.0)
        elif message.t == "error":
            self._complain(f"{message.d.command} was refused: {message.d.text}")

    def _put_off(self, seconds: float) -> None:
        """The hall cannot now; it dies anyhow, and who comes back asks again."""

    def _acknowledged(self) -> None:
        self._evening.acknowledged.set()
        if self.finished:
            self.close()
            self._evening.next_table()
        else:
            thinking = self._evening.rng.uniform(0, self._evening.thinking)
            self._loop.call_later(thinking, self._ask, len(self.acked))

    def _ask(self, number: int) -> None:
        """Ask for a move, for the first time or again, if who makes it is here."""
        move = self.place.script[number]
        fresh = number == self.asked and self._evening.ending
        if number == len(self.acked) and move.seat in self._inside and not fresh:
            self.asked = max(self.asked, number + 1)
            self.lines[move.seat].send(move.frame)

    def _complain(self, what: str) -> None:
        self._evening.complaints.append(f"{self.place.match}: {what}")

    def close(self) -> None:
        for line in self.lines:
            line.close()


class Evening:
    """One run: a server that keeps dying, and the tables at which people go on playing."""

    thinking = THINKING

    def __init__(self, database: str, rng: Random, control: str = "") -> None:
        self.database = database
        self.rng = rng
        self.control = control
        self.port = free_port()
        self.places: list[Place] = []
        self.tables: list[StubbornTable] = []
        self.complaints: list[str] = []
        self.deaths: int = 0
        self.back: list[float] = []  # seconds from a death to the next acknowledgement, if one came
        self.acknowledged = asyncio.Event()
        self.ending = self.over = False

    async def run(self, slug: str, kills: int, tables: int = 20) -> Verdict:
        """Play, die so many times, and compare the journal with the database."""
        scripts = write_scripts(slug, self.rng, 16)
        self.places = await set_up(self.database, slug, scripts, tables + kills * 2)
        served = await self.serve("")
        for _ in range(tables):
            self.next_table()
        try:
            await self.first_sign_of_life(served)
            points = cycle((*POINTS, ""))
            for _ in range(kills - 1):
                if self.complaints:
                    break
                served = await self._die_and_come_back(served, next(points))
            self.ending = True
            served = await self._die_and_come_back(served, "")
            await self.everything_is_answered()
        finally:
            self.over = True
            for table in self.tables:
                table.close()
            await served.kill()
        return await judge(self.database, self.tables)

    def next_table(self) -> None:
        if self.places and not self.over:
            self.tables.append(self.new_table(self.places.pop()))

    def new_table(self, place: Place) -> StubbornTable:
        return StubbornTable(place, self)

    async def serve(self, hazard: str) -> Served:
        more = {"HAZARD": hazard, "CONTROL": self.control}
        return await serve(self.port, self.database, "proofs.drivers.hazard", more)

    async def _die_and_come_back(self, served: Served, next_point: str) -> Served:
        """Kill it at a random moment, unless it dies by itself at a point of its own."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self.rng.uniform(0.05, 1.0)):
                await served.process.wait()
        await served.kill()
        self.deaths += 1
        died = time.monotonic()
        times = self.rng.randint(1, 30)
        served = await self.serve(f"{next_point}:{times}" if next_point else "")
        if await self.first_sign_of_life(served):
            self.back.append(time.monotonic() - died)
        return served

    async def first_sign_of_life(self, served: Served) -> bool:
        """Wait for an acknowledgement; False for a death before there was one."""
        self.acknowledged.clear()
        if self.ending and not any(table.waiting for table in self.tables):
            return True
        signs = [
            asyncio.create_task(self.acknowledged.wait()),
            asyncio.create_task(served.process.wait()),
        ]
        await asyncio.wait(signs, timeout=5, return_when=asyncio.FIRST_COMPLETED)
        for sign in signs:
            sign.cancel()
        return self.acknowledged.is_set() or served.process.returncode is None

    async def everything_is_answered(self) -> None:
        """Nobody asks for anything new; what was asked for has to be answered at last.

        Not where there is something to complain about already: that may be the reason.
        """
        deadline = time.monotonic() + PATIENCE
        while not self.complaints and (waiting := [t for t in self.tables if t.waiting]):
            if time.monotonic() > deadline:
                self.complaints.append(f"{len(waiting)} moves were never answered")
                break
            await asyncio.sleep(0.05)

    def check(self, verdict: Verdict) -> None:
        """`Broken` if there is anything to complain about."""
        if self.complaints:
            raise Broken("; ".join(self.complaints[:5]))
        verdict.check()

    def back_within(self, share: float) -> float:
        ordered = sorted(self.back) or [0.0]
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


async def crash(slug: str, kills: int, database: str, seed: int, control: str = "") -> None:
    """Run an evening and say how it went; `Broken` if anything was lost, twice or missing."""
    evening = Evening(database, Random(seed), control)
    verdict = await evening.run(slug, kills)
    click.echo(f"{evening.deaths} deaths; {verdict}")
    half, most = evening.back_within(0.5), evening.back_within(0.95)
    again = evening.deaths - len(evening.back)
    click.echo(f"back after {half:.2f} s (p50), {most:.2f} s (p95); {again} died before that")
    evening.check(verdict)


@click.command()
@click.argument("slug")
@click.option("--kills", default=100, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--database", default="", help="sqlite:PATH or postgresql://..., a new one.")
@click.option("--postgres", is_flag=True, help="On a PostgreSQL of its own, for this run.")
@click.option("--control", default="", type=click.Choice(["", *CONTROLS]), help="Be wrong, so.")
def main(slug: str, kills: int, seed: int, database: str, postgres: bool, control: str) -> None:
    """Kill a hall under load, again and again, and see that it forgets nothing."""
    with ExitStack() as cleaning:
        address = database
        try:
            if postgres:
                from proofs.harness.postgresql import Server  # its driver is an extra

                address = cleaning.enter_context(Server()).new_database()
            elif not address:
                folder = cleaning.enter_context(tempfile.TemporaryDirectory())
                address = f"sqlite:{Path(folder) / 'matches.db'}"
            uvloop.run(crash(slug, kills, address, seed, control))
        except Broken as broken:
            click.echo(f"BROKEN: {broken}")
            raise SystemExit(1) from None


if __name__ == "__main__":
    main()
