"""Two clients on different processes contend for one seat: exactly one of them may get it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

import msgspec

from parlour.hall.clocks.hall_time import SystemClock
from parlour.hall.rooms.room import MatchTerms
from parlour.hall.storage import store
from parlour.hall.storage.databases.database_url import open_database
from parlour.hall.storage.writer import Writer
from parlour.table import registry
from parlour.wire import operations
from parlour.wire.http_types import LINK
from parlour.wire.operations import Sit
from proofs.harness.reconnecting import ReconnectingConnection, ServerMessage
from proofs.harness.websocket_client import frame_message
from proofs.harness.workload import SEATS, enter

RETRY_DELAY = 0.5
"""Seconds before a retry where the hall names no delay."""


async def offer_seats(address: str, slug: str, count: int) -> list[str]:
    """Create `count` matches whose seats are open to anyone who has their links."""
    game, wall, database = registry.game(slug), SystemClock().wall(), open_database(address)
    writer = Writer(database)
    ids = [store.hash_secret(f"chairs {number}")[:10] for number in range(count)]
    for id in ids:
        terms = MatchTerms(id, game.slug, game.version, game.changed_settings(), created=wall)
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
    """Requests a seat until it is answered, and changes to the other server on disconnection."""

    def __init__(self, match: str, seat: int, ports: Sequence[int], server: int) -> None:
        self.seat = seat
        self.secret = f"secret of {match} {seat} {server}"
        self.won: bool | None = None  # None until the hall has answered
        self._ports = ports
        self._server = server
        self._command = f"sit-{server}"
        operation = {"do": "sit", "name": f"Rival {server}", "code": self.secret}
        data = {"command": self._command, "seat": seat, "deed": operation}
        self._frame = frame_message(msgspec.json.encode({"t": "do", "d": data}))
        first = partial(enter, match, self.secret, _link(match, seat))
        self._connection = ReconnectingConnection(
            self._port, first, self._receive, self._on_disconnect
        )

    def _port(self) -> int:
        return self._ports[self._server]

    def _on_disconnect(self) -> None:
        self._server = 1 - self._server

    def _receive(self, message: ServerMessage) -> None:
        if self.won is not None:
            return
        if message.t == "room":
            self._connection.send(self._frame)
        elif self._command in message.done:
            self._answered(won=True)
        elif message.t == "error" and message.d.code in ("refused", "forbidden"):
            self._answered(won=False)
        elif message.t == "error":
            loop = asyncio.get_running_loop()
            loop.call_later(message.d.retry or RETRY_DELAY, self._connection.drop)

    def _answered(self, won: bool) -> None:
        self.won = won
        self._connection.close()

    def close(self) -> None:
        self._connection.close()


class SeatContest:
    """The seats of a match, with two contenders each."""

    def __init__(self, match: str, ports: Sequence[int]) -> None:
        self.match = match
        self.contenders = [
            SeatContender(match, seat, ports, server)
            for seat in range(SEATS)
            for server in range(2)
        ]

    @property
    def waiting(self) -> bool:
        return any(contender.won is None for contender in self.contenders)

    def close(self) -> None:
        for contender in self.contenders:
            contender.close()

    def compare(self, sits: Sequence[tuple[int, Sit]], complain: Callable[[str], None]) -> None:
        """Each seat must be taken by exactly the contender that got the acknowledgement."""
        for seat in range(SEATS):
            winners = [
                contender
                for contender in self.contenders
                if contender.seat == seat and contender.won
            ]
            codes = [sit.code for at, sit in sits if at == seat]
            if codes != [store.hash_secret(contender.secret) for contender in winners]:
                complain(
                    f"{self.match}: {len(codes)} sit in seat {seat}, {len(winners)} were told so"
                )


async def audit_contests(
    address: str, contests: Sequence[SeatContest], complain: Callable[[str], None]
) -> None:
    """Compare the answers to all contenders with the database."""
    database = open_database(address)
    for contest in contests:
        rows = await database.read(
            "select seat, what from events where match = :id order by seq", id=contest.match
        )
        done = [(seat, operations.decode(what)) for seat, what in rows]
        sits = [(seat, operation) for seat, operation in done if isinstance(operation, Sit)]
        contest.compare(sits, complain)
    await database.close()
