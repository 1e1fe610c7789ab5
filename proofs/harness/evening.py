"""Matches for the testers: offered before the server starts, played by scripts, judged at the end.

What a tester sends and what it is told is its journal, and the journal is the truth: the database
has to agree with it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from random import Random
from typing import NamedTuple

import msgspec

from parlour.hall.rooms.hall_time import SystemClock
from parlour.hall.rooms.room import MatchTerms, Room
from parlour.hall.storage import store
from parlour.hall.storage.database import Row, Statement
from parlour.hall.storage.database_url import open_database
from parlour.hall.storage.schema import migrate
from parlour.hall.storage.writer import Writer
from parlour.table.clock import TimeControl
from parlour.table.registry import AnyGame, game
from parlour.wire import operations
from parlour.wire.operations import Act, Sit
from proofs import Broken
from proofs.harness.lean_client import framed

SEATS = 2


class Move(NamedTuple):
    """One move of a script: who makes it, its text, and the message that asks for it, framed."""

    seat: int
    action: str
    frame: bytes


Script = Sequence[Move]


class Place(NamedTuple):
    """A match that is there, with the codes of its seats and how it will go."""

    match: str
    codes: tuple[str, ...]
    script: Script


class Verdict:
    """What the database says to a journal; everything but `kept` should be nought."""

    def __init__(self) -> None:
        self.kept = self.lost = self.twice = self.gaps = self.strange = 0

    def check(self) -> None:
        if self.lost or self.twice or self.gaps or self.strange:
            raise Broken(str(self))

    def __str__(self) -> str:
        return (
            f"{self.kept} acknowledged moves on disk, {self.lost} lost, {self.twice} applied twice,"
            f" {self.gaps} gaps, {self.strange} that nobody asked for"
        )


class Table:
    """The journal of one match: how far it was asked for, and the entries it was told."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.asked = 0  # moves that were sent
        self.acked: list[int] = []  # the entry that each of them became, as far as was told

    @property
    def waiting(self) -> bool:
        """Is there a move that was sent and not acknowledged?"""
        return self.asked > len(self.acked)

    @property
    def finished(self) -> bool:
        return self.asked == len(self.place.script)

    def answered(self, command: str, seq: int) -> bool:
        """Note an acknowledgement; False if it is one of an earlier move, again."""
        number = int(command.removeprefix("m"))
        if number < len(self.acked):
            return False
        if number >= self.asked:
            raise Broken(f"{self.place.match}: {command} was acknowledged but never asked for")
        self.acked.append(seq)
        return True

    def compare(self, rows: Sequence[Row], verdict: Verdict) -> None:
        """Judge the rows of this match."""
        numbers = [seq for seq, _, _ in rows]
        verdict.gaps += numbers != list(range(1, len(rows) + 1))
        commands = [command for _, command, _ in rows if command is not None]
        verdict.twice += len(commands) - len(set(commands))
        kept = {(seq, command): operations.decode(what) for seq, command, what in rows}
        script = self.place.script
        for number, seq in enumerate(self.acked):
            move = script[number]
            if kept.get((seq, f"{move.seat}:m{number}")) == Act(move.action):
                verdict.kept += 1
            else:
                verdict.lost += 1
        asked = {f"{script[number].seat}:m{number}" for number in range(self.asked)}
        sits = {f"{seat}:sit" for seat in range(SEATS)}
        verdict.strange += len(set(commands) - asked - sits)


def enter(match: str, *codes: str, known: int | None = None) -> bytes:
    """The message with which one comes into a room, who knows of this entry already."""
    data = {"match": match, "codes": [code for code in codes if code]}
    return framed(msgspec.json.encode({"t": "enter", "v": known, "d": data}))


def write_scripts(slug: str, rng: Random, count: int) -> list[Script]:
    """Matches of chance between two seats in a game where nothing else is chance or hidden."""
    table = game(slug).guarded()
    if len(table.seats) != SEATS or table.hides:
        raise Broken(f"{table.title}: a game for {SEATS} seats without secrets is needed")
    return [_script(table, rng) for _ in range(count)]


def _script(table: AnyGame, rng: Random) -> Script:
    moves: list[Move] = []
    state = table.start()
    while not state.over:
        action = rng.choice(state.actions())
        text = table.write(state, action)
        moves.append(Move(state.seat, text, _ask(len(moves), text)))
        state.push(action)
    return moves


def _ask(number: int, action: str) -> bytes:
    """The message for a move; its number is its id, and tells what entry one knows."""
    operation = {"do": "act", "action": action}
    data = {"command": f"m{number}", "deed": operation}
    return framed(msgspec.json.encode({"t": "do", "v": SEATS + number, "d": data}))


def lay_out(scripts: Sequence[Script], count: int, name: str = "match") -> list[Place]:
    """So many matches, with ids and codes that only depend on their name and number."""
    return [
        Place(
            store.hash_secret(f"{name} {number}")[:10],
            tuple(f"code-{number}-{seat}" for seat in range(SEATS)),
            scripts[number % len(scripts)],
        )
        for number in range(count)
    ]


async def set_up(
    address: str,
    slug: str,
    scripts: Sequence[Script],
    count: int,
    control: TimeControl | None = None,
) -> list[Place]:
    """Offer so many matches and seat everybody, before a server opens this database."""
    places = lay_out(scripts, count)
    await seat_all(address, slug, places, control)
    return places


async def seat_all(
    address: str,
    slug: str,
    places: Sequence[Place],
    control: TimeControl | None = None,
    played: int = 0,
) -> None:
    """Seat everybody, and play the first moves of the scripts, before a server opens this database.

    Clocks run from then on, but not in the time until that server is there.
    """
    database = open_database(address)
    await migrate(database)
    writer = Writer(database)
    await asyncio.gather(
        *(writer.commit(_seated(slug, place, control, played)) for place in places)
    )
    await writer.commit([store.new_pulse("set-up", SystemClock().wall())])
    await database.close()


def _seated(slug: str, place: Place, control: TimeControl | None, played: int) -> list[Statement]:
    """A match in which everybody sits, as the hall itself would have kept it."""
    table, wall = game(slug), SystemClock().wall()
    terms = MatchTerms(
        place.match, table.slug, table.version, table.changed_settings(), control, created=wall
    )
    room = Room(terms)
    rows = [
        store.SeatRow(s, store.hash_secret(code), None, "link")
        for s, code in enumerate(place.codes)
    ]
    lines = store.new_match(room.terms, None, rows)
    for seat in range(SEATS):
        entries = room.do(seat, Sit(f"Player {seat}"), wall, Random(0), f"{seat}:sit")
        lines += store.new_entries(room, entries, wall, "set-up")
    for number, move in enumerate(place.script[:played]):
        entries = room.do(move.seat, Act(move.action), wall, Random(0), f"{move.seat}:m{number}")
        lines += store.new_entries(room, entries, wall, "set-up")
    return lines


async def judge(address: str, tables: Iterable[Table]) -> Verdict:
    """Compare what every table was told with what is on disk."""
    database = open_database(address)
    verdict = Verdict()
    for table in tables:
        rows = await database.read(
            "select seq, command, what from events where match = :id order by seq",
            id=table.place.match,
        )
        table.compare(rows, verdict)
    await database.close()
    return verdict
