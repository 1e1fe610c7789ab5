"""The outage tester: PostgreSQL fails under load and recovers, again and again.

It crashes and freezes in turn. A move sent during an outage must be answered within two seconds by
a request to retry; no acknowledged move may be lost; and although every outage lasts longer than
any clock, no flag may fall.
"""

from __future__ import annotations

import asyncio
import time
from random import Random

import click
import uvloop

from parlour.hall.storage.databases.database_url import open_database
from parlour.table.clock import TimeControl
from proofs.drivers.crash import CrashRun, RetryingMatch
from proofs.harness.postgresql import Server
from proofs.harness.reporting import exit_if_broken
from proofs.harness.server_process import ServerProcess
from proofs.harness.workload import Audit, ScriptedMatch, audit, create_matches, write_scripts

GAIN = 1.0
THINKING = 0.9
"""Longest delay in seconds before a move: below the increment, so no clock runs out."""
BETWEEN = 3.0
"""Seconds between two outages."""
RETRY_LIMIT = 2.0
"""Seconds within which a move has to be answered by a request to retry."""


class OutageMatch(RetryingMatch):
    """A match whose players retry when the hall asks them to."""

    def __init__(self, scripted: ScriptedMatch, run: OutageRun) -> None:
        self._retry_latencies = run.retry_latencies
        self._sent = 0.0
        self.retries = 0
        super().__init__(scripted, run)

    def _send_move(self, number: int) -> None:
        self._sent = time.monotonic()
        super()._send_move(number)

    def _retry_later(self, seconds: float) -> None:
        self.retries += 1
        self._retry_latencies.append(time.monotonic() - self._sent)
        self._loop.call_later(seconds, self._send_move, len(self.acknowledged))


class OutageRun(CrashRun):
    """One run: a hall that stays up, and a database that fails."""

    thinking = THINKING

    def __init__(self, server: Server, rng: Random, away: float) -> None:
        super().__init__(server.new_database(), rng)
        self.postgres = server
        self.away = away  # seconds of an outage: more than the initial time of the clocks
        self.retry_latencies: list[float] = []  # seconds from a move to the request to retry

    def new_journal(self, scripted: ScriptedMatch) -> RetryingMatch:
        return OutageMatch(scripted, self)

    async def run(self, slug: str, kills: int, match_count: int = 20) -> Audit:
        """Play, take the database away `kills` times, and compare the journals with it."""
        scripts = write_scripts(slug, self.rng, match_count)
        self.matches = await create_matches(
            self.database, slug, scripts, match_count, TimeControl(0.8 * self.away, GAIN)
        )
        server = await self.serve("")
        for _ in range(match_count):
            self.start_match()
        try:
            await self.wait_for_ack(server)
            for number in range(kills):
                await asyncio.sleep(BETWEEN)
                await self._fail_and_recover(server, frozen=number % 2 == 1)
            self.ending = True
            await self.wait_for_answers()
        finally:
            self.over = True
            for journal in self.journals:
                journal.close()
            await server.kill()
        await self._look_for_flags()
        return await audit(self.database, self.journals)

    async def _fail_and_recover(self, server: ServerProcess, frozen: bool) -> None:
        postgres = self.postgres
        await asyncio.to_thread(postgres.freeze if frozen else postgres.stop)
        before = {
            journal: journal.retries
            for journal in self.journals
            if isinstance(journal, OutageMatch)
        }
        try:
            await asyncio.sleep(self.away)
        finally:
            await asyncio.to_thread(postgres.thaw if frozen else postgres.start)
        back = time.monotonic()
        without_retry = sum(
            journal.retries == n and not journal.finished for journal, n in before.items()
        )
        if without_retry:
            self.complaints.append(f"{without_retry} tables were never told that they have to wait")
        await self.wait_for_ack(server)
        self.recovery_times.append(time.monotonic() - back)

    async def _look_for_flags(self) -> None:
        database = open_database(self.database)
        fallen = await database.read("select match from events where what like '%\"flag\"%'")
        await database.close()
        if fallen:
            self.complaints.append(f"{len(fallen)} flags fell while nobody was short of time")


async def outage(slug: str, outages: int, away: float, match_count: int, seed: int) -> None:
    """Run and print the result; raises `Broken` if moves were lost or late, or a flag fell."""
    with Server() as server:
        run = OutageRun(server, Random(seed), away)
        audited = await run.run(slug, outages, match_count)
    click.echo(f"{len(run.recovery_times)} outages of {away:g} s; {audited}")
    slowest = max(run.retry_latencies, default=0.0)
    click.echo(f"{len(run.retry_latencies)} times told to ask again, after {slowest:.2f} s at most")
    most = run.recovery_quantile(1.0)
    click.echo(f"the first move is kept {most:.2f} s after PostgreSQL is back, at most")
    if slowest > RETRY_LIMIT:
        run.complaints.append(f"somebody was told after {slowest:.2f} s only")
    run.check(audited)


@click.command()
@click.argument("slug")
@click.option("--outages", default=6, show_default=True)
@click.option("--away", default=10.0, show_default=True, help="Seconds of each.")
@click.option("--tables", "match_count", default=20, show_default=True)
@click.option("--seed", default=1, show_default=True)
def main(slug: str, outages: int, away: float, match_count: int, seed: int) -> None:
    """Take PostgreSQL away from a hall under load, again and again, and see how it copes."""
    with exit_if_broken():
        uvloop.run(outage(slug, outages, away, match_count, seed))


if __name__ == "__main__":
    main()
