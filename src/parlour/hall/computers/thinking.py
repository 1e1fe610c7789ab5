"""How a computer's seat acts. Whatever fails, the other players are not left waiting."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, NamedTuple

from parlour.hall.computers.port import Busy, Computers
from parlour.hall.operating.safe_error import safe_error
from parlour.hall.storage.database import DatabaseUnavailable
from parlour.wire.operations import Act, Operation, Resign

if TYPE_CHECKING:
    from parlour.hall.rooms.hall import Hall
    from parlour.hall.rooms.open_room import OpenRoom

AGAIN = 1.0
"""Seconds until a retry."""

log = logging.getLogger(__name__)


class _Turn(NamedTuple):
    """A request to a computer player: the last entry, the position, and its clock."""

    seq: int
    line: str
    player: str
    left: float | None


def start(hall: Hall, open_room: OpenRoom) -> None:
    """Start a task for each computer's seat that has to act now, unless it has one."""
    if hall.computers is not None:
        for seat in open_room.room.computers_to_move():
            if seat not in open_room.seats_thinking:
                open_room.seats_thinking.add(seat)
                playing = play(hall, hall.computers, open_room, seat)
                hall.runtime.spawn(playing, "a computer player", open_room.room.terms.id)


async def play(hall: Hall, computers: Computers, open_room: OpenRoom, seat: int) -> None:
    """Act for a computer's seat as long as it is to move; a player that fails twice resigns."""
    terms, seq, failures = open_room.room.terms, -1, 0
    try:
        while True:
            try:
                turn = await _turn(hall, terms.id, seat)
                if turn is None:
                    return
                if turn.seq != seq:  # the position has changed, for example by a take-back
                    seq, failures = turn.seq, 0
                if failures > 1:
                    return
                operation: Operation = Resign()
                if not failures:
                    action = computers.choose(terms, turn.line, seat, turn.player, turn.left)
                    operation = Act(await action)
                await hall.do(terms.id, seat, operation, f"computer {seq}", seq)
            except (Busy, DatabaseUnavailable) as error:
                log.warning(
                    "computer player of seat %d in match %s has to wait: %s", seat, terms.id, error
                )
                await asyncio.sleep(AGAIN)
            except Exception as error:  # noqa: BLE001 - whatever it is, the other players wait
                failures += 1
                log.warning(
                    "computer player of seat %d in match %s failed: %s",
                    seat,
                    terms.id,
                    safe_error(error),
                )
    finally:
        open_room.seats_thinking.discard(seat)


async def _turn(hall: Hall, id: str, seat: int) -> _Turn | None:
    """The position that a computer's seat has to answer now, if any."""
    async with hall.locked_room(id) as open_room:
        room, match, sit = open_room.room, open_room.room.match, open_room.room.occupants[seat]
        if match is None or sit is None or seat not in room.computers_to_move():
            return None
        left = match.clock.remaining(seat, hall.time.now()) if match.clock else None
        return _Turn(room.seq, match.game.line(match.state), sit.player, left)
