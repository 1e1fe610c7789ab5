"""Clients that never read, in busy rooms: they must not cost the hall memory without limit.

The kernel's buffers fill first, then the server's; at its limit the server disconnects them.
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
"""Bytes by which the server may grow for a thousand such clients."""


class Silent:
    """A spectator that requests the room again and again and never reads."""

    def __init__(self, port: int, scripted: ScriptedMatch) -> None:
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        self._socket.connect(("127.0.0.1", port))
        self._socket.sendall(handshake("127.0.0.1", port))
        self._enter = enter(scripted.match)
        self.cut = False

    def enter(self) -> None:
        """Request the whole room again; notice a closed connection."""
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
    """Keep the rooms busy with a few hundred moves per second."""
    rng = Random(1)
    while time.monotonic() < until:
        for journal in rng.sample(list(journals), min(5, len(journals))):
            if not journal.waiting:
                journal.request_move(time.perf_counter())
        await asyncio.sleep(0.02)


async def be_silent(slug: str, clients: int, database: str, seconds: float) -> tuple[int, int]:
    """Returns how many clients were disconnected and the server's largest growth in bytes."""
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
