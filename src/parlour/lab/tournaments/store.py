"""The folder of a tournament: a SQLite store with a row for each match, and all records.

`results.db` holds the plan, the pairings and the results; `matches/` has one record per match.
A record is written first, then its row; the key of a match is unique, so no match counts twice. A
lock admits one process at a time.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path

import msgspec

from parlour.command_line.file_lock import take_lock
from parlour.lab.tournaments.encounters import Encounter, MetEncounter, PlayedMatch
from parlour.lab.tournaments.plan import TournamentPlan
from parlour.table.errors import BadSettings
from parlour.table.record import Record
from parlour.table.sentences import shorten
from parlour.table.texts.files import data_folder, unwritable, write_atomically

NAME = "results.db"
SCHEMA = """
create table plan (json text not null);
create table encounters (
    round integer not null, "table" integer not null, players text not null,
    primary key (round, "table")
);
create table matches (
    key text primary key, round integer not null, "table" integer not null,
    number integer not null unique, seating text not null, ranks text not null,
    code text not null, forfeits text not null
);
"""
_players = msgspec.json.Decoder(tuple[int, ...])
_forfeits = msgspec.json.Decoder(dict[int, str])


class Store:
    """The files of a tournament."""

    def __init__(self, path: Path, database: sqlite3.Connection, plan: TournamentPlan) -> None:
        self.path = path
        self.plan = plan
        self._database = database

    def rounds(self) -> list[list[Encounter]]:
        """The rounds that have been paired, in order."""
        query = 'select round, "table", players from encounters order by round, "table"'
        found = [
            Encounter(round, table, _players.decode(players))
            for round, table, players in self._database.execute(query)
        ]
        return [list(round) for _, round in groupby(found, lambda each: each.round)]

    def keep_rounds(self, rounds: Sequence[Sequence[Encounter]]) -> None:
        """Keep the pairings of new rounds, all of them or none."""
        rows = [(each.round, each.table, _text(each.players)) for round in rounds for each in round]
        with self._database:
            self._database.executemany("insert into encounters values (?, ?, ?)", rows)

    def matches(self) -> dict[str, PlayedMatch]:
        """The matches that have been played, by key."""
        query = 'select key, round, "table", number, seating, ranks, code, forfeits from matches'
        found = [
            PlayedMatch(
                key,
                round,
                table,
                number,
                _players.decode(seating),
                _players.decode(ranks),
                code,
                _forfeits.decode(forfeits),
            )
            for key, round, table, number, seating, ranks, code, forfeits in self._database.execute(
                query + " order by number"
            )
        ]
        return {match.key: match for match in found}

    def keep(self, match: PlayedMatch, record: Record) -> None:
        """Keep a match: its record, then its row. A match that is there already stays as it is."""
        write_file(self.record_of(match.key), record.to_json())
        row = (
            *(match.key, match.round, match.table, match.number),
            *(_text(match.seating), _text(match.ranks), match.code, _text(match.forfeits)),
        )
        with self._database:
            self._database.execute(
                "insert or ignore into matches values (?, ?, ?, ?, ?, ?, ?, ?)", row
            )

    def record_of(self, key: str) -> Path:
        return self.path / "matches" / f"{key}.json"


def write_file(path: Path, data: bytes) -> None:
    """Write a file as a whole; BadSettings if that is impossible."""
    try:
        write_atomically(path, data)
    except OSError as trouble:
        raise BadSettings(unwritable(path, trouble)) from None


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()


def met_rounds(
    rounds: Sequence[Sequence[Encounter]], matches: dict[str, PlayedMatch]
) -> list[list[MetEncounter]]:
    """The encounters of each round with the matches that have been played of them."""
    by_table: dict[tuple[int, int], list[PlayedMatch]] = {}
    for match in sorted(matches.values(), key=lambda match: match.number):
        by_table.setdefault((match.round, match.table), []).append(match)
    return [
        [MetEncounter(each, tuple(by_table.get((each.round, each.table), ()))) for each in round]
        for round in rounds
    ]


# ---- opening a folder ----------------------------------------------------------------------------


def default_folder(plan: TournamentPlan) -> Path:
    return data_folder() / "tournaments" / plan.slug


@contextmanager
def open_store(plan: TournamentPlan, path: Path) -> Generator[Store]:
    """Open or create the folder of a tournament, and hold its lock."""
    shown = shorten(str(path), 200)
    try:
        if path.is_dir() and not (path / NAME).exists():
            if any(entry.name not in ("lock", "matches") for entry in path.iterdir()):
                raise BadSettings("tournament.foreign", folder=shown)
        (path / "matches").mkdir(parents=True, exist_ok=True)
        lock = (path / "lock").open("ab")
    except OSError as trouble:
        raise BadSettings(unwritable(path, trouble)) from None
    with lock:
        if not take_lock(lock):
            raise BadSettings("tournament.busy", folder=shown)
        with _database(path) as database:
            _take_up(database, plan, path)
            yield Store(path, database, plan)


def _take_up(database: sqlite3.Connection, plan: TournamentPlan, path: Path) -> None:
    """Write the plan of a new tournament, or check that the store holds this one."""
    if not database.execute("select 1 from sqlite_master where name = 'plan'").fetchone():
        with database:
            database.execute("begin")
            for statement in SCHEMA.split(";"):
                database.execute(statement)
            database.execute("insert into plan values (?)", (_text(plan),))
        return
    there = _plan(database, path)
    if there == plan:
        return
    if msgspec.structs.replace(there, programs=plan.programs) == plan:
        changed = next(
            name for name in plan.programs if there.programs.get(name) != plan.programs[name]
        )
        shown = shorten(changed, 200)
        raise BadSettings("tournament.changed", folder=shorten(str(path), 200), player=shown)
    raise BadSettings("tournament.another", folder=shorten(str(path), 200))


def _plan(database: sqlite3.Connection, path: Path) -> TournamentPlan:
    try:
        ((text,),) = database.execute("select json from plan")
        return msgspec.json.decode(text, type=TournamentPlan)
    except (sqlite3.Error, ValueError) as error:
        reason = shorten(str(error), 200).rstrip(".")
        shown = shorten(str(path / NAME), 200)
        raise BadSettings("tournament.damaged", path=shown, reason=reason) from None


@contextmanager
def read_store(path: Path) -> Generator[Store]:
    """The store of a tournament that may be in progress, to look at."""
    if not (path / NAME).is_file():
        raise BadSettings("tournament.missing", folder=shorten(str(path), 200))
    with _database(path) as database:
        yield Store(path, database, _plan(database, path))


@contextmanager
def _database(path: Path) -> Generator[sqlite3.Connection]:
    """A rollback journal, not a WAL: the older SQLite that Python brings may lose a WAL's reset."""
    database = sqlite3.connect(path / NAME, timeout=10)
    try:
        database.execute("pragma synchronous = full")
        yield database
    except sqlite3.Error as error:
        reason = shorten(str(error), 200).rstrip(".")
        shown = shorten(str(path / NAME), 200)
        raise BadSettings("tournament.damaged", path=shown, reason=reason) from None
    finally:
        database.close()
