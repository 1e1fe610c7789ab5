"""The hall's computer players, in processes of their own.

A worker is started when there is something to think about and nobody is free. One that dies, hangs
or talks nonsense is killed, and its question goes to another one, once.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from random import Random

import msgspec

from parlour.hall.computers.fair_queue import FairQueue, Waiting
from parlour.hall.computers.port import MOST_SECONDS, Busy, ComputerFailed
from parlour.hall.computers.worker import WorkerRequest, encode, read_response
from parlour.hall.operating import metrics
from parlour.hall.operating.safe_error import safe_error
from parlour.hall.rooms.room import MatchTerms

COMMAND = (
    sys.executable,
    "-P",
    "-m",
    "parlour.hall.computers.worker",
)  # -P: nothing from this folder
GRACE = 15.0
"""Seconds beyond its thinking after which a worker hangs: it may have to start first."""
LONGEST_QUEUE = 1_000
PATIENCE = 15.0
"""Seconds that the queue may be long before new matches against computers are refused."""
LEAST_SECONDS = 0.01
PART_OF_THE_CLOCK = 1 / 20
"""So much of what a clock has left may go into one action; so it never quite runs out."""
IN_A_HURRY = 2 * MOST_SECONDS
"""With less than that on the clock one does not wait for a turn; the thought is short then."""

log = logging.getLogger(__name__)


class WorkerFailed(Exception):
    """The worker is of no more use."""


class ComputerWorker:
    """A process that answers one question at a time."""

    def __init__(self, process: Process) -> None:
        self.process = process

    @classmethod
    async def start(cls, command: Sequence[str]) -> ComputerWorker:
        try:
            return cls(await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE))
        except OSError as error:
            raise WorkerFailed(f"it cannot be started: {error.strerror}") from None

    async def ask(self, question: WorkerRequest, limit: float) -> str:
        """The answer's action; `ValueError` if the question itself makes trouble."""
        try:
            async with asyncio.timeout(limit):
                line = await self._talk(encode(question) + b"\n")
        except TimeoutError:
            raise WorkerFailed("it hangs") from None
        except (OSError, ValueError):  # the pipe is broken, or the line has no end
            raise WorkerFailed("it cannot be talked to") from None
        try:
            answer = read_response(line)
        except msgspec.MsgspecError:
            raise WorkerFailed("it talks nonsense" if line else "it has ended") from None
        if answer.number != question.number:
            raise WorkerFailed("it answers another question")
        if not answer.action:
            raise ValueError(answer.trouble or "it has no answer")
        return answer.action

    async def _talk(self, line: bytes) -> bytes:
        reader, writer = self.process.stdout, self.process.stdin
        if reader is None or writer is None:
            raise OSError("there are no pipes")
        writer.write(line)
        await writer.drain()
        return await reader.readline()

    async def end(self) -> None:
        """Kill it, and wait until it is gone."""
        with suppress(ProcessLookupError):
            self.process.kill()
        await self.process.communicate()  # also closes the pipes


class Job:
    """A question that somebody waits for."""

    def __init__(self, question: WorkerRequest, deadline: float | None) -> None:
        self.question = question
        self.deadline = deadline  # when the clock of the one who asks runs out
        self.chosen: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def seconds(self, now: float) -> float:
        """How long to think if one begins now."""
        most = self.question.seconds
        if self.deadline is None:
            return most
        return max(LEAST_SECONDS, min(most, (self.deadline - now) * PART_OF_THE_CLOCK))

    def fail(self, reason: str) -> None:
        if not self.chosen.done():  # else nobody waits for it any more
            player = self.question.player
            failed = ComputerFailed("hall.computer_failed", player=player, reason=reason)
            self.chosen.set_exception(failed)


