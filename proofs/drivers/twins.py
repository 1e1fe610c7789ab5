"""Two servers on one PostgreSQL under load; they are killed and restarted in turn.

The two seats of a match are connected to different servers. A client that loses its connection
fails over to the other server, resends unacknowledged commands, and returns once its own server is
back. Meanwhile other clients contend for seats. At the end all acknowledgements are compared with
the database.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import ExitStack
from random import Random

import click
import uvloop

from proofs.drivers.crash import CrashRun, RetryingMatch
from proofs.drivers.seat_contest import SeatContest, audit_contests, offer_seats
from proofs.harness.reconnecting import ServerMessage
from proofs.harness.reporting import exit_if_broken
from proofs.harness.server_process import Machine, ServerProcess, free_port, quietness, serve
from proofs.harness.workload import (
    SEATS,
    Audit,
    ScriptedMatch,
    audit,
    create_matches,
    write_scripts,
)

WITHIN = 3.0
"""Seconds within which the rooms of a killed server have to go on at the other."""
RETURNING = 10.0
"""Seconds over which the return of players to a restarted server is spread."""
AT_ONCE = 50
"""Matches whose players connect at the same time."""


class TwinMatch(RetryingMatch):
    """A match whose players are connected to different servers while both are up.

    Moves are due at times that do not depend on the server, so a stall delays every move that
    became due during it.
    """

    def __init__(self, scripted: ScriptedMatch, twins: TwinsRun) -> None:
        self._twins = twins
        first = twins.rng.randrange(2)
        self._home = [(first + seat) % 2 for seat in range(len(scripted.codes))]
        self._server = list(self._home)
        self._left: dict[int, float] = {}  # when the server of a seat died, until it is back
        self._awaiting_ack: dict[int, float] = {}  # the same, until its next move is acknowledged
        self._ready = 0  # moves that are due, or were
        super().__init__(scripted, twins)
        self._due = self._loop.time() + twins.rng.uniform(0, twins.thinking)
        self._loop.call_at(self._due, self._on_due)

    def _port(self, seat: int) -> int:
        return self._twins.ports[self._server[seat]]

    def _on_disconnect(self, seat: int) -> None:
        super()._on_disconnect(seat)
        self._server[seat] = 1 - self._server[seat]

    def died(self, number: int) -> None:
        """A server is about to be killed: start the timers of the players connected to it."""
        for seat in self._inside:
            if self._server[seat] == number:
                self._left[seat] = self._awaiting_ack[seat] = self._loop.time()

    def return_home(self, number: int) -> None:
        """A server is back: players whose home it is reconnect to it."""
        for seat, connection in enumerate(self.connections):
            if self._home[seat] == number != self._server[seat] and seat in self._inside:
                connection.drop()

    def _receive(self, seat: int, message: ServerMessage) -> None:
        if message.t == "room" and seat in self._left:
            self._twins.reentry_times.append(self._loop.time() - self._left.pop(seat))
        if message.t == "error" and message.d.code == "away" and seat not in self._inside:
            self._loop.call_later(
                message.d.retry or 0.0, self.connections[seat].drop
            )  # enter again
        super()._receive(seat, message)

    def _on_ack(self) -> None:
        now, seat = self._loop.time(), self.scripted.script[len(self.acknowledged) - 1].seat
        self._twins.latencies.append(now - self._due)
        if seat in self._awaiting_ack:
            self._twins.recovery_times.append(now - max(self._due, self._awaiting_ack.pop(seat)))
        self._due += self._twins.rng.uniform(0, self._twins.thinking)
        if self.finished:
            self.close()
            self._twins.start_match()
        else:
            self._loop.call_at(self._due, self._on_due)

    def _on_due(self) -> None:
        self._ready = len(self.acknowledged) + 1
        self._send_move(len(self.acknowledged))

    def _send_move(self, number: int) -> None:
        if number < self._ready:
            super()._send_move(number)

    def _retry_later(self, seconds: float) -> None:
        self._loop.call_later(seconds, self._send_move, len(self.acknowledged))


class TwinsRun(CrashRun):
    """One run: two servers that are killed in turn."""

    def __init__(self, database: str, rng: Random, rate: float, match_count: int) -> None:
        super().__init__(database, rng)
        self.rate = rate
        self.count = match_count
        self.thinking = 2 * match_count / rate
        self.ports = (free_port(), free_port())
        self.latencies: list[float] = []  # seconds from when a move was due to its acknowledgement
        self.reentry_times: list[
            float
        ] = []  # seconds from a death until a player is in the room again
        self.contests: list[SeatContest] = []
        self.took = self.cpu = 0.0  # seconds, and those of processor time of the servers
        self.quiet = ""
        self._servers: list[ServerProcess] = []

    def new_journal(self, scripted: ScriptedMatch) -> RetryingMatch:
        return TwinMatch(scripted, self)

    async def play(self, slug: str, seconds: float, every: float, down: float) -> Audit:
        """Play for `seconds`; kill a server every `every` seconds and restart it after `down`."""
        scripts = write_scripts(slug, self.rng, 64)
        shortest = min(len(script) for script in scripts)
        count = self.count + int(self.rate * seconds / shortest) + 1
        self.matches = await create_matches(self.database, slug, scripts, count)
        matches = await offer_seats(self.database, slug, int(seconds) + 1)
        self._servers = [await serve(port, self.database) for port in self.ports]
        try:
            for number in range(self.count):
                self.start_match()
                if number % AT_ONCE == 0:
                    await asyncio.sleep(0.1)
            machine, began = Machine.now(), time.monotonic()
            contests = asyncio.create_task(self._hold_contests(matches))
            await self._kill_in_turn(seconds, every, down)
            contests.cancel()
            self.took, self.quiet = time.monotonic() - began, quietness(machine, Machine.now())
            self.cpu += sum(server.cpu() for server in self._servers)
            self.ending = True
            await asyncio.sleep(WITHIN)  # so that the last contenders are answered
            await self.wait_for_answers()
            if any(contest.waiting for contest in self.contests):
                self.complaints.append("somebody was never told whether they have a seat")
        finally:
            self.over = True
            for game in (*self.journals, *self.contests):
                game.close()
            for server in self._servers:
                await server.kill()
        await audit_contests(self.database, self.contests, self.complaints.append)
        return await audit(self.database, self.journals)

    async def _hold_contests(self, matches: list[str]) -> None:
        for match in matches:
            self.contests.append(SeatContest(match, self.ports))
            await asyncio.sleep(self.rng.uniform(0, 2))

    async def _kill_in_turn(self, seconds: float, every: float, down: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() + every <= end:
            await asyncio.sleep(every - down)
            number = self.deaths % 2
            for journal in self.journals:
                if isinstance(journal, TwinMatch):
                    journal.died(number)
            self.deaths += 1
            self.cpu += self._servers[number].cpu()
            await self._servers[number].kill()
            await asyncio.sleep(down)
            self._servers[number] = await serve(self.ports[number], self.database)
            self._call_home(number)
        await asyncio.sleep(max(0.0, end - time.monotonic()))

    def _call_home(self, number: int) -> None:
        loop = asyncio.get_running_loop()
        for journal in self.journals:
            if isinstance(journal, TwinMatch) and not journal.finished:
                loop.call_later(self.rng.uniform(0, RETURNING), journal.return_home, number)


def _figures(times: list[float]) -> str:
    ordered = sorted(times) or [0.0]
    p50, p95, most = (ordered[int(share * (len(ordered) - 1))] for share in (0.5, 0.95, 1))
    return f"p50 {p50:.3f} s, p95 {p95:.3f} s, max {most:.3f} s"


def report(twins: TwinsRun, audited: Audit, within: float) -> None:
    """Print the result; raises `Broken` if moves were lost, duplicated or late."""
    moves, wins = (
        len(twins.latencies),
        sum(r.won or 0 for c in twins.contests for r in c.contenders),
    )
    click.echo(
        f"{twins.deaths} deaths; {audited}\n"
        f"{moves} moves in {twins.took:.0f} s ({moves / max(twins.took, 0.1):.0f}/s of"
        f" {twins.rate:.0f}/s asked for), due to durable ack: {_figures(twins.latencies)}\n"
        f"{len(twins.reentry_times)} players of dead servers back in a room:"
        f" {_figures(twins.reentry_times)}\n"
        f"{len(twins.recovery_times)} moves of theirs, from death or due to ack:"
        f" {_figures(twins.recovery_times)}\n"
        f"{wins} people sit in {len(twins.contests) * SEATS} seats, each of which two wanted\n"
        f"servers: {twins.cpu:.1f} s of processor time, {moves / max(twins.cpu, 0.01):.0f} moves"
        f" per second of it\nwith the driver and PostgreSQL: {twins.quiet}"
    )
    slowest = max((*twins.reentry_times, *twins.recovery_times), default=0.0)
    if slowest > within:
        twins.complaints.append(f"a room went on after {slowest:.2f} s only")
    twins.check(audited)


@click.command()
@click.argument("slug")
@click.option("--rate", default=1_500.0, show_default=True, help="Moves a second, over both.")
@click.option(
    "--tables", "match_count", default=2_000, show_default=True, help="Matches at the same time."
)
@click.option("--seconds", default=600.0, show_default=True)
@click.option("--every", default=60.0, show_default=True, help="Seconds between two deaths.")
@click.option("--down", default=5.0, show_default=True, help="Seconds until one comes back.")
@click.option("--within", default=WITHIN, show_default=True, help="Seconds for taking over.")
@click.option("--seed", default=1, show_default=True)
@click.option("--database", default="", help="postgresql://..., a new one; else one for this run.")
def main(
    slug: str,
    rate: float,
    match_count: int,
    seconds: float,
    every: float,
    down: float,
    within: float,
    seed: int,
    database: str,
) -> None:
    """Kill one of two halls on one PostgreSQL, in turn, and see that everything goes on."""

    async def play() -> None:
        twins = TwinsRun(address, Random(seed), rate, match_count)
        report(twins, await twins.play(slug, seconds, every, down), within)

    with exit_if_broken(), ExitStack() as cleaning:
        address = database
        if not address:
            from proofs.harness.postgresql import Server  # psycopg is an optional dependency

            address = cleaning.enter_context(Server()).new_database()
        uvloop.run(play())


if __name__ == "__main__":
    main()
