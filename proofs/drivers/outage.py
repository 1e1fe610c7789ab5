"""The outage tester: PostgreSQL goes away under load, again and again, and comes back.

Now it crashes, now it only stands still. Whoever asks for a move meanwhile has to be told within
two seconds to ask again; nothing acknowledged may be lost; and though every outage is longer than
anybody's clock, no flag may fall.
"""

from __future__ import annotations

import asyncio
import time
from random import Random

import click
import uvloop

from parlour.hall.storage.database_url import open_database
from parlour.table.clock import TimeControl
from proofs import Broken
from proofs.drivers.crash import CrashRun, RetryingMatch
from proofs.harness.postgresql import Server
from proofs.harness.server_process import ServerProcess
from proofs.harness.workload import Audit, ScriptedMatch, audit, seat_new, write_scripts

GAIN = 1.0
THINKING = 0.9
"""Seconds, at most, before a move: less than it brings, so nobody is ever short of time."""
BETWEEN = 3.0
SOON = 2.0
"""Seconds within which everybody is told."""


class OutageMatch(RetryingMatch):
    """A match whose players ask again when they are told to."""

    def __init__(self, scripted: ScriptedMatch, run: OutageRun) -> None:
        self._told = run.told
        self._sent = 0.0
        self.put_off = 0  # how often they were
        super().__init__(scripted, run)

    def _ask(self, number: int) -> None:
        self._sent = time.monotonic()
        super()._ask(number)

    def _put_off(self, seconds: float) -> None:
        self.put_off += 1
        self._told.append(time.monotonic() - self._sent)
        self._loop.call_later(seconds, self._ask, len(self.acknowledged))


class OutageRun(CrashRun):
    """One run: a hall that stays, and a database that does not."""

    thinking = THINKING

    def __init__(self, server: Server, rng: Random, away: float) -> None:
        super().__init__(server.new_database(), rng)
        self.postgres = server
        self.away = away  # seconds of an outage: more than there is on any clock at first
        self.told: list[float] = []  # seconds until each was told that it cannot be now

    def new_table(self, scripted: ScriptedMatch) -> RetryingMatch:
        return OutageMatch(scripted, self)

    async def run(self, slug: str, kills: int, tables: int = 20) -> Audit:
        """Play, let the database go away so many times, and compare the journal with it."""
        scripts = write_scripts(slug, self.rng, tables)
        self.matches = await seat_new(
            self.database, slug, scripts, tables, TimeControl(0.8 * self.away, GAIN)
        )
        server = await self.serve("")
        for _ in range(tables):
            self.next_table()
        try:
            await self.first_sign_of_life(server)
            for number in range(kills):
                await asyncio.sleep(BETWEEN)
                await self._go_away_and_come_back(server, frozen=number % 2 == 1)
            self.ending = True
            await self.everything_is_answered()
        finally:
            self.over = True
            for table in self.tables:
                table.close()
            await server.kill()
        await self._look_for_flags()
        return await audit(self.database, self.tables)

    async def _go_away_and_come_back(self, server: ServerProcess, frozen: bool) -> None:
        postgres = self.postgres
        await asyncio.to_thread(postgres.freeze if frozen else postgres.stop)
        before = {table: table.put_off for table in self.tables if isinstance(table, OutageMatch)}
        try:
            await asyncio.sleep(self.away)
        finally:
            await asyncio.to_thread(postgres.thaw if frozen else postgres.start)
        back = time.monotonic()
        unheard = sum(table.put_off == n and not table.finished for table, n in before.items())
        if unheard:
            self.complaints.append(f"{unheard} tables were never told that they have to wait")
        await self.first_sign_of_life(server)
        self.back.append(time.monotonic() - back)

    async def _look_for_flags(self) -> None:
        database = open_database(self.database)
        fallen = await database.read("select match from events where what like '%\"flag\"%'")
        await database.close()
        if fallen:
            self.complaints.append(f"{len(fallen)} flags fell while nobody was short of time")


async def outage(slug: str, outages: int, away: float, tables: int, seed: int) -> None:
    """Run an evening and say how it went; `Broken` if anything was lost or late, or a flag fell."""
    with Server() as server:
        run = OutageRun(server, Random(seed), away)
        audited = await run.run(slug, outages, tables)
    click.echo(f"{len(run.back)} outages of {away:g} s; {audited}")
    slowest = max(run.told, default=0.0)
    click.echo(f"{len(run.told)} times told to ask again, after {slowest:.2f} s at most")
    most = run.back_within(1.0)
    click.echo(f"the first move is kept {most:.2f} s after PostgreSQL is back, at most")
    if slowest > SOON:
        run.complaints.append(f"somebody was told after {slowest:.2f} s only")
    run.check(audited)


@click.command()
@click.argument("slug")
@click.option("--outages", default=6, show_default=True)
@click.option("--away", default=10.0, show_default=True, help="Seconds of each.")
@click.option("--tables", default=20, show_default=True)
@click.option("--seed", default=1, show_default=True)
def main(slug: str, outages: int, away: float, tables: int, seed: int) -> None:
    """Take PostgreSQL away from a hall under load, again and again, and see how it copes."""
    try:
        uvloop.run(outage(slug, outages, away, tables, seed))
    except Broken as broken:
        click.echo(f"BROKEN: {broken}")
        raise SystemExit(1) from None


if __name__ == "__main__":
    main()
