"""People who keep sockets open after they have stood up, or were banned."""

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
SOON = 10.0


class RecordedConnection:
    """A socket, and everything it was told."""

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
        """What is answered to a command."""
        self.received.clear()
        self.socket.send(message("do", command=name, deed={"do": operation}, seat=seat))
        return await self.next("error", "ack", "did")

    async def next(self, *kinds: str) -> dict[str, Any]:
        until = time.monotonic() + SOON
        while time.monotonic() < until:
            for told in self.received:
                if told["t"] in kinds:
                    return told
            await asyncio.sleep(0.02)
        return {"t": "nothing", "d": {}}


class Seats(Attack):
    """Ann stands up and somebody else sits down; then she is banned. Her sockets stay open."""

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
        tried = [await line.do("resign", "resign", 0) for line in (first, second)]
        ban = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "parlour", "hall", "ban", "Ann"),
            *("--database", target.database),
            stdout=asyncio.subprocess.DEVNULL,
        )
        await ban.wait()
        began = time.monotonic()
        closed = [await _is_closed(line) for line in (first, second)]
        took = time.monotonic() - began
        refused = sum(answer["d"].get("code") == "forbidden" for answer in tried)
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


async def _is_closed(line: RecordedConnection) -> bool:
    try:
        async with asyncio.timeout(SOON):
            await line.gone.wait()
    except TimeoutError:
        line.socket.close()
        return False
    return line.socket.code == SESSION_ENDED
