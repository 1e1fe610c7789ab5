"""Faults inside the hall, for the simulation: games that fail, bad statements, unreadable rows.

The hall has no switch for any of this: while a simulation runs, it is put in from the outside. A
mistake that the hall notes and that nobody has planted here is a broken promise.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

from parlour.hall.operating import mistakes
from parlour.hall.rooms.audience import Audience
from parlour.hall.rooms.room import Room
from parlour.hall.storage.database import Statement
from parlour.hall.storage.writer import WriteCallback, Writer
from proofs import Broken
from proofs.simulation.faulty import FaultPlan

UNREADABLE = "unreadable"
"""The id of a match whose rows cannot be read."""
BAD = "insert into nowhere values (1)"


class GameFailed(Exception):
    """A mistake in a game, which nobody has foreseen."""


class InjectedFaults:
    """What goes wrong inside one simulated hall, and what the hall has noted of it."""

    def __init__(self, fault_plan: FaultPlan, is_alive: Callable[[], bool]) -> None:
        self._fault_plan = fault_plan
        self._is_alive = is_alive  # does a process live in which this happens?
        self.reported: set[str] = set()  # the matches of planted mistakes that were noted

    @contextmanager
    def injected(self) -> Generator[None]:
        """Let games fail and guests send bad statements, now and then; watch what is noted."""
        do, tell, submit = Room.do, Audience.publish, Writer.submit

        def failing_do(room: Room, *given: Any) -> Any:
            self._fail(0.004)
            done = do(room, *given)
            self._fail(0.004)
            return done

        def failing_tell(audience: Audience, *given: Any) -> Any:
            self._fail(0.004)
            return tell(audience, *given)

        def crowded_submit(
            writer: Writer, statements: Sequence[Statement], callback: WriteCallback
        ) -> None:
            if statements and self._fault_plan.happens(0.02):
                submit(writer, [Statement(BAD, {})], lambda _: None)
            submit(writer, statements, callback)

        with ExitStack() as stack:
            stack.enter_context(patch.object(mistakes, "note", self._on_mistake))
            stack.enter_context(patch.object(Room, "do", failing_do))
            stack.enter_context(patch.object(Audience, "publish", failing_tell))
            stack.enter_context(patch.object(Writer, "submit", crowded_submit))
            yield

    def _fail(self, chance: float) -> None:
        if self._fault_plan.happens(chance):
            raise GameFailed

    def _on_mistake(self, what: str, error: BaseException, **named: object) -> None:
        """A planted mistake is remembered; any other breaks a promise, unless its process died."""
        match = str(named.get("match", ""))
        if isinstance(error, GameFailed) or match == UNREADABLE:
            self.reported.add(match)
        elif self._is_alive():
            where = mistakes.trail_of(error)[-1:]
            said = f"{what}: {error!r} {named} {where}"
            broken = {"message": said, "exception": Broken(said)}
            asyncio.get_running_loop().call_exception_handler(broken)


def unreadable_match(due: float) -> list[Statement]:
    """A match with computers and a clock that cannot be read: its only entry is no JSON."""
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
