"""A worker: a process in which a computer player thinks. `python -m parlour.hall.computers.worker`

Questions come in as lines of JSON, answers go out the same way, one after the other. It ends when
its input does, also in the middle of a thought: so no worker outlives its hall.
"""

from __future__ import annotations

import os
import signal
import sys
from queue import SimpleQueue
from threading import Thread
from typing import BinaryIO

import msgspec

from parlour.hall.operating.safe_error import safe_error
from parlour.hall.rooms.room import MatchTerms
from parlour.players.player import read_player


class WorkerRequest(msgspec.Struct, frozen=True):
    """What would this player do here? It may think for so many seconds, and no longer."""

    number: int
    terms: MatchTerms
    line: str  # the true position: the player looks at it through `guess`
    seat: int
    player: str
    seed: int
    seconds: float


class WorkerResponse(msgspec.Struct, frozen=True, omit_defaults=True):
    """The text of an action, or where it went wrong."""

    number: int
    action: str = ""
    trouble: str = ""


encode = msgspec.json.Encoder().encode
read_request = msgspec.json.Decoder(WorkerRequest).decode
read_response = msgspec.json.Decoder(WorkerResponse).decode


def answer(question: WorkerRequest) -> WorkerResponse:
    """Choose an action, or say where it went wrong."""
    try:
        game = question.terms.load_game()
        state = game.from_line(question.line)
        player = read_player(question.player, question.seed, question.seconds)
        action = game.write(state, player.choose(state, question.seat))
    except Exception as error:  # noqa: BLE001 - a game may be a plug-in and fail in any way
        return WorkerResponse(question.number, trouble=safe_error(error))
    return WorkerResponse(question.number, action)


def read_all(file: BinaryIO, lines: SimpleQueue[bytes]) -> None:
    """Read ahead, so that the end of the input is noticed at any time."""
    for line in file:
        lines.put(line)
    os._exit(0)  # the other thread may be deep in a search


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the hall, which then ends us
    if hasattr(os, "nice"):
        os.nice(10)  # the loop goes first
    out = sys.stdout.buffer
    sys.stdout = sys.stderr  # whatever a game prints is no answer
    lines: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=read_all, args=(sys.stdin.buffer, lines), daemon=True).start()
    while True:
        out.write(encode(answer(read_request(lines.get()))) + b"\n")
        out.flush()


if __name__ == "__main__":
    main()
