"""One user occupies all computer players."""

from __future__ import annotations

import asyncio
import time
from collections import Counter

from proofs.attacks.base import Attack, Report, Target
from proofs.attacks.visitor import Answer, Visitor, attacker_address, paced
from proofs.harness.websocket_client import WebSocketClient
from proofs.harness.workload import enter

SLOW, QUICK = "computer:best:1s", "computer:level:1"
RATE = 5
HONEST = 3
"""Other users who play against a computer, one after another."""
LONGEST = 15.0
"""Seconds within which a computer has to move for each of them."""


class Computers(Attack):
    """A guest starts match after match against the slowest computer, some without any person."""

    name = "computers"
    title = f"one person begins {RATE} matches a second against computers that think for long"
    before = "twelve matches of computers alone shut everybody else out"
    seconds = 12.0

    async def run(self, target: Target) -> Report:
        mallory = await Visitor(target.port, attacker_address(0)).sign_in_as_guest("Mallory")
        answers: Counter[int] = Counter()
        broken: list[str] = []

        async def begin(number: int) -> None:
            other = SLOW if number % 5 == 0 else "me"
            options = {"game": target.game, "seats": [SLOW, other], "listed": False}
            answer = await mallory.request("POST", "/api/matches", options)
            answers[answer.status] += 1
            broken.extend(_wrong(answer, alone=other == SLOW))

        waits: list[float] = []

        async def play() -> None:
            waits.extend([await _first_move(target, 10 + number) for number in range(HONEST)])

        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(play())
            async for number in paced(RATE, target.seconds):
                tasks.create_task(begin(number))
        if max(waits) > LONGEST:
            broken.append(f"others waited {max(waits):.1f} s for a computer")
        saw = ", ".join(f"{count} answered {status}" for status, count in sorted(answers.items()))
        saw += f"; {HONEST} others got a move after {max(waits):.1f} s at most"
        return Report(f"{answers.total()} matches asked for", saw, tuple(broken))


def _wrong(answer: Answer, alone: bool) -> list[str]:
    if alone:
        return [] if answer.status == 400 else [f"computers alone: {answer.status}"]
    if answer.status == 503:
        return [] if "retry-after" in answer.headers else ["503 without a Retry-After"]
    return [] if answer.status in (201, 429) else [f"a match was answered {answer.status}"]


async def _first_move(target: Target, number: int) -> float:
    """Seconds until a computer has moved in another user's match."""
    guest = await Visitor(target.port, attacker_address(number)).sign_in_as_guest(f"Guest {number}")
    options = {"game": target.game, "seats": [QUICK, "me"], "listed": False}
    began = time.monotonic()
    answer = await guest.request("POST", "/api/matches", options)
    if answer.status != 201:
        return float("inf")
    moved = asyncio.Event()

    def on_message(payload: bytes) -> None:
        if b'"paths"' in payload:  # it is the user's turn
            moved.set()

    socket: WebSocketClient = await guest.open(enter(answer.json()["match"]), on_message)
    try:
        async with asyncio.timeout(2 * LONGEST):
            await moved.wait()
    except TimeoutError:
        return float("inf")
    finally:
        socket.close()
    return time.monotonic() - began
