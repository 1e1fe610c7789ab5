"""The crash tester: kills a server under load again and again; no acknowledged move may be lost.

Its clients reconnect and resend unacknowledged commands under the same ids. At the end their
journals are compared with the database, and every command must have been answered.
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
from proofs.drivers.failing_server import CONTROLS, POINTS
from proofs.harness.reconnecting import ReconnectingConnection, ServerMessage
from proofs.harness.reporting import exit_if_broken
from proofs.harness.server_process import ServerProcess, free_port, serve
from proofs.harness.workload import (
    Audit,
    MatchJournal,
    ScriptedMatch,
    audit,
    create_matches,
    enter,
    write_scripts,
)

PATIENCE = 10.0
"""Seconds within which the last commands have to be answered."""
THINKING = 0.1
"""Longest delay in seconds between an acknowledgement and the next move of a match."""


class RetryingMatch(MatchJournal):
    """A match whose players reconnect and resend their commands."""

    def __init__(self, scripted: ScriptedMatch, run: CrashRun) -> None:
        super().__init__(scripted)
        self._run = run
        self._loop = asyncio.get_running_loop()
        self._inside: set[int] = set()  # the seats whose players are in the room
        self._last_seen: dict[int, int] = {}  # the last entry of each seat when it entered
        self.connections = [self._connect(seat, code) for seat, code in enumerate(scripted.codes)]

    def _connect(self, seat: int, code: str) -> ReconnectingConnection:
        return ReconnectingConnection(
            partial(self._port, seat),
            partial(self._enter, seat, code),
            partial(self._receive, seat),
            partial(self._on_disconnect, seat),
        )

    def _enter(self, seat: int, code: str) -> bytes:
        self._last_seen[seat] = last_seen = max(self.acknowledged, default=0)
        return enter(self.scripted.match, code, last_seen=last_seen or None)

    def _port(self, seat: int) -> int:
        return self._run.port

    def _on_disconnect(self, seat: int) -> None:
        self._inside.discard(seat)

    def _receive(self, seat: int, message: ServerMessage) -> None:
        if message.t == "room":
            self._inside.add(seat)
            if message.v < self._last_seen[seat]:
                self._complain(f"entry {self._last_seen[seat]} was acknowledged and is gone")
            if not self.finished or self.waiting:
                self._send_move(len(self.acknowledged))
        for command in message.done:
            if command and self.record_ack(command, message.v):
                self._on_ack()
        if message.t == "error" and message.d.code in ("fast", "away"):
            self._retry_later(message.d.retry or 0.0)
        elif message.t == "error":
            self._complain(f"{message.d.command} was refused: {message.d.text}")

    def _retry_later(self, seconds: float) -> None:
        """Do nothing: this hall is killed anyway, and players resend when they reconnect."""

    def _on_ack(self) -> None:
        self._run.acknowledged.set()
        if self.finished:
            self.close()
            self._run.start_match()
        else:
            thinking = self._run.rng.uniform(0, self._run.thinking)
            self._loop.call_later(thinking, self._send_move, len(self.acknowledged))

    def _send_move(self, number: int) -> None:
        """Send a move, for the first time or again, if its player is in the room."""
        move = self.scripted.script[number]
        fresh = number == self.sent and self._run.ending
        if number == len(self.acknowledged) and move.seat in self._inside and not fresh:
            self.sent = max(self.sent, number + 1)
            self.connections[move.seat].send(move.frame)

    def _complain(self, what: str) -> None:
        self._run.complaints.append(f"{self.scripted.match}: {what}")

    def close(self) -> None:
        for connection in self.connections:
            connection.close()


class CrashRun:
    """One run: a server that is killed repeatedly, and the matches that go on."""

    thinking = THINKING

    def __init__(self, database: str, rng: Random, control: str = "") -> None:
        self.database = database
        self.rng = rng
        self.control = control
        self.port = free_port()
        self.matches: list[ScriptedMatch] = []
        self.journals: list[RetryingMatch] = []
        self.complaints: list[str] = []
        self.deaths: int = 0
        self.recovery_times: list[
            float
        ] = []  # seconds from a death to the next acknowledgement, if one came
        self.acknowledged = asyncio.Event()
        self.ending = self.over = False

    async def run(self, slug: str, kills: int, match_count: int = 20) -> Audit:
        """Play, kill the server `kills` times, and compare the journals with the database."""
        scripts = write_scripts(slug, self.rng, 16)
        self.matches = await create_matches(self.database, slug, scripts, match_count + kills * 2)
        server = await self.serve("")
        for _ in range(match_count):
            self.start_match()
        try:
            await self.wait_for_ack(server)
            points = cycle((*POINTS, ""))
            for _ in range(kills - 1):
                if self.complaints:
                    break
                server = await self._kill_and_restart(server, next(points))
            self.ending = True
            server = await self._kill_and_restart(server, "")
            await self.wait_for_answers()
        finally:
            self.over = True
            for journal in self.journals:
                journal.close()
            await server.kill()
        return await audit(self.database, self.journals)

    def start_match(self) -> None:
        if self.matches and not self.over:
            self.journals.append(self.new_journal(self.matches.pop()))

    def new_journal(self, scripted: ScriptedMatch) -> RetryingMatch:
        return RetryingMatch(scripted, self)

    async def serve(self, crash_point: str) -> ServerProcess:
        more = {"HAZARD": crash_point, "CONTROL": self.control}
        return await serve(self.port, self.database, "proofs.drivers.failing_server", more)

    async def _kill_and_restart(self, server: ServerProcess, next_point: str) -> ServerProcess:
        """Kill it at a random moment, unless it dies at its crash point before, and restart it."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self.rng.uniform(0.05, 1.0)):
                await server.process.wait()
        await server.kill()
        self.deaths += 1
        died = time.monotonic()
        times = self.rng.randint(1, 30)
        server = await self.serve(f"{next_point}:{times}" if next_point else "")
        if await self.wait_for_ack(server):
            self.recovery_times.append(time.monotonic() - died)
        return server

    async def wait_for_ack(self, server: ServerProcess) -> bool:
        """Wait for an acknowledgement; False if the server died before one."""
        self.acknowledged.clear()
        if self.ending and not any(journal.waiting for journal in self.journals):
            return True
        waits = [
            asyncio.create_task(self.acknowledged.wait()),
            asyncio.create_task(server.process.wait()),
        ]
        await asyncio.wait(waits, timeout=5, return_when=asyncio.FIRST_COMPLETED)
        for wait in waits:
            wait.cancel()
        return self.acknowledged.is_set() or server.process.returncode is None

    async def wait_for_answers(self) -> None:
        """Wait until every sent command is answered; no new ones are sent.

        Stops at the first complaint, which may be the reason why answers are missing.
        """
        deadline = time.monotonic() + PATIENCE
        while not self.complaints and (waiting := [t for t in self.journals if t.waiting]):
            if time.monotonic() > deadline:
                self.complaints.append(f"{len(waiting)} moves were never answered")
                break
            await asyncio.sleep(0.05)

    def check(self, audited: Audit) -> None:
        """Raise `Broken` if there are complaints or the audit failed."""
        if self.complaints:
            raise Broken("; ".join(self.complaints[:5]))
        audited.check()

    def recovery_quantile(self, share: float) -> float:
        ordered = sorted(self.recovery_times) or [0.0]
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


