"""Play the matches of a series in worker processes, one match at a time each."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, nullcontext, suppress
from functools import partial
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
from typing import IO, cast

import msgspec

from parlour.players.series.folder import Folder, open_folder
from parlour.players.series.pairing import openings, seating
from parlour.players.series.plan import SeriesPlan
from parlour.players.series.playing import Task
from parlour.players.series.tally import Tally
from parlour.players.series.worker import SHUTDOWN_TIMEOUT, WorkerResult, encode, read_result
from parlour.table.errors import ParlourError
from parlour.table.record import Record
from parlour.table.sentences import Sentence

COMMAND = (sys.executable, "-P", "-m", "parlour.players.series.worker")  # -P: not this folder


Play = Callable[[Iterable[Task]], Generator[tuple[int, Record]]]
"""Plays tasks, and yields numbers and records as matches end."""
Progress = Callable[[Tally], AbstractContextManager[Callable[[], None]]]
"""A context manager around the series; the function it yields is called after every match."""


class SeriesFailed(ParlourError):
    """A match could not be played, for a reason that is not a player's fault."""


class SeriesWorker:
    """A worker process and the task it works on."""

    def __init__(self, command: Sequence[str]) -> None:
        self.process = subprocess.Popen(  # noqa: S603 - our own program
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.number = 0

        self.input = cast(IO[bytes], self.process.stdin)
        self.output = cast(IO[bytes], self.process.stdout)

    def start(self, task: Task) -> None:
        self.number = task.number
        with suppress(BrokenPipeError):  # it has ended: `answer` will notice
            self.input.write(encode(task) + b"\n")
            self.input.flush()

    def answer(self) -> Record:
        """The record it played. Call this when its output is readable."""
        trouble = str(Sentence("series.died"))
        with suppress(msgspec.MsgspecError):
            done: WorkerResult = read_result(self.output.readline())
            if done.record is not None:
                return done.record
            trouble = done.trouble
        raise SeriesFailed("series.worker", number=self.number + 1, reason=trouble)

    def terminate(self) -> None:
        with suppress(OSError):
            self.process.terminate()

    def end(self) -> None:
        """Wait until the process has ended; kill it if that takes too long."""
        try:
            self.process.wait(SHUTDOWN_TIMEOUT)
        except subprocess.TimeoutExpired:
            self.process.kill()
        with suppress(OSError):  # unread output
            self.process.communicate()


def play_all(
    tasks: Iterable[Task], at_once: int, command: Sequence[str] = COMMAND
) -> Generator[tuple[int, Record]]:
    """Yield match numbers and records as matches end. Closing the generator ends all workers."""
    queue, workers = iter(tasks), list[SeriesWorker]()
    with DefaultSelector() as busy:
        try:
            while True:
                while len(busy.get_map()) < at_once and (task := next(queue, None)) is not None:
                    idle = [worker for worker in workers if worker.output not in busy.get_map()]
                    worker = idle[0] if idle else SeriesWorker(command)
                    workers += [] if idle else [worker]
                    worker.start(task)
                    busy.register(worker.output, EVENT_READ, worker)
                if not busy.get_map():
                    return
                for key, _ in busy.select():
                    worker = key.data
                    record = worker.answer()
                    busy.unregister(worker.output)
                    yield worker.number, record
        finally:
            for worker in workers:
                worker.terminate()
            for worker in workers:
                worker.end()


def count_played(folder: Folder, tally: Tally) -> Sentence | None:
    """Count the matches that are already in the folder; return a message about them."""
    for number, kept in folder.kept():
        tally.add(number, kept.result, kept.tags, kept.events)
    last = folder.last_played()
    if last is None:
        return None
    count, when = len(tally.played), last.strftime("%d %B %Y, %H:%M")
    if tally.over:
        return Sentence("series.before", count=count, when=when, folder=str(folder.path))
    return Sentence("series.resumed", count=count, matches=tally.plan.matches, when=when)


def play_missing(folder: Folder, tally: Tally, play: Play, progress: Progress) -> None:
    """Play the missing matches, and save each as soon as it has ended."""
    with progress(tally) as show, closing(play(missing(tally))) as matches:
        for number, record in matches:
            folder.keep(number, record)
            if record.result:
                tally.add(number, record.result, record.tags, record.events)
            show()
            if tally.over:
                return


def play_series(plan: SeriesPlan, path: Path | None = None, at_once: int = 1) -> Tally:
    """Play a series, or what is missing of it; for programs and notebooks."""
    with open_folder(plan, path) as folder:
        tally = Tally(plan, len(plan.load_game().seats))
        count_played(folder, tally)
        play = partial(play_all, at_once=at_once)
        play_missing(folder, tally, play, lambda _: nullcontext(lambda: None))
        return tally


def missing(tally: Tally) -> Iterator[Task]:
    """The tasks of the missing matches, until the series is decided."""
    plan, size = tally.plan, tally.round
    for number, opening in enumerate(openings(plan)):
        for match in range(number * size, (number + 1) * size):
            if tally.over:
                return
            if match not in tally.played:
                seats = seating(len(plan.players), tally.seats, match, plan.evenly)
                yield Task(plan, match, seats, opening)
