"""Scripted matches for the drivers: created before the server starts, audited at the end.

A driver keeps a journal of the commands it sends and of their acknowledgements; the audit compares
it with the database.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from random import Random
from typing import NamedTuple

import msgspec

from parlour.hall.clocks.hall_time import SystemClock
from parlour.hall.rooms.room import MatchTerms, Room
from parlour.hall.storage import liveness, store
from parlour.hall.storage.database import Row, Statement
from parlour.hall.storage.databases.database_url import open_database
from parlour.hall.storage.schema import migrate
from parlour.hall.storage.writer import Writer
from parlour.table import registry
from parlour.table.clock import TimeControl
from parlour.table.registry import AnyGame
from parlour.wire import operations
from parlour.wire.operations import Act, Sit
from proofs import Broken
from proofs.harness.websocket_client import frame_message

SEATS = 2


class Move(NamedTuple):
    """One move of a script: its seat, its text, and the framed message that sends it."""

    seat: int
    action: str
    frame: bytes


Script = Sequence[Move]


class ScriptedMatch(NamedTuple):
    """A match in the database, with the codes of its seats and the moves to be played."""

    match: str
    codes: tuple[str, ...]
    script: Script


class Audit:
    """Counts from comparing journals with the database; all but `durable` should be zero."""

    def __init__(self) -> None:
        self.durable = self.lost = self.duplicated = self.gaps = self.unexpected = 0

    def check(self) -> None:
        if self.lost or self.duplicated or self.gaps or self.unexpected:
            raise Broken(str(self))

    def __str__(self) -> str:
        return (
            f"{self.durable} acknowledged moves on disk, {self.lost} lost,"
            f" {self.duplicated} applied twice, {self.gaps} gaps,"
            f" {self.unexpected} that nobody asked for"
        )


class MatchJournal:
    """The journal of one match: how many moves were sent, and the entries they became."""

    def __init__(self, scripted: ScriptedMatch) -> None:
        self.scripted = scripted
        self.sent = 0  # moves that were sent
        self.acknowledged: list[int] = []  # the entry number of each acknowledged move

    @property
    def waiting(self) -> bool:
        """Is a move sent but not acknowledged yet?"""
        return self.sent > len(self.acknowledged)

    @property
    def finished(self) -> bool:
        return self.sent == len(self.scripted.script)

    def record_ack(self, command: str, seq: int) -> bool:
        """Record an acknowledgement; False for a repeated one of an earlier move."""
        number = int(command.removeprefix("m"))
        if number < len(self.acknowledged):
            return False
        if number >= self.sent:
            raise Broken(f"{self.scripted.match}: {command} was acknowledged but never asked for")
        self.acknowledged.append(seq)
        return True

    def compare(self, rows: Sequence[Row], audited: Audit) -> None:
        """Compare the journal with the rows of this match and add to the counts."""
        numbers = [seq for seq, _, _ in rows]
        audited.gaps += numbers != list(range(1, len(rows) + 1))
        commands = [command for _, command, _ in rows if command is not None]
        audited.duplicated += len(commands) - len(set(commands))
        durable = {(seq, command): operations.decode(what) for seq, command, what in rows}
        script = self.scripted.script
        for number, seq in enumerate(self.acknowledged):
            move = script[number]
            if durable.get((seq, f"{move.seat}:m{number}")) == Act(move.action):
                audited.durable += 1
            else:
                audited.lost += 1
        sent = {f"{script[number].seat}:m{number}" for number in range(self.sent)}
        sits = {f"{seat}:sit" for seat in range(SEATS)}
        audited.unexpected += len(set(commands) - sent - sits)


def enter(match: str, *codes: str, last_seen: int | None = None) -> bytes:
    """The framed message that enters a room; `last_seen` is the last entry already received."""
    data = {"match": match, "codes": [code for code in codes if code]}
    return frame_message(msgspec.json.encode({"t": "enter", "v": last_seen, "d": data}))


def write_scripts(slug: str, rng: Random, count: int) -> list[Script]:
    """Random matches of a two-seat game with perfect information."""
    game = registry.game(slug).guarded()
    if len(game.seats) != SEATS or game.hides:
        raise Broken(f"{game.title}: a game for {SEATS} seats without secrets is needed")
    return [_script(game, rng) for _ in range(count)]


def _script(game: AnyGame, rng: Random) -> Script:
    moves: list[Move] = []
    state = game.start()
    while not state.over:
        action = rng.choice(state.actions())
        text = game.write(state, action)
        moves.append(Move(state.seat, text, _move_message(len(moves), text)))
        state.push(action)
    return moves


def _move_message(number: int, action: str) -> bytes:
    """The framed command of a move; its number gives the command id and the last seen entry."""
    operation = {"do": "act", "action": action}
    data = {"command": f"m{number}", "deed": operation}
    return frame_message(msgspec.json.encode({"t": "do", "v": SEATS + number, "d": data}))


def make_scripted(
    scripts: Sequence[Script], count: int, name: str = "match"
) -> list[ScriptedMatch]:
    """`count` matches, with ids and codes derived from `name` and their number."""
    return [
        ScriptedMatch(
            store.hash_secret(f"{name} {number}")[:10],
            tuple(f"code-{number}-{seat}" for seat in range(SEATS)),
            scripts[number % len(scripts)],
        )
        for number in range(count)
    ]


async def create_matches(
    address: str,
    slug: str,
    scripts: Sequence[Script],
    count: int,
    control: TimeControl | None = None,
) -> list[ScriptedMatch]:
    """Create `count` matches with all players seated, before a server opens this database."""
    matches = make_scripted(scripts, count)
    await seat_players(address, slug, matches, control)
    return matches


async def seat_players(
    address: str,
    slug: str,
    matches: Sequence[ScriptedMatch],
    control: TimeControl | None = None,
    played: int = 0,
) -> None:
    """Write these matches with all players seated and the first `played` moves of their scripts.

    This happens before a server opens the database. Clocks run from then on, except until that
    server has started.
    """
    database = open_database(address)
    await migrate(database)
    writer = Writer(database)
    await asyncio.gather(
        *(writer.commit(_seated(slug, scripted, control, played)) for scripted in matches)
    )
    await writer.commit([liveness.new_pulse("set-up", SystemClock().wall())])
    await database.close()


def _seated(
    slug: str, scripted: ScriptedMatch, control: TimeControl | None, played: int
) -> list[Statement]:
    """The rows of a match in which all players are seated, as the hall would have written them."""
    game, wall = registry.game(slug), SystemClock().wall()
    settings = game.changed_settings()
    terms = MatchTerms(scripted.match, game.slug, game.version, settings, control, created=wall)
    room = Room(terms)
    rows = [
        store.SeatRow(s, store.hash_secret(code), None, "link")
        for s, code in enumerate(scripted.codes)
    ]
    lines = store.new_match(room.terms, None, rows)
    for seat in range(SEATS):
        entries = room.do(seat, Sit(f"Player {seat}"), wall, Random(0), f"{seat}:sit")
        lines += store.new_entries(room, entries, wall, "set-up")
    for number, move in enumerate(scripted.script[:played]):
        entries = room.do(move.seat, Act(move.action), wall, Random(0), f"{move.seat}:m{number}")
        lines += store.new_entries(room, entries, wall, "set-up")
    return lines


async def audit(address: str, journals: Iterable[MatchJournal]) -> Audit:
    """Compare the acknowledgements in each journal with the database."""
    database = open_database(address)
    audited = Audit()
    for journal in journals:
        rows = await database.read(
            "select seq, command, what from events where match = :id order by seq",
            id=journal.scripted.match,
        )
        journal.compare(rows, audited)
    await database.close()
    return audited
