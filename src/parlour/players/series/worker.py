"""A worker plays one match after the other: `python -m parlour.players.series.worker`

Tasks come in as lines of JSON, records go out the same way. When its input ends, or it is told to
end, it ends at once, also in the middle of a match, but not before its players have let go of
what they hold: so nothing outlives the series.
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

PATIENCE = 3.0
"""Seconds for players to let go."""


class Done(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match as a record, or why there is none."""

    number: int
    record: Record | None = None
    trouble: str = ""


encode = msgspec.json.Encoder().encode
read_task = msgspec.json.Decoder(Task).decode
read_done = msgspec.json.Decoder(Done).decode


def done(task: Task) -> Done:
    try:
        return Done(task.number, play(task))
    except Exception as error:  # noqa: BLE001 - a game may be a plug-in and fail in any way
        reason = f"{type(error).__name__}: {' '.join(str(error).split())}"
        return Done(task.number, trouble=shorten(reason, 200))


def read_all(file: BinaryIO, lines: SimpleQueue[bytes | None]) -> None:
    """Read ahead, so that the end of the input is noticed at any time."""
    for line in file:
        lines.put(line)
    os.kill(os.getpid(), signal.SIGTERM)
    sleep(PATIENCE)
    os._exit(1)


def main() -> None:
    lines: SimpleQueue[bytes | None] = SimpleQueue()

    def end(_number: int, _frame: FrameType | None) -> NoReturn:
        # Python swallows what is raised in a destructor: then this ends us after the match.
        lines.put(None)
        raise SystemExit(0)

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the series, which then ends us
    signal.signal(signal.SIGTERM, end)
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a game or a player prints is no record
    try:
        Thread(target=read_all, args=(sys.stdin.buffer, lines), daemon=True).start()
        while (line := lines.get()) is not None:
            out.write(encode(done(read_task(line))) + b"\n")
            out.flush()
    finally:
        os._exit(0)  # the other thread holds the input, and Python would wait for it


if __name__ == "__main__":
    main()