class Workers:
    """Computers in at most `count` processes. Close it, or they stay until we end."""

    def __init__(
        self,
        count: int | None = None,
        *,
        command: Sequence[str] = COMMAND,
        grace: float = GRACE,
        rng: Random | None = None,
    ) -> None:
        self.count = count or max(1, (os.cpu_count() or 1) - 1)
        self._command = command
        self._grace = grace
        self._rng = rng or Random()
        self._queue: FairQueue[Job] = FairQueue()
        self._idle: list[ComputerWorker] = []
        self._busy: set[asyncio.Task[None]] = set()
        self._usual = 1.0  # seconds for an answer, as things have gone lately
        self._closed = False

    @property
    def waiting(self) -> int:
        """Questions that no process has taken yet."""
        return len(self._queue)

    # ---- for the hall -------------------------------------------------------------------------

    async def choose(
        self, terms: MatchTerms, line: str, seat: int, player: str, left: float | None = None
    ) -> str:
        if self._closed or len(self._queue) >= LONGEST_QUEUE:
            raise self._busy_now()
        now = time.monotonic()
        number = self._rng.getrandbits(32)
        question = WorkerRequest(number, terms, line, seat, player, number, MOST_SECONDS)
        job = Job(question, None if left is None else now + left)
        urgent = None if job.deadline is None else job.deadline - IN_A_HURRY
        share = terms.owner or terms.id
        self._queue.add(Waiting(share, job, urgent))
        self._set_to_work()
        return await job.chosen

    def refuse_if_busy(self, person: str) -> None:
        wait = self.wait_of(person)
        if self._closed or wait > PATIENCE:
            raise Busy(wait)

    @property
    def wait(self) -> float:
        """Seconds, about, until all that is asked for now will be done."""
        return len(self._queue) * self._usual / self.count

    def wait_of(self, person: str) -> float:
        """Seconds, about, until one more question of this person would be answered: everybody who
        waits has a turn for each of theirs, however much else the others have asked for."""
        return self._queue.turns_before(person) * self._usual / self.count

    def _busy_now(self) -> Busy:
        return Busy(self.wait)

    async def close(self) -> None:
        """End all workers, and wait until they are gone."""
        self._closed = True
        while len(self._queue):
            self._queue.take(0.0).work.chosen.cancel()
        for task in self._busy:
            task.cancel()
        await asyncio.gather(*self._busy, return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in self._idle))
        self._idle.clear()

    # ---- working ------------------------------------------------------------------------------

    def _set_to_work(self) -> None:
        while len(self._queue) and len(self._busy) < self.count and not self._closed:
            waiting = self._queue.take(time.monotonic())
            if not waiting.work.chosen.done():  # else nobody waits for it any more
                task = asyncio.create_task(self._work(waiting))
                self._busy.add(task)
                task.add_done_callback(partial(self._is_free, waiting.work))

    def _is_free(self, job: Job, task: asyncio.Task[None]) -> None:
        """Whatever has become of it, nobody waits for a job that is no longer worked on."""
        self._busy.discard(task)
        if task.cancelled():
            job.chosen.cancel()
        elif isinstance(error := task.exception(), Exception):
            job.fail(safe_error(error))
        self._set_to_work()

    async def _work(self, waiting: Waiting[Job]) -> None:
        begun, job = time.monotonic(), waiting.work
        try:
            trouble = await self._attempt(job) and await self._attempt(job)
            if trouble:
                job.fail(trouble)
        finally:
            took = time.monotonic() - begun
            self._usual += (took - self._usual) / 10
            self._queue.charge(waiting.share, took)

    async def _free_worker(self) -> ComputerWorker:
        while self._idle:
            worker = self._idle.pop()
            if worker.process.returncode is None:
                return worker
            await worker.end()  # somebody has killed it meanwhile
        return await ComputerWorker.start(self._command)

    async def _attempt(self, job: Job) -> str:
        """Ask a worker; what went wrong, if anything."""
        worker, usable = None, False
        try:
            worker = await self._free_worker()
            seconds = job.seconds(time.monotonic())
            question = msgspec.structs.replace(job.question, seconds=seconds)
            action = await worker.ask(question, seconds + self._grace)
            usable = True
            if not job.chosen.done():
                job.chosen.set_result(action)
        except ValueError as error:
            usable, trouble = True, str(error)
        except WorkerFailed as error:
            trouble = str(error)
        else:
            return ""
        finally:
            if worker is not None:
                if usable:
                    self._idle.append(worker)
                else:
                    await worker.end()
        metrics.computer_failures.inc()
        terms = job.question.terms
        log.warning("computer player in match %s (%s) failed: %s", terms.id, terms.game, trouble)
        return trouble
