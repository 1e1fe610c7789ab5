"""Names that break databases, terminals or logs, in every field that a guest can set."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

from proofs.attacks.base import Attack, Report, Target
from proofs.attacks.visitor import Visitor, attacker_address, message, paced
from proofs.harness.websocket_client import frame_message

RATE = 40
BAD = (r"\u0000", r"\u0001", r"\u001b[2J", r"\ud800", r"\u009b", r"\u007f")
"""Their JSON escapes."""


class Names(Attack):
    """Guests with such names, and seats reserved for bots with such names."""

    name = "names"
    title = f"names with NUL, control characters and half surrogates, {RATE} requests a second"
    before = "240 of 548 honest requests answered 500 (PostgreSQL)"
    postgres = True

    async def run(self, target: Target) -> Report:
        guests = [
            await Visitor(target.port, attacker_address(number)).sign_in_as_guest(
                f"Mallory {number}"
            )
            for number in range(4)
        ]
        answers: Counter[int] = Counter()

        async def request(number: int) -> None:
            guest, (path, body) = guests[number % len(guests)], _request(target.game, number)
            answers[(await guest.request("POST", path, body)).status] += 1

        socket = await guests[0].open(message("enter", match=target.matches[0]))
        async with asyncio.TaskGroup() as asking:
            async for number in paced(RATE, target.seconds):
                asking.create_task(request(number))
                if number % RATE == 0:
                    socket.send(_with("say", "text", BAD[number // RATE % len(BAD)]))
        socket.close()
        wrong = sum(count for status, count in answers.items() if not 400 <= status < 500)
        broken = (f"{wrong} requests were not refused",) if wrong else ()
        saw = ", ".join(f"{count} answered {status}" for status, count in answers.most_common())
        return Report(f"{answers.total()} requests", saw, broken)


def _request(game: str, number: int) -> tuple[str, Any]:
    bad = BAD[number // 2 % len(BAD)]
    if number % 2:
        return "/api/guests", f'{{"name":"{bad}"}}'.encode()
    return "/api/matches", f'{{"game":"{game}","seats":["me","bot:{bad}"]}}'.encode()


def _with(kind: str, field: str, bad: str) -> bytes:
    return frame_message(f'{{"t":"{kind}","d":{{"{field}":"{bad}"}}}}'.encode())
