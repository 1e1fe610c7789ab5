"""A connection between a client and a process: ordered, delayed, and cut at random."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import msgspec

from parlour.hall.connections.session import Flooding, Session
from parlour.hall.people.authorise import User
from proofs import Broken
from proofs.simulation.oracle import Oracle
from proofs.simulation.simulated_process import SimulatedProcess

MAX_DELAY = 3.0
"""Longest delay of a message in seconds."""
STEP = 1e-5
"""Minimum seconds between two messages: timers of the same time have no order."""

OnMessage = Callable[[dict[str, Any]], None]


class SimulatedConnection:
    """Carries messages between a client and its session in the hall, with random delays."""

    def __init__(
        self,
        process: SimulatedProcess,
        oracle: Oracle,
        rng: Random,
        user: User,
        name: str,
        on_message: OnMessage,
    ) -> None:
        self.process = process
        self._oracle = oracle
        self._rng = rng
        self._on_message = on_message
        self._name = name
        self._requests: asyncio.Queue[str | None] = asyncio.Queue()
        self._next_arrival = {"up": 0.0, "down": 0.0}
        self._answered: set[str] = set()
        self.is_cut = False
        self.request_started: float | None = None  # arrival of the request in progress
        self.match = ""
        self._session = Session(process.hall, user, self._send_down)
        self._serving = process.spawn(self._serve())

    # ---- the client's side --------------------------------------------------------------------

    def send(self, text: str) -> None:
        self._deliver_later("up", lambda: self._requests.put_nowait(text))

    def cut(self) -> None:
        """Cut the connection: messages in flight are lost, perhaps in the middle of a request."""
        self.is_cut = True
        if self._rng.random() < 0.3:
            self._serving.cancel()
        else:  # the hall finishes the request and notices later
            asyncio.get_running_loop().call_later(
                self._rng.uniform(0, 2), self._requests.put_nowait, None
            )

    # ---- the hall's side ----------------------------------------------------------------------

    async def _serve(self) -> None:
        try:
            with suppress(Flooding):
                while (text := await self._requests.get()) is not None:
                    self._answered.clear()
                    self.request_started = asyncio.get_running_loop().time()
                    await self._session.receive(text)
                    self.request_started = None
                    self._check_answer(text)
        finally:
            self.is_cut, self.request_started = True, None
            self._session.end()

    def _check_answer(self, text: str) -> None:
        command = msgspec.json.decode(text).get("d", {}).get("command")
        if command is not None and command not in self._answered:
            raise Broken(f"{self._name}: the command {command} has got no answer")

    def _send_down(self, text: str) -> None:
        """Send a message to the client; its entry must already be committed."""
        if not self.process.alive:
            return  # a dead process sends nothing
        frame = msgspec.json.decode(text)
        data, seq = frame["d"], frame.get("v")
        if frame["t"] == "room":
            self.match = data["terms"]["match"]
        if seq is not None and self.match:
            model = self._oracle.models[self.match]
            if seq > model.room.seq:
                text = f"{self._name}: was told of entry {seq}, on disk is {model.room.seq}"
                broken = {"message": text, "exception": Broken(text)}
                # Not raised: the hall catches exceptions in its background work.
                asyncio.get_running_loop().call_exception_handler(broken)
        match frame["t"]:
            case "did":
                self._answered.update(data.get("commands", ()))
            case "ack" | "error":
                self._answered.add(data.get("command", ""))
            case _:
                pass
        self._deliver_later("down", lambda: self._on_message(frame))

    # ---- delivery -----------------------------------------------------------------------------

    def _deliver_later(self, direction: str, arrive: Callable[[], None]) -> None:
        """Deliver in order within one direction; messages of different clients may overtake."""
        loop = asyncio.get_running_loop()
        slow = self._rng.random() < 0.02
        delay = self._rng.uniform(0.5, MAX_DELAY) if slow else self._rng.uniform(0.001, 0.2)
        at = self._next_arrival[direction] = max(
            self._next_arrival[direction] + STEP, loop.time() + delay
        )
        loop.call_at(at, self._arrive, arrive)

    def _arrive(self, arrive: Callable[[], None]) -> None:
        if not self.is_cut:
            arrive()
