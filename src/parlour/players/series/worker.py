"""A worker process plays one match after the other: `python -m parlour.players.series.worker`

Tasks come in and records go out as lines of JSON. When the input ends, or on SIGTERM, the worker
ends at once, even in the middle of a match, but lets its players release their processes first, so
nothing outlives the series.
"""

from __future__ import annotations

import os
import signal
import sys
from queue import SimpleQueue
from threading import Thread
from time import sleep
from types import FrameType
from typing import BinaryIO, NoReturn

import msgspec

from parlour.players.series.playing import Task, play
from parlour.table.record import Record
from parlour.table.sentences import shorten

SHUTDOWN_TIMEOUT = 3.0
"""Seconds for players to release their resources."""


class WorkerResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match's record, or the reason why there is none."""

    number: int
    record: Record | None = None
    trouble: str = ""


encode = msgspec.json.Encoder().encode
read_task = msgspec.json.Decoder(Task).decode
read_result = msgspec.json.Decoder(WorkerResult).decode


def done(task: Task) -> WorkerResult:
    try:
        return WorkerResult(task.number, play(task))
    except Exception as error:  # noqa: BLE001 - a game may be a plug-in and fail in any way
        reason = f"{type(error).__name__}: {' '.join(str(error).split())}"
        return WorkerResult(task.number, trouble=shorten(reason, 200))


def read_all(file: BinaryIO, lines: SimpleQueue[bytes | None]) -> None:
    """Read ahead in a thread, so that the end of the input is noticed during a match."""
    for line in file:
        lines.put(line)
    os.kill(os.getpid(), signal.SIGTERM)
    sleep(SHUTDOWN_TIMEOUT)
    os._exit(1)


def main() -> None:
    lines: SimpleQueue[bytes | None] = SimpleQueue()

    def end(_number: int, _frame: FrameType | None) -> NoReturn:
        # Python ignores exceptions raised in a destructor; in that case the queue's end marker
        # ends the worker after the match.
        lines.put(None)
        raise SystemExit(0)

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C and ends its workers
    signal.signal(signal.SIGTERM, end)
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what games and players print must not mix with records
    try:
        Thread(target=read_all, args=(sys.stdin.buffer, lines), daemon=True).start()
        while (line := lines.get()) is not None:
            out.write(encode(done(read_task(line))) + b"\n")
            out.flush()
    finally:
        os._exit(0)  # a normal exit would wait for the reading thread


if __name__ == "__main__":
    main()
