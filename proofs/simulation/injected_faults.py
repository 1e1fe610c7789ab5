"""Faults inside the hall: games that raise, bad SQL statements, unreadable rows.

The hall has no switch for these: they are patched in while a simulation runs. Any other exception
that the hall reports is a violation.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

from parlour.hall.audience.audience import Audience
from parlour.hall.operating import mistakes
from parlour.hall.rooms.room import Room
from parlour.hall.storage.database import Statement
from parlour.hall.storage.writer import WriteCallback, Writer
from proofs import Broken
from proofs.simulation.faulty import FaultPlan

UNREADABLE = "unreadable"
"""The id of a match whose rows cannot be read."""
BAD = "insert into nowhere values (1)"


class GameFailed(Exception):
    """A bug in a game."""


class InjectedFaults:
    """The faults injected into one simulated hall, and which of them it has reported."""

    def __init__(self, fault_plan: FaultPlan, is_alive: Callable[[], bool]) -> None:
        self._fault_plan = fault_plan
        self._is_alive = is_alive  # does the current task belong to a live process?
        self.reported: set[str] = set()  # matches whose injected faults the hall has reported

    @contextmanager
    def injected(self) -> Generator[None]:
        """Make games fail and submit bad statements at random, and watch the error reports."""
        do, publish, submit = Room.do, Audience.publish, Writer.submit

        def failing_do(room: Room, *arguments: Any) -> Any:
            self._fail(0.004)
            entries = do(room, *arguments)
            self._fail(0.004)
            return entries

        def failing_publish(audience: Audience, *arguments: Any) -> Any:
            self._fail(0.004)
            return publish(audience, *arguments)

        def crowded_submit(
            writer: Writer, statements: Sequence[Statement], callback: WriteCallback
        ) -> None:
            if statements and self._fault_plan.happens(0.02):
                submit(writer, [Statement(BAD, {})], lambda _: None)
            submit(writer, statements, callback)

        with ExitStack() as stack:
            stack.enter_context(patch.object(mistakes, "note", self._on_mistake))
            stack.enter_context(patch.object(Room, "do", failing_do))
            stack.enter_context(patch.object(Audience, "publish", failing_publish))
            stack.enter_context(patch.object(Writer, "submit", crowded_submit))
            yield

    def _fail(self, chance: float) -> None:
        if self._fault_plan.happens(chance):
            raise GameFailed

    def _on_mistake(self, what: str, error: BaseException, **named: object) -> None:
        """Remember the report of an injected fault; any other is a violation in a live process."""
        match = str(named.get("match", ""))
        if isinstance(error, GameFailed) or match == UNREADABLE:
            self.reported.add(match)
        elif self._is_alive():
            where = mistakes.trail_of(error)[-1:]
            text = f"{what}: {error!r} {named} {where}"
            broken = {"message": text, "exception": Broken(text)}
            asyncio.get_running_loop().call_exception_handler(broken)


def unreadable_match(due: float) -> list[Statement]:
    """A match with computers and a clock whose only entry is invalid JSON."""
    return [
        Statement(
            "insert into matches"
            " (id, game, rules, settings, listed, rated, created, status, due, asks)"
            " values (:id, 'none', 1, '{}', 1, 0, 0, 'running', :due, 'nobody')",
            {"id": UNREADABLE, "due": due},
        ),
        Statement(
            "insert into events (match, seq, seat, what, at) values (:id, 1, 0, '{', 0)",
            {"id": UNREADABLE},
        ),
    ]
