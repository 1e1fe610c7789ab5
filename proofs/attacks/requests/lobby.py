"""Frequent requests for a lobby with a hundred thousand open matches."""

from __future__ import annotations

import asyncio
import time

from parlour.hall.clocks.hall_time import SystemClock
from parlour.table.registry import find
from proofs.attacks.base import MATCH_ID, Attack, Report, Target, insert_many, insert_rows
from proofs.attacks.visitor import Visitor, attacker_address, paced

OPEN = 100_000
RATE = 40
"""Lobby pages per second, from two addresses."""
PAIRINGS = 2
"""Pairing requests per second; nobody in the lobby is online."""


class Lobby(Attack):
    """Lobby pages as fast as the limit allows, with pairing requests in between."""

    name = "lobby"
    title = f"`GET /api/matches` {RATE} times a second, and pairings, with {OPEN:,} open matches"
    before = "146 ms on the loop for each"

    async def prepare(self, database: str, game: str, costly: str) -> None:
        matches = insert_many(
            "matches",
            "id, game, rules, settings, listed, rated, created, status",
            f"{MATCH_ID}, :game, :rules, '{{}}', 1, 0, :now - i, 'open'",
        )
        seats = [
            insert_many("seats", "match, seat, code, wanted, name, kind", f"{MATCH_ID}, {rest}")
            for rest in ("0, 'none', 'me', 'Gone', 'person'", "1, 'none', 'anyone', null, null")
        ]
        sat = '{"do":"sit","name":"Gone"}'
        events = insert_many(
            "events", "match, seq, seat, what, at", f"{MATCH_ID}, 1, 0, '{sat}', 1"
        )
        now, rules = SystemClock().wall() - 100, find(game).version
        await insert_rows(
            database, matches, *seats, events, count=OPEN, game=game, now=now, rules=rules
        )

    async def run(self, target: Target) -> Report:
        took: list[float] = []
        paired: list[float] = []
        wrong: list[int] = []
        last = ""
        guests = [
            await Visitor(target.port, attacker_address(number)).sign_in_as_guest(f"Guest {number}")
            for number in range(2)
        ]

        async def look(number: int) -> None:
            nonlocal last
            path = f"/api/matches?before={last}" if last and number % 2 else "/api/matches"
            began = time.monotonic()
            answer = await guests[number % 2].request("GET", path)
            took.append(time.monotonic() - began)
            if answer.status == 200:
                last = answer.json()[-1]["match"]
            elif answer.status != 429:
                wrong.append(answer.status)

        async def pair(number: int) -> None:
            began = time.monotonic()
            answer = await guests[number % 2].request("POST", "/api/pairing", {"game": target.game})
            paired.append(time.monotonic() - began)
            if answer.status not in (201, 429):
                wrong.append(answer.status)

        async with asyncio.TaskGroup() as asking:
            async for number in paced(RATE, target.seconds):
                asking.create_task(look(number))
                if number % (RATE // PAIRINGS) == 0:
                    asking.create_task(pair(number))
        broken = (f"answered {sorted(set(wrong))}",) if wrong else ()
        saw = f"{_middle(took):.1f} ms for a page, {_middle(paired):.1f} ms for a pairing (p50)"
        return Report(f"{len(took)} pages, {len(paired)} pairings", saw, broken)


def _middle(times: list[float]) -> float:
    """The median, in milliseconds."""
    return sorted(times)[len(times) // 2] * 1000
