"""Spectators who flood the chat of rooms in which matches are played."""

from __future__ import annotations

import asyncio
from collections import Counter

from proofs.attacks.base import Attack, Report, Target
from proofs.attacks.visitor import Visitor, attacker_address, message, paced
from proofs.harness.websocket_client import WebSocketClient
from proofs.harness.workload import enter

SPECTATORS = 80
ROOMS = 4
"""Rooms of honest players, the first ones."""
RATE = 1
"""Messages per second of each spectator: twice the limit, after a burst of five."""


class Chat(Attack):
    """Each spectator sends as much as the limit allows, and more."""

    name = "chat"
    title = f"{SPECTATORS} spectators chat in {ROOMS} rooms, more than they may"
    before = "a move in such a room took 727 ms instead of 4 ms"

    async def run(self, target: Target) -> Report:
        kinds: Counter[str] = Counter()

        def on_message(payload: bytes) -> None:
            kinds[payload[6:9].decode()] += 1

        sockets: list[WebSocketClient] = []
        for number in range(SPECTATORS):
            guest = Visitor(target.port, attacker_address(number // 8))
            await guest.sign_in_as_guest(f"Guest {number}")
            sockets.append(await guest.open(enter(target.matches[number % ROOMS]), on_message))
        count = 0
        for _ in range(5):
            for socket in sockets:
                socket.send(message("say", text=f"hello {count}"))
                count += 1
        async for number in paced(RATE * SPECTATORS, target.seconds):
            sockets[number % SPECTATORS].send(message("say", text=f"hello {number}"))
            count += 1
        await asyncio.sleep(0.2)
        for socket in sockets:
            socket.close()
        saw = f"{kinds['sai'] // (SPECTATORS // ROOMS)} told, {kinds['err']} refused"
        return Report(f"{count} messages", saw)
