"""What was played from a position: each move with its matches and its share of the points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from parlour.players.series.scoring import Estimate, Sample, share
from parlour.table.errors import BadRecord
from parlour.table.matches.events import apply_event
from parlour.table.record import LARGEST, Record, from_form, read_record
from parlour.table.registry import AnyGame
from parlour.table.sentences import Sentence, shorten
from parlour.table.texts.files import read_text

LARGEST_LINES = 1024 * 1024 * 1024


class Choice(NamedTuple):
    """A move that was played from a position."""

    move: str
    matches: int
    points: float  # of the seat that chose it; a win is one point, shared by all who came first
    seats: int

    @property
    def share(self) -> Estimate:
        """The share of the points with its error bar, as for independent matches."""
        mean = self.points / self.matches
        sample = Sample(1, 1, self.matches, self.points, self.matches * mean * mean)
        return share(sample)


class Explored(NamedTuple):
    """A position: how many matches reach it, and what was played there."""

    line: str
    matches: int
    choices: list[Choice]


def explore(game: AnyGame, records: Iterable[Record], line: str) -> Explored:
    """All moves that were played from a position, the most frequent first.

    A match counts once, also where the position comes again: at the first time."""
    count, played, points = 0, Counter[str](), dict[str, float]()
    for record in records:
        state, first = record.first(), winners(record)
        for number, event in enumerate(record.events, start=1):
            if event.kind == "action" and game.line(state) == line:
                count += 1
                played[event.what] += 1
                got = (event.seat in first) / max(1, len(first))
                points[event.what] = points.get(event.what, 0.0) + got
                break
            state = apply_event(state, event, number).after
    seats = len(game.seats)
    choices = [Choice(move, times, points[move], seats) for move, times in played.items()]
    return Explored(line, count, sorted(choices, key=lambda each: (-each.matches, each.move)))


class Opened(NamedTuple):
    """The first moves of several matches."""

    moves: tuple[str, ...]
    matches: int
    wins: tuple[float, ...]  # points of each seat


def most_played(game: AnyGame, records: Iterable[Record], plies: int, most: int) -> list[Opened]:
    """The openings of so many moves that were played most often."""
    played = Counter[tuple[str, ...]]()
    points: dict[tuple[str, ...], list[float]] = {}
    for record in records:
        moves = tuple(event.what for event in record.events if event.kind == "action")[:plies]
        if len(moves) == plies:
            played[moves] += 1
            sums, first = points.setdefault(moves, [0.0] * len(game.seats)), winners(record)
            for seat in first:
                sums[seat] += 1 / len(first)
    ordered = sorted(played, key=lambda moves: (-played[moves], moves))[:most]
    return [Opened(moves, played[moves], tuple(points[moves])) for moves in ordered]


def winners(record: Record) -> list[int]:
    """The seats that came first."""
    ranks = record.result.ranks if record.result else ()
    return [seat for seat, rank in enumerate(ranks) if rank == 1]


# ---- records -------------------------------------------------------------------------------------


class NotARecord(msgspec.Struct, frozen=True):
    """The fields by which a record is told from other JSON."""

    parlour: str = ""


def read_records(paths: Sequence[Path], note: Callable[[str], None]) -> Iterator[Record]:
    """The records of files, of lines of JSON (`.jsonl`) and of folders with all below them.

    What is damaged is left out with a note; unfinished matches are passed over."""
    for path in paths:
        found = 0
        for record in _below(path, note):
            found += 1
            if record.result is not None:
                yield record
        if not found:
            raise BadRecord("openings.no_records", path=shorten(str(path), 200))


def _below(path: Path, note: Callable[[str], None]) -> Iterator[Record]:
    if path.is_dir():
        for file in sorted(path.rglob("*.json")):
            if _is_record(file):
                try:
                    yield read_record(file)
                except BadRecord as error:
                    note(str(error))
        return
    if path.suffix != ".jsonl":
        yield read_record(path)
        return
    for number, line in enumerate(read_text(path, LARGEST_LINES, BadRecord).splitlines(), start=1):
        if line:
            try:
                yield from_form(line)
            except BadRecord as error:
                where = shorten(f"{path}, line {number}", 200)
                note(str(Sentence("openings.damaged", path=where, reason=str(error))))


def _is_record(file: Path) -> bool:
    """Is this JSON a record, and not the plan of a series or a tournament?"""
    try:
        text = read_text(file, LARGEST, BadRecord)
        kind = msgspec.json.decode(text, type=NotARecord).parlour
    except (BadRecord, msgspec.MsgspecError, RecursionError):
        return True  # `read_record` says what is wrong
    return kind.startswith("record")
