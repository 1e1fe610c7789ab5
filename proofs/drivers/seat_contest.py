"""Rivals for one chair, connected to different processes: exactly one of them may get it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

import msgspec

from parlour.hall.rooms.hall_time import SystemClock
from parlour.hall.rooms.room import MatchTerms
from parlour.hall.storage import store
from parlour.hall.storage.database_url import open_database
from parlour.hall.storage.writer import Writer
from parlour.table.registry import game
from parlour.wire import operations
from parlour.wire.http_types import LINK
from parlour.wire.operations import Sit
from proofs.harness.reconnecting import ReconnectingConnection, ServerMessage
from proofs.harness.websocket_client import frame_message
from proofs.harness.workload import SEATS, enter

AGAIN = 0.5
"""Seconds until one asks again who was told that it cannot be now."""


async def offer_seats(address: str, slug: str, count: int) -> list[str]:
    """So many matches; whoever has the link to a chair may sit down there."""
    table, wall, database = game(slug), SystemClock().wall(), open_database(address)
    writer = Writer(database)
    ids = [store.hash_secret(f"chairs {number}")[:10] for number in range(count)]
    for id in ids:
        terms = MatchTerms(id, table.slug, table.version, table.changed_settings(), created=wall)
        rows = [
            store.SeatRow(seat, store.hash_secret(_link(id, seat)), None, LINK)
            for seat in range(SEATS)
        ]
        await writer.commit(store.new_match(terms, None, rows))
    await database.close()
    return ids


def _link(match: str, seat: int) -> str:
    return f"link to {match} {seat}"


class SeatContender:
    """Wants a chair, asks for it until there is an answer, and goes where there is a process."""

    def __init__(self, match: str, seat: int, ports: Sequence[int], where: int) -> None:
        self.seat = seat
        self.secret = f"secret of {match} {seat} {where}"
        self.won: bool | None = None  # once it was told
        self._ports = ports
        self._where = where
        self._command = f"sit-{where}"
        operation = {"do": "sit", "name": f"Rival {where}", "code": self.secret}
        data = {"command": self._command, "seat": seat, "deed": operation}
        self._frame = frame_message(msgspec.json.encode({"t": "do", "d": data}))
        come = partial(enter, match, self.secret, _link(match, seat))
        self._line = ReconnectingConnection(self._port, come, self._receive, self._on_disconnect)

    def _port(self) -> int:
        return self._ports[self._where]

    def _on_disconnect(self) -> None:
        self._where = 1 - self._where

    def _receive(self, message: ServerMessage) -> None:
        if self.won is not None:
            return
        if message.t == "room":
            self._line.send(self._frame)
        elif self._command in message.done:
            self._answered(won=True)
        elif message.t == "error" and message.d.code in ("refused", "forbidden"):
            self._answered(won=False)
        elif message.t == "error":
            loop = asyncio.get_running_loop()
            loop.call_later(message.d.retry or AGAIN, self._line.drop)

    def _answered(self, won: bool) -> None:
        self.won = won
        self._line.close()

    def close(self) -> None:
        self._line.close()


class SeatContest:
    """Each chair of a match, and two who want it."""

    def __init__(self, match: str, ports: Sequence[int]) -> None:
        self.match = match
        self.contenders = [
            SeatContender(match, seat, ports, where) for seat in range(SEATS) for where in range(2)
        ]

    @property
    def waiting(self) -> bool:
        return any(contender.won is None for contender in self.contenders)

    def close(self) -> None:
        for contender in self.contenders:
            contender.close()

    def compare(self, sits: Sequence[tuple[int, Sit]], complain: Callable[[str], None]) -> None:
        """One sits in each chair: the one who was told so."""
        for seat in range(SEATS):
            told = [
                contender
                for contender in self.contenders
                if contender.seat == seat and contender.won
            ]
            there = [sit.code for at, sit in sits if at == seat]
            if there != [store.hash_secret(contender.secret) for contender in told]:
                complain(f"{self.match}: {len(there)} sit in seat {seat}, {len(told)} were told so")


async def audit_contests(
    address: str, contests: Sequence[SeatContest], complain: Callable[[str], None]
) -> None:
    """Compare what the rivals were told with what is on disk."""
    database = open_database(address)
    for contest in contests:
        rows = await database.read(
            "select seat, what from events where match = :id order by seq", id=contest.match
        )
        done = [(seat, operations.decode(what)) for seat, what in rows]
        sits = [(seat, operation) for seat, operation in done if isinstance(operation, Sit)]
        contest.compare(sits, complain)
    await database.close()
