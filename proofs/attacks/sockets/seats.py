"""Sockets that stay open after their user has stood up or was banned."""

from __future__ import annotations

import asyncio
import sys
import time
from typing import Any

import msgspec

from proofs.attacks.base import Attack, Report, Target
from proofs.attacks.visitor import Visitor, attacker_address, message
from proofs.harness.websocket_client import WebSocketClient
from proofs.harness.workload import enter

SESSION_ENDED = 4401
PATIENCE = 10.0
"""Seconds to wait for a message, or for the end of a connection."""


class RecordedConnection:
    """A socket that records every message it receives."""

    def __init__(self) -> None:
        self.received: list[dict[str, Any]] = []
        self.gone = asyncio.Event()
        self.socket: WebSocketClient

    async def open(self, visitor: Visitor, match: str) -> RecordedConnection:
        self.socket = await visitor.open(enter(match), self._receive, self.gone.set)
        await self.next("room")
        return self

    def _receive(self, payload: bytes) -> None:
        self.received.append(msgspec.json.decode(payload))

    async def do(self, name: str, operation: str, seat: int) -> dict[str, Any]:
        """Send an operation and return the hall's response to it."""
        self.received.clear()
        self.socket.send(message("do", command=name, deed={"do": operation}, seat=seat))
        return await self.next("error", "ack", "did")

    async def next(self, *kinds: str) -> dict[str, Any]:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            for received in self.received:
                if received["t"] in kinds:
                    return received
            await asyncio.sleep(0.02)
        return {"t": "nothing", "d": {}}


class Seats(Attack):
    """Ann stands up and another player sits down; then she is banned. Her sockets stay open."""

    name = "seats"
    title = "sockets stay open after standing up, and after a ban"
    before = "she resigned for the next player; `ban` left open sockets alone"
    seconds = 5.0

    async def run(self, target: Target) -> Report:
        ann, ben, cleo = [Visitor(target.port, attacker_address(number)) for number in range(3)]
        password = "a long enough password"  # noqa: S105 - of nobody
        opened = await ann.request("POST", "/api/accounts", {"name": "Ann", "password": password})
        ann.token = opened.json()["token"]
        await ben.sign_in_as_guest("Ben")
        await cleo.sign_in_as_guest("Cleo")
        options = {"game": target.game, "seats": ["anyone", "anyone"]}
        match = (await cleo.request("POST", "/api/matches", options)).json()["match"]
        first, second = (
            await RecordedConnection().open(ann, match),
            await RecordedConnection().open(ann, match),
        )
        await ann.request("POST", f"/api/matches/{match}/seats/0", {})
        stood = await first.do("stand", "stand", 0)
        for seat, visitor in enumerate((ben, cleo)):
            await visitor.request("POST", f"/api/matches/{match}/seats/{seat}", {})
        responses = [await connection.do("resign", "resign", 0) for connection in (first, second)]
        ban = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "parlour", "hall", "ban", "Ann"),
            *("--database", target.database),
            stdout=asyncio.subprocess.DEVNULL,
        )
        await ban.wait()
        began = time.monotonic()
        closed = [await _is_closed(connection) for connection in (first, second)]
        took = time.monotonic() - began
        refused = sum(response["d"].get("code") == "forbidden" for response in responses)
        account = (await ann.request("GET", "/api/account")).status
        checks = {
            "she could not stand up": stood["t"] in ("did", "ack"),
            f"{2 - refused} of 2 commands for the seat were not refused": refused == 2,
            f"{closed.count(False)} sockets stayed open after the ban": all(closed),
            f"her token was still answered {account}": account >= 400,
        }
        broken = tuple(text for text, holds in checks.items() if not holds)
        saw = f"{refused} of 2 commands refused; sockets closed {took:.1f} s after the ban"
        return Report("2 sockets of one person", saw, broken)


async def _is_closed(connection: RecordedConnection) -> bool:
    try:
        async with asyncio.timeout(PATIENCE):
            await connection.gone.wait()
    except TimeoutError:
        connection.socket.close()
        return False
    return connection.socket.code == SESSION_ENDED
