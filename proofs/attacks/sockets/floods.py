"""Floods of empty frames, from one anonymous socket after another."""

from __future__ import annotations

import asyncio
import socket
import time
from collections import Counter
from contextlib import suppress

from proofs.attacks.base import Attack, Report, Target
from proofs.attacks.visitor import HOST, attacker_address, paced
from proofs.harness.websocket_client import PING, frame_message, handshake

FLOOD = 2 << 20
"""Bytes sent at once."""
TOO_MUCH = 4029
"""The hall's close code for too many frames."""
MASK = b"\0\0\0\0"
PAUSE = 0.2
"""Seconds between two floods."""

_pings = frame_message(b"", PING) * (FLOOD // 6)
_parts = b"\x01\x80" + MASK + (b"\x00\x80" + MASK) * (FLOOD // 6)  # a text without a last fragment


class Flood(Attack):
    """One socket sends 2 MiB of frames at once; once it is closed, the next one does."""

    def __init__(self, name: str, title: str, before: str, flood: bytes) -> None:
        self.name, self.title, self.before = name, title, before
        self._flood = flood

    async def run(self, target: Target) -> Report:
        ends: Counter[int] = Counter()
        until, count = time.monotonic() + target.seconds, 0
        while time.monotonic() < until:
            ends[await _flood(target.port, attacker_address(count), self._flood)] += 1
            count += 1
            await asyncio.sleep(PAUSE)
        other = count - ends[TOO_MUCH]
        broken = (f"{other} of {count} floods were not closed with {TOO_MUCH}",) if other else ()
        return Report(f"{count} floods of 2 MiB", f"{ends[TOO_MUCH]} closed with 4029", broken)


async def _flood(port: int, address: str, flood: bytes) -> int:
    """The close code with which the hall ends the connection; 0 if it sends none."""
    reader, writer = await asyncio.open_connection(HOST, port)
    writer.write(handshake(HOST, port, address))
    await reader.readuntil(b"\r\n\r\n")
    received = b""
    with suppress(ConnectionError, TimeoutError):
        async with asyncio.timeout(20):
            writer.write(flood)
            received = await reader.read()
    writer.transport.abort()
    at = received.rfind(b"\x88\x02")  # a close frame with a code
    return int.from_bytes(received[at + 2 : at + 4], "big") if at >= 0 else 0


class UnreadPongs(Attack):
    """Many sockets ping as fast as the limit allows and never read the pongs."""

    name = "unread pongs"
    title = "200 sockets ping with 125 bytes, 30 times a second, and never read the pongs"
    before = "pongs skipped the limit of what may wait for a client"

    async def run(self, target: Target) -> Report:
        sockets = [
            _open_without_reading(target.port, attacker_address(number)) for number in range(200)
        ]
        ping, sent, cut = frame_message(b"x" * 125, PING), 0, set[int]()
        async for number in paced(30 * len(sockets), target.seconds):
            at = number % len(sockets)
            try:
                sockets[at].send(ping)
                sent += 1
            except BlockingIOError:
                continue
            except OSError:
                cut.add(at)
        for connection in sockets:
            connection.close()
        return Report(f"{sent} pings on {len(sockets)} sockets", f"{len(cut)} sockets cut")


def _open_without_reading(port: int, address: str) -> socket.socket:
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    connection.connect((HOST, port))
    connection.sendall(handshake(HOST, port, address))
    connection.setblocking(False)
    return connection


PINGS = Flood(
    "pings",
    "an anonymous socket sends 2 MiB of empty pings (6 bytes each)",
    "2.3 s of processor time each, nobody else served meanwhile",
    _pings,
)
PARTS = Flood(
    "continuations",
    "an anonymous socket sends 2 MiB of empty continuation frames",
    "3.5 s of processor time each, nobody else served meanwhile",
    _parts,
)
