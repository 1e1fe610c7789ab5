"""Clients that never read: rooms go on around them, and they may not cost the hall anything.

What the kernel keeps for them is theirs; what the server keeps has an end, and then they are cut.
"""

from __future__ import annotations

import asyncio
import socket
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

import click
import uvloop

from proofs.drivers.load import LoadedMatch
from proofs.harness.server_process import PATIENCE, ServerProcess, free_port, serve
from proofs.harness.websocket_client import handshake
from proofs.harness.workload import ScriptedMatch, create_matches, enter, write_scripts

MOST_GROWTH = 64 << 20
"""Bytes by which a thousand of them may make the server grow."""


class Silent:
    """A spectator that asks for the room again and again, and reads nothing of what it is sent."""

    def __init__(self, port: int, scripted: ScriptedMatch) -> None:
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        self._socket.connect(("127.0.0.1", port))
        self._socket.sendall(handshake("127.0.0.1", port))
        self._enter = enter(scripted.match)
        self.cut = False

    def enter(self) -> None:
        """Ask for the whole room, again; notice if nobody listens any more."""
        self._socket.setblocking(False)
        try:
            self._socket.send(self._enter)
        except BlockingIOError:
            return
        except OSError:
            self.cut = True

    def close(self) -> None:
        self._socket.close()


async def _play(journals: Sequence[LoadedMatch], until: float) -> None:
    """Keep all rooms busy: a move here and there, a few hundred a second."""
    rng = Random(1)
    while time.monotonic() < until:
        for journal in rng.sample(list(journals), min(5, len(journals))):
            if not journal.waiting:
                journal.request_move(time.perf_counter())
        await asyncio.sleep(0.02)


async def be_silent(slug: str, clients: int, database: str, seconds: float) -> tuple[int, int]:
    """How many of them were cut, and by how many bytes the server has grown at most."""
    rooms = max(1, clients // 20)
    matches = await create_matches(database, slug, write_scripts(slug, Random(1), 8), rooms)
    server = await serve(free_port(), database)
    try:
        return await _measure(server, matches, clients, seconds)
    finally:
        await server.kill()


async def _measure(
    server: ServerProcess, matches: Sequence[ScriptedMatch], clients: int, seconds: float
) -> tuple[int, int]:
    journals = [LoadedMatch(scripted, []) for scripted in matches]
    for journal in journals:
        await journal.connect(0, server.port)
    before = most = server.memory()
    silent = [Silent(server.port, matches[number % len(matches)]) for number in range(clients)]
    until = time.monotonic() + seconds
    playing = asyncio.create_task(_play(journals, until))
    while time.monotonic() < until and not all(client.cut for client in silent):
        for client in silent:
            if not client.cut:
                client.enter()
        most = max(most, server.memory())
        await asyncio.sleep(0.2)
    playing.cancel()
    await asyncio.wait([playing])
    cut = sum(client.cut for client in silent)
    for client in silent:
        client.close()
    return cut, most - before


@click.command()
@click.argument("slug")
@click.option("--clients", default=1_000, show_default=True)
@click.option("--seconds", default=PATIENCE, show_default=True, help="At most.")
def main(slug: str, clients: int, seconds: float) -> None:
    """Let clients that never read into busy rooms."""
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:{Path(folder) / 'matches.db'}"
        cut, grown = uvloop.run(be_silent(slug, clients, database, seconds))
    click.echo(f"{cut} of {clients} were cut; the server grew by {grown / (1 << 20):.1f} MiB")
    if cut < clients or grown > MOST_GROWTH * clients / 1_000:
        click.echo("BROKEN: clients that never read cost too much")
        raise SystemExit(1)


if __name__ == "__main__":
    main()
