"""A connection between a client and a process: slow, in order, and cut when one least wants it."""

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
"""Seconds that a message takes at most."""
STEP = 1e-5
"""Seconds between two messages: what has the same time may come in any order."""

OnMessage = Callable[[dict[str, Any]], None]


class SimulatedConnection:
    """Carries messages up to a session in the hall and down to the client, each after a while."""

    def __init__(
        self,
        process: SimulatedProcess,
        oracle: Oracle,
        rng: Random,
        user: User,
        name: str,
        hear: OnMessage,
    ) -> None:
        self.process = process
        self._oracle = oracle
        self._rng = rng
        self._on_message = hear
        self._name = name
        self._requests: asyncio.Queue[str | None] = asyncio.Queue()
        self._next_arrival = {"up": 0.0, "down": 0.0}
        self._answered: set[str] = set()
        self.is_cut = False
        self.request_started: float | None = None  # what is being answered came then
        self.match = ""
        self._session = Session(process.hall, user, self._send_down)
        self._serving = process.spawn(self._serve())

    # ---- the client's end ---------------------------------------------------------------------

    def send(self, text: str) -> None:
        self._deliver_later("up", lambda: self._requests.put_nowait(text))

    def cut(self) -> None:
        """Gone. What is on its way is lost; the hall may be in the middle of something."""
        self.is_cut = True
        if self._rng.random() < 0.3:
            self._serving.cancel()
        else:  # the hall finishes what it does, and notices by and by
            asyncio.get_running_loop().call_later(
                self._rng.uniform(0, 2), self._requests.put_nowait, None
            )

    # ---- the hall's end -----------------------------------------------------------------------

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
            self._session.leave()

    def _check_answer(self, text: str) -> None:
        command = msgspec.json.decode(text).get("d", {}).get("command")
        if command is not None and command not in self._answered:
            raise Broken(f"{self._name}: the command {command} has got no answer")

    def _send_down(self, text: str) -> None:
        """Whatever the hall tells has to be on disk by now."""
        if not self.process.alive:
            return  # its last breath: nobody hears it
        frame = msgspec.json.decode(text)
        data, seq = frame["d"], frame.get("v")
        if frame["t"] == "room":
            self.match = data["terms"]["match"]
        if seq is not None and self.match:
            model = self._oracle.models[self.match]
            if seq > model.room.seq:
                said = f"{self._name}: was told of entry {seq}, on disk is {model.room.seq}"
                broken = {"message": said, "exception": Broken(said)}
                # Not raised: the hall catches what goes wrong in what it does by itself.
                asyncio.get_running_loop().call_exception_handler(broken)
        match frame["t"]:
            case "did":
                self._answered.update(data.get("commands", ()))
            case "ack" | "error":
                self._answered.add(data.get("command", ""))
            case _:
                pass
        self._deliver_later("down", lambda: self._on_message(frame))

    # ---- the way ------------------------------------------------------------------------------

    def _deliver_later(self, direction: str, arrive: Callable[[], None]) -> None:
        """Messages on one way never overtake each other; those of different clients do."""
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
