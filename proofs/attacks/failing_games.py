"""A `parlour serve` whose games have a bug: some actions raise after changing the room."""

from __future__ import annotations

import sys
from random import Random

from parlour.hall import serve_verb
from parlour.hall.rooms.room import Room
from parlour.wire.operations import Entry, Operation

BREAKS = "break"
"""Commands whose ids have this prefix fail."""


def break_games() -> None:
    do = Room.do

    def breaking(
        self: Room,
        seat: int,
        operation: Operation,
        now: float,
        rng: Random,
        command: str | None = None,
    ) -> list[Entry]:
        entries = do(self, seat, operation, now, rng, command)
        if command is not None and command.partition(":")[2].startswith(BREAKS):
            raise ZeroDivisionError
        return entries

    Room.do = breaking


if __name__ == "__main__":
    break_games()
    serve_verb.serve.main(sys.argv[2:])
