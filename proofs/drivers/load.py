"""The load driver: thousands of matches on real sockets, as an open-loop load.

Moves are due at random times that do not depend on the server. Latency runs from the time a move
was due to its acknowledgement, so a stall delays every move that became due during it (no
coordinated omission). At the end the acknowledgements are compared with the database.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from collections import deque
from functools import partial
from pathlib import Path
from random import Random

import click
import uvloop

from proofs.harness.server_process import (
    PATIENCE,
    Machine,
    ServerProcess,
    cpu_of,
    is_quiet,
    quietness,
    serve,
)
from proofs.harness.websocket_client import WebSocketClient, handshake
from proofs.harness.workload import (
    SEATS,
    MatchJournal,
    ScriptedMatch,
    audit,
    create_matches,
    enter,
    write_scripts,
)

AT_ONCE = 100
"""Matches whose connections are opened concurrently."""

_own = b'"commands":["'


class LoadedMatch(MatchJournal):
    """A match under load: its connections and the times at which moves were due."""

    def __init__(self, scripted: ScriptedMatch, latencies: list[float], address: str = "") -> None:
        super().__init__(scripted)
        self.address = address  # the client address of its players, as a proxy reports it
        self.sockets: list[WebSocketClient] = []
        self.due: deque[float] = deque()
        self.latencies = latencies
        self.inside = 0  # sockets that have received the room
        self.frames = self.bytes = self.refused = 0

    async def connect(self, spectators: int, port: int) -> None:
        loop = asyncio.get_running_loop()
        codes = [*self.scripted.codes, *[""] * spectators]
        for code in codes:
            hello = handshake("127.0.0.1", port, self.address)
            factory = partial(
                WebSocketClient, hello, enter(self.scripted.match, code), self.receive
            )
            _, socket = await loop.create_connection(factory, "127.0.0.1", port)
            self.sockets.append(socket)
        async with asyncio.timeout(PATIENCE):
            while self.inside < len(codes):
                await asyncio.sleep(0.01)

    def request_move(self, at: float) -> None:
        """Send the next move now, or once the previous one is acknowledged; it is due `at`."""
        if self.waiting:
            self.due.append(at)
        elif not self.finished:
            self.due.appendleft(at)
            move = self.scripted.script[self.sent]
            self.sent += 1
            self.sockets[move.seat].send(move.frame)

    def receive(self, payload: bytes) -> None:
        self.frames += 1
        self.bytes += len(payload)
        kind = payload[6:9]
        if kind == b"did":
            at = payload.rfind(_own)
            if at > 0:
                start = at + len(_own)
                command = payload[start : payload.index(b'"', start)].decode()
                seq = int(payload[payload.rindex(b":") + 1 : -1])
                self._on_ack(command, seq)
        elif kind == b"roo":
            self.inside += 1
        elif kind == b"err":
            self.refused += 1

    def _on_ack(self, command: str, seq: int) -> None:
        if self.record_ack(command, seq):
            self.latencies.append(time.perf_counter() - self.due.popleft())
            if self.due:
                self.request_move(self.due.popleft())


class Load:
    """One run of the driver."""

    def __init__(
        self, scripted_matches: list[ScriptedMatch], rate: float, seconds: float, rng: Random
    ) -> None:
        self.latencies: list[float] = []
        self.journals = [LoadedMatch(scripted, self.latencies) for scripted in scripted_matches]
        self.rate = rate
        self.seconds = seconds
        self.rng = rng

    async def connect(self, spectators: int, port: int) -> None:
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(journal: LoadedMatch) -> None:
            async with gate:
                await journal.connect(spectators, port)

        await asyncio.gather(*map(one, self.journals))

    async def run(self) -> None:
        """Request moves as a Poisson process, then wait for the last acknowledgements."""
        start = at = time.perf_counter()
        while at < start + self.seconds:
            now = time.perf_counter()
            while at <= now and at < start + self.seconds:
                self.rng.choice(self.journals).request_move(at)
                at += self.rng.expovariate(self.rate)
            await asyncio.sleep(max(0.0005, at - now))
        deadline = time.perf_counter() + 30
        while any(journal.waiting for journal in self.journals) and time.perf_counter() < deadline:
            await asyncio.sleep(0.01)

    def late(self, share: float) -> float:
        """The latency in milliseconds at this quantile."""
        ordered = sorted(self.latencies)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] * 1000


async def drive(
    slug: str, matches: int, spectators: int, rate: float, seconds: float, port: int, database: str
) -> None:
    """Set up the matches and the server, run the load, and print the measurements."""
    rng = Random(1)
    click.echo(f"quiet before: {await is_quiet()}")
    scripts = write_scripts(slug, rng, 64)
    scripted_matches = await create_matches(database, slug, scripts, matches)
    server = await serve(port, database)
    try:
        load = Load(scripted_matches, rate, seconds, rng)
        await load.connect(spectators, port)
        sockets = matches * (SEATS + spectators)
        click.echo(f"{matches} matches, {sockets} sockets; memory {server.memory() >> 20} MiB")
        await _measure(load, server)
        status = await server.stop()
        click.echo(f"server ended with status {status}")
    finally:
        await server.kill()
    audited = await audit(database, load.journals)
    click.echo(audited)
    audited.check()


async def _measure(load: Load, server: ServerProcess) -> None:
    machine, server_cpu, driver = Machine.now(), server.cpu(), cpu_of(os.getpid())
    began = time.perf_counter()
    await load.run()
    took = time.perf_counter() - began
    server_cpu, driver = server.cpu() - server_cpu, cpu_of(os.getpid()) - driver
    after = Machine.now()
    moves = len(load.latencies)
    frames = sum(journal.frames for journal in load.journals)
    sent = sum(journal.bytes for journal in load.journals) >> 20
    click.echo(
        f"{moves} moves in {took:.1f} s ({moves / took:.0f}/s of {load.rate:.0f}/s asked for),"
        f" {sum(journal.refused for journal in load.journals)} refused\n"
        f"send to durable ack: p50 {load.late(0.5):.1f} ms, p95 {load.late(0.95):.1f} ms,"
        f" p99 {load.late(0.99):.1f} ms, max {load.late(1):.1f} ms\n"
        f"server: {server_cpu:.2f} s of processor time,"
        f" {moves / max(server_cpu, 0.01):.0f} moves per second of it;"
        f" memory {server.memory() >> 20} MiB\n"
        f"driver: {driver:.2f} s; {frames} frames, {sent} MiB, since entering\n"
        f"quiet meanwhile, but for these two: {quietness(machine, after, server_cpu + driver)}"
    )


@click.command()
@click.argument("slug")
@click.option("--matches", default=5_000, show_default=True)
@click.option("--spectators", default=1, show_default=True, help="Of each match.")
@click.option("--rate", default=1_500.0, show_default=True, help="Moves a second, of all matches.")
@click.option("--seconds", default=20.0, show_default=True)
@click.option("--port", default=18_722, show_default=True)
@click.option("--database", default="", help="sqlite:PATH or postgresql://..., a new one.")
def main(
    slug: str, matches: int, spectators: int, rate: float, seconds: float, port: int, database: str
) -> None:
    """Put a hall under load and measure it."""
    with tempfile.TemporaryDirectory() as folder:
        address = database or f"sqlite:{Path(folder) / 'matches.db'}"
        uvloop.run(drive(slug, matches, spectators, rate, seconds, port, address))


if __name__ == "__main__":
    main()
