"""Rapid take-backs in long matches, within the rate limit."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from random import Random

import msgspec

from parlour.table import registry
from parlour.table.errors import ParlourError
from parlour.table.match import Match
from proofs import Broken
from proofs.attacks.base import Attack, Report, Target
from proofs.attacks.visitor import Visitor, attacker_address, message, paced
from proofs.harness.websocket_client import WebSocketClient
from proofs.harness.workload import (
    Script,
    ScriptedMatch,
    enter,
    make_scripted,
    seat_players,
    write_scripts,
)

SOCKETS = 6
RATE = 19
"""Messages per second of each socket: one below the hall's limit."""
LONG = 300
"""Actions played before the attack."""


def _scripted_matches(slug: str) -> tuple[list[ScriptedMatch], int]:
    """The matches, and the index of an action that its player may take back immediately."""
    script = write_scripts(slug, Random(2), 1)[0]
    return make_scripted([script], SOCKETS, "taken back"), _taken_back(slug, script)


def _taken_back(slug: str, script: Script) -> int:
    game = registry.game(slug).guarded()
    match = Match(game, game.seats, guarded=False)
    for number, move in enumerate(script):
        match.act(move.seat, game.read(match.state, move.action, move.seat))
        if number >= LONG and move.seat in match.state.acting():
            with suppress(ParlourError):  # some actions bind
                match.take_back(move.seat)
                return number
    raise Broken(f"{game.title}: after {LONG} actions nothing can be taken back at once")


class Undo(Attack):
    """Sockets that act and take back in turn."""

    name = "undo"
    title = f"{SOCKETS} sockets act and take back after {LONG} actions, {RATE} times a second"
    before = "20 ms on the loop for an undo; six sockets saturated it"

    async def prepare(self, database: str, game: str, costly: str) -> None:
        scripted_matches, played = _scripted_matches(costly)
        await seat_players(database, costly, scripted_matches, played=played)

    async def run(self, target: Target) -> Report:
        scripted_matches, played = _scripted_matches(target.costly)
        move, kinds = scripted_matches[0].script[played], Counter[str]()

        def on_message(payload: bytes) -> None:
            received = msgspec.json.decode(payload)
            if received["t"] == "did" and received["d"].get("commands"):
                kinds["done"] += 1
            elif received["t"] in ("ack", "error"):
                kinds[received["d"].get("code", "done")] += 1

        sockets: list[WebSocketClient] = []
        for number, scripted in enumerate(scripted_matches):
            first = enter(scripted.match, scripted.codes[move.seat])
            sockets.append(
                await Visitor(target.port, attacker_address(number)).open(first, on_message)
            )
        sent = 0
        async for number in paced(RATE * SOCKETS, target.seconds):
            step, at = divmod(number, SOCKETS)
            operation = {"do": "undo"} if step % 2 else {"do": "act", "action": move.action}
            sockets[at].send(message("do", command=f"c{step}", deed=operation))
            sent += 1
        await asyncio.sleep(0.5)
        for socket in sockets:
            socket.close()
        saw = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())
        silent = sent - kinds.total()
        broken = (f"{silent} of {sent} commands were never answered",) if silent > SOCKETS else ()
        return Report(f"{sent} commands", saw, broken)