async def crash(slug: str, kills: int, database: str, seed: int, control: str = "") -> None:
    """Run and print the result; raises `Broken` if moves were lost, duplicated or unanswered."""
    run = CrashRun(database, Random(seed), control)
    audited = await run.run(slug, kills)
    click.echo(f"{run.deaths} deaths; {audited}")
    half, most = run.recovery_quantile(0.5), run.recovery_quantile(0.95)
    again = run.deaths - len(run.recovery_times)
    click.echo(f"back after {half:.2f} s (p50), {most:.2f} s (p95); {again} died before that")
    run.check(audited)


@click.command()
@click.argument("slug")
@click.option("--kills", default=100, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--database", default="", help="sqlite:PATH or postgresql://..., a new one.")
@click.option("--postgres", is_flag=True, help="On a PostgreSQL of its own, for this run.")
@click.option(
    "--control", default="", type=click.Choice(["", *CONTROLS]), help="Use a faulty server."
)
def main(slug: str, kills: int, seed: int, database: str, postgres: bool, control: str) -> None:
    """Kill a hall under load, again and again, and see that it forgets nothing."""
    with exit_if_broken(), ExitStack() as cleaning:
        address = database
        if postgres:
            from proofs.harness.postgresql import Server  # psycopg is an optional dependency

            address = cleaning.enter_context(Server()).new_database()
        elif not address:
            folder = cleaning.enter_context(tempfile.TemporaryDirectory())
            address = f"sqlite:{Path(folder) / 'matches.db'}"
        uvloop.run(crash(slug, kills, address, seed, control))


if __name__ == "__main__":
    main()
