"""The hall's computer players, in worker processes.

A worker is started when a request waits and none is idle. A worker that dies, hangs or sends an
invalid response is killed, and its request goes to another worker, once.
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

# -P: import nothing from the current folder.
COMMAND = (sys.executable, "-P", "-m", "parlour.hall.computers.worker")
GRACE = 15.0
"""Seconds beyond its thinking time after which a worker counts as hung; it may have to start."""
LONGEST_QUEUE = 1_000
PATIENCE = 15.0
"""Seconds of waiting beyond which new matches against computers are refused."""
LEAST_SECONDS = 0.01
PART_OF_THE_CLOCK = 1 / 20
"""The part of the remaining clock time that one action may use; the clock never runs out."""
URGENT = 2 * MOST_SECONDS
"""Seconds on the clock below which a request is served first; its search is short then."""

log = logging.getLogger(__name__)


class WorkerFailed(Exception):
    """The worker cannot be used any more."""


class ComputerWorker:
    """A process that answers one request at a time."""

    def __init__(self, process: Process) -> None:
        self.process = process

    @classmethod
    async def start(cls, command: Sequence[str]) -> ComputerWorker:
        try:
            return cls(await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE))
        except OSError as error:
            raise WorkerFailed(f"it cannot be started: {error.strerror}") from None

    async def ask(self, request: WorkerRequest, limit: float) -> str:
        """The action that it chooses; `ValueError` if the request itself makes it fail."""
        try:
            async with asyncio.timeout(limit):
                line = await self._exchange(encode(request) + b"\n")
        except TimeoutError:
            raise WorkerFailed("it hangs") from None
        except (OSError, ValueError):  # the pipe is broken, or the line has no end
            raise WorkerFailed("its pipe is broken") from None
        try:
            response = read_response(line)
        except msgspec.MsgspecError:
            raise WorkerFailed("its response is invalid" if line else "it has ended") from None
        if response.number != request.number:
            raise WorkerFailed("its response is to another request")
        if not response.action:
            raise ValueError(response.error or "it chose no action")
        return response.action

    async def _exchange(self, line: bytes) -> bytes:
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
    """A request, and the future of its response."""

    def __init__(self, request: WorkerRequest, deadline: float | None) -> None:
        self.request = request
        self.deadline = deadline  # when the seat's clock runs out
        self.chosen: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def seconds(self, now: float) -> float:
        """The thinking time if the search begins now."""
        most = self.request.seconds
        if self.deadline is None:
            return most
        return max(LEAST_SECONDS, min(most, (self.deadline - now) * PART_OF_THE_CLOCK))

    def fail(self, reason: str) -> None:
        if not self.chosen.done():  # else it was cancelled
            player = self.request.player
            failed = ComputerFailed("hall.computer_failed", player=player, reason=reason)
            self.chosen.set_exception(failed)


class Workers:
    """Computer players in at most `count` processes, which run until `close`."""

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
        self._usual = 1.0  # seconds for a response, as a moving average
        self._closed = False

    @property
    def waiting(self) -> int:
        """Requests in the queue."""
        return len(self._queue)

    # ---- for the hall -------------------------------------------------------------------------

    async def choose(
        self, terms: MatchTerms, line: str, seat: int, player: str, left: float | None = None
    ) -> str:
        if self._closed or len(self._queue) >= LONGEST_QUEUE:
            raise self._busy_now()
        now = time.monotonic()
        number = self._rng.getrandbits(32)
        request = WorkerRequest(number, terms, line, seat, player, number, MOST_SECONDS)
        job = Job(request, None if left is None else now + left)
        urgent = None if job.deadline is None else job.deadline - URGENT
        share = terms.owner or terms.id
        self._queue.add(Waiting(share, job, urgent))
        self._start_jobs()
        return await job.chosen

    def refuse_if_busy(self, person: str) -> None:
        wait = self.wait_of(person)
        if self._closed or wait > PATIENCE:
            raise Busy(wait)

    @property
    def wait(self) -> float:
        """The estimated seconds until the queue is empty."""
        return len(self._queue) * self._usual / self.count

    def wait_of(self, person: str) -> float:
        """The estimated seconds until one more request of this person is answered, by the fair
        shares of the queue."""
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

    # ---- jobs ---------------------------------------------------------------------------------

    def _start_jobs(self) -> None:
        while len(self._queue) and len(self._busy) < self.count and not self._closed:
            waiting = self._queue.take(time.monotonic())
            if not waiting.work.chosen.done():  # else it was cancelled
                task = asyncio.create_task(self._work(waiting))
                self._busy.add(task)
                task.add_done_callback(partial(self._finish, waiting.work))

    def _finish(self, job: Job, task: asyncio.Task[None]) -> None:
        """Complete the job in any case, and start the next one."""
        self._busy.discard(task)
        if task.cancelled():
            job.chosen.cancel()
        elif isinstance(error := task.exception(), Exception):
            job.fail(safe_error(error))
        self._start_jobs()

    async def _work(self, waiting: Waiting[Job]) -> None:
        start, job = time.monotonic(), waiting.work
        try:
            failure = await self._attempt(job) and await self._attempt(job)
            if failure:
                job.fail(failure)
        finally:
            took = time.monotonic() - start
            self._usual += (took - self._usual) / 10
            self._queue.charge(waiting.share, took)

    async def _free_worker(self) -> ComputerWorker:
        while self._idle:
            worker = self._idle.pop()
            if worker.process.returncode is None:
                return worker
            await worker.end()  # it was killed while idle
        return await ComputerWorker.start(self._command)

    async def _attempt(self, job: Job) -> str:
        """Send the job to a worker; returns why it failed, or an empty string."""
        worker, usable = None, False
        try:
            worker = await self._free_worker()
            seconds = job.seconds(time.monotonic())
            request = msgspec.structs.replace(job.request, seconds=seconds)
            action = await worker.ask(request, seconds + self._grace)
            usable = True
            if not job.chosen.done():
                job.chosen.set_result(action)
        except ValueError as error:
            usable, failure = True, str(error)
        except WorkerFailed as error:
            failure = str(error)
        else:
            return ""
        finally:
            if worker is not None:
                if usable:
                    self._idle.append(worker)
                else:
                    await worker.end()
        metrics.computer_failures.inc()
        terms = job.request.terms
        log.warning("computer player in match %s (%s) failed: %s", terms.id, terms.game, failure)
        return failure
