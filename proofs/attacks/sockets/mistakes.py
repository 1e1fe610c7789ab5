"""A bug in a game, triggered again and again by a player who goes on acting in the same room."""

from __future__ import annotations

import asyncio
from collections import Counter
from random import Random

import msgspec

from proofs.attacks.base import Attack, Report, Target
from proofs.attacks.failing_games import BREAKS
from proofs.attacks.visitor import Visitor, attacker_address, message, paced
from proofs.harness.websocket_client import WebSocketClient
from proofs.harness.workload import ScriptedMatch, enter, make_scripted, seat_players, write_scripts

ROOMS = 4
RATE = 8
"""Commands per second in each room; every second one triggers the bug."""


def _scripted_matches(slug: str) -> list[ScriptedMatch]:
    return make_scripted(write_scripts(slug, Random(4), 1), ROOMS, "mistaken")


class Mistakes(Attack):
    """Each action is sent by a command that fails in the game, then by one that succeeds."""

    name = "mistakes"
    title = f"actions that fail inside the game, {ROOMS * RATE // 2} a second, in {ROOMS} rooms"
    before = "the room was locked until the next start, its clients waited for ever"
    module = "proofs.attacks.failing_games"

    async def prepare(self, database: str, game: str, costly: str) -> None:
        await seat_players(database, game, _scripted_matches(game))

    async def run(self, target: Target) -> Report:
        kinds: Counter[str] = Counter()

        def on_message(payload: bytes) -> None:
            received = msgspec.json.decode(payload)
            if received["t"] == "did" and received["d"].get("commands"):
                kinds["done"] += 1
            elif received["t"] == "error" and received["d"].get("command"):
                kinds[received["d"]["code"]] += 1

        scripted_matches = _scripted_matches(target.game)
        rooms: list[list[WebSocketClient]] = []
        for number, scripted in enumerate(scripted_matches):
            visitor = Visitor(target.port, attacker_address(number))
            first = [enter(scripted.match, code) for code in scripted.codes]
            rooms.append([await visitor.open(line, on_message) for line in first])
        sent = 0
        async for number in paced(RATE * ROOMS, target.seconds):
            step, room = divmod(number, ROOMS)
            move = scripted_matches[room].script[step // 2]
            name = f"good{step}" if step % 2 else f"{BREAKS}{step}"
            operation = {"do": "act", "action": move.action}
            rooms[room][move.seat].send(message("do", command=name, deed=operation))
            sent += 1
        await asyncio.sleep(1.0)
        for socket in (socket for room in rooms for socket in room):
            socket.close()
        saw = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())
        wrong = {kind for kind in kinds if kind not in ("done", "mistake")}
        checks = {
            f"{sent - kinds.total()} of {sent} were never answered": kinds.total() >= sent,
            f"answered {sorted(wrong)}": not wrong,
            "rooms did not go on": kinds["done"] == sent // 2,
        }
        broken = tuple(text for text, holds in checks.items() if not holds)
        return Report(f"{sent} actions, every second one fails", saw, broken)
