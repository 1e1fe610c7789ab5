"""A worker: a process in which a computer player thinks. `python -m parlour.hall.computers.worker`

It reads requests as lines of JSON and writes responses likewise, one after the other. It ends when
its input ends, even during a search: so no worker outlives its hall.
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
    """Asks which action a player chooses in a position, within a number of seconds."""

    number: int
    terms: MatchTerms
    line: str  # the true position; the player searches guesses of it
    seat: int
    player: str
    seed: int
    seconds: float


class WorkerResponse(msgspec.Struct, frozen=True, omit_defaults=True):
    """The text of an action, or the reason of a failure."""

    number: int
    action: str = ""
    error: str = ""


encode = msgspec.json.Encoder().encode
read_request = msgspec.json.Decoder(WorkerRequest).decode
read_response = msgspec.json.Decoder(WorkerResponse).decode


def answer(request: WorkerRequest) -> WorkerResponse:
    """Choose an action; a failure becomes a response, too."""
    try:
        game = request.terms.load_game()
        state = game.from_line(request.line)
        player = read_player(request.player, request.seed, request.seconds)
        action = game.write(state, player.choose(state, request.seat))
    except Exception as error:  # noqa: BLE001 - a game may be a plug-in and fail in any way
        return WorkerResponse(request.number, error=safe_error(error))
    return WorkerResponse(request.number, action)


def read_all(file: BinaryIO, lines: SimpleQueue[bytes]) -> None:
    """Read ahead in a thread, to notice the end of the input during a search."""
    for line in file:
        lines.put(line)
    os._exit(0)  # at once: the main thread may be searching


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the hall, which ends us
    if hasattr(os, "nice"):
        os.nice(10)  # the event loop has priority
    out = sys.stdout.buffer
    sys.stdout = sys.stderr  # what a game prints is no response
    lines: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=read_all, args=(sys.stdin.buffer, lines), daemon=True).start()
    while True:
        out.write(encode(answer(read_request(lines.get()))) + b"\n")
        out.flush()


if __name__ == "__main__":
    main()
