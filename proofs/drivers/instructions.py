"""The instruction driver: what a move costs the hall, without sockets and kernel.

It plays scripted matches in one process, through the hall's own connections, with transports that
only count. Under callgrind the instructions are counted from the first measured move to the last:

    PYTHONHASHSEED=0 valgrind --tool=callgrind --instr-atstart=no \\
        python -m proofs.drivers.instructions --callgrind

The figure is the total that callgrind reports, divided by the number of moves printed at the end.
"""

from __future__ import annotations

import asyncio
import gc
import os
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import click
import uvloop

from parlour.hall.clocks.hall_time import HallTime
from parlour.hall.connections.socket import Connection, Sockets
from parlour.hall.operating.config import Config
from parlour.hall.people.authorise import User
from parlour.hall.rooms.hall import Hall
from parlour.hall.storage import writer
from parlour.hall.storage.databases.metered import MeteredDatabase
from parlour.hall.storage.databases.sqlite import SqliteDatabase
from proofs import Broken
from proofs.harness.transport import LocalTransport
from proofs.harness.websocket_client import handshake
from proofs.harness.workload import ScriptedMatch, create_matches, enter, write_scripts

WARM_UP = 4
"""Moves of each match before the measurement."""
MASK = b"\x12\x9a\x3c\x77"


class SteppedClock:
    """A wall clock that only the driver moves, so that no rate limit is met."""

    def __init__(self) -> None:
        self.at = time.time()

    def wall(self) -> float:
        return self.at


class Server:
    """The part of uvicorn that a connection needs."""

    connections: ClassVar[set[Any]] = set()


class CountingTransport(LocalTransport):
    """Counts the frames and bytes written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.frames = self.bytes = 0
        self.last: Any = b""

    def write(self, data: Any) -> None:
        self.frames += 1
        self.bytes += len(data)
        self.last = data

    def close(self) -> None:
        raise Broken("the hall closed a connection")

    abort = close


class DrivenMatch:
    """A match with its connections: the seats' first, then the spectators'."""

    def __init__(self, scripted: ScriptedMatch) -> None:
        self.scripted = scripted
        self.frames = [_masked(move.frame) for move in scripted.script]
        self.connections: list[Connection] = []
        self.transports: list[CountingTransport] = []

    async def connect(self, sockets: Sockets, spectators: int) -> None:
        for code in [*self.scripted.codes, *[""] * spectators]:
            connection, transport = sockets.connection(None, Server, None), CountingTransport()
            self.connections.append(connection)
            self.transports.append(transport)
            connection.connection_made(transport)
            connection.data_received(handshake("127.0.0.1", 1))
            await _until(lambda t=transport: t.frames >= 2)  # the handshake's response, hello
            connection.data_received(_masked(enter(self.scripted.match, code)))
            await _until(lambda t=transport: t.frames >= 3)

    def send(self, number: int) -> bool:
        """Send a move of the script; False if the script has ended."""
        if number >= len(self.frames):
            return False
        seat = self.scripted.script[number].seat
        self.connections[seat].data_received(self.frames[number])
        return True


async def play(
    folder: str, slug: str, matches: int, rounds: int, spectators: int, callgrind: bool
) -> str:
    """Play the first moves of all matches, and report how many and how long they took."""
    path = Path(folder) / "matches.db"
    scripts = write_scripts(slug, Random(1), 8)
    scripted_matches = await create_matches(f"sqlite:{path}", slug, scripts, matches)
    clock = SteppedClock()
    hall = Hall(MeteredDatabase(SqliteDatabase(path, _commit)), HallTime(clock), Random(1))
    await hall.heartbeat.start()
    sockets = Sockets(hall, _anonymous, Config(sockets=100_000, sockets_per_address=100_000))
    driven = [DrivenMatch(scripted) for scripted in scripted_matches]
    for match in driven:
        await match.connect(sockets, spectators)
    for _ in range(50):  # the first seat is told of the second
        await asyncio.sleep(0)
    for number in range(WARM_UP):
        await _play_round(driven, clock, number)
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10**9, 10**9)
    _instrument(callgrind, "on")
    began, moves = time.process_time(), 0
    for number in range(WARM_UP, WARM_UP + rounds):
        moves += await _play_round(driven, clock, number)
    took = time.process_time() - began
    _instrument(callgrind, "off")
    transports = [transport for match in driven for transport in match.transports]
    if any(b'"error"' in bytes(transport.last) for transport in transports):
        raise Broken("the hall refused a move")
    return (
        f"{moves} moves, {took / max(moves, 1) * 1e6:.1f} us of processor time each;"
        f" {sum(transport.frames for transport in transports)} frames,"
        f" {sum(transport.bytes for transport in transports)} bytes"
    )


async def _play_round(driven: list[DrivenMatch], clock: SteppedClock, number: int) -> int:
    """Play one move in every match that has one left; how many those were."""
    clock.at += 0.3
    before = sum(match.transports[0].frames for match in driven)
    sent = sum([match.send(number) for match in driven])
    await _until(lambda: sum(m.transports[0].frames for m in driven) - before >= sent)
    return sent


async def _until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0)


def _instrument(callgrind: bool, switch: str) -> None:
    if callgrind:
        command = ["callgrind_control", "-i", switch, str(os.getpid())]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - our own words


def _masked(frame: bytes) -> bytes:
    """The same frame with a mask that changes the payload, as those of real clients do."""
    start = 2 if frame[1] & 0x7F < 126 else 4
    payload = bytes(byte ^ MASK[i % 4] for i, byte in enumerate(frame[start + 4 :]))
    return frame[:start] + MASK + payload


async def _commit(work: Callable[[], object]) -> None:
    work()


async def _anonymous(_scope: Any) -> User:
    return User()


@click.command()
@click.argument("slug", default="brique")
@click.option("--matches", default=50, show_default=True)
@click.option("--rounds", default=40, show_default=True, help="Measured moves of each match.")
@click.option("--spectators", default=0, show_default=True, help="Of each match.")
@click.option("--callgrind", is_flag=True, help="Switch callgrind on for the measured moves.")
def main(slug: str, matches: int, rounds: int, spectators: int, callgrind: bool) -> None:
    """Play matches in one process, to count the instructions of a move."""
    writer.BATCH_INTERVAL = 0.0
    with tempfile.TemporaryDirectory() as folder:
        click.echo(uvloop.run(play(folder, slug, matches, rounds, spectators, callgrind)))


if __name__ == "__main__":
    main()
