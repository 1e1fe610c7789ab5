"""What is kept of tournaments, and its statements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from parlour.hall.rooms.errors import NoSuchMatch
from parlour.hall.storage.database import Database, Row, Statement

Json = msgspec.json.Decoder(tuple[int, ...])


class Tournament(NamedTuple):
    """The row of a tournament."""

    id: str
    title: str
    game: str
    settings: str
    control: str
    format: str
    rounds: int
    rated: int
    owner: str | None
    created: float
    status: str


class Entrant(NamedTuple):
    """Somebody who has joined."""

    number: int
    person: str
    name: str
    withdrawn: bool  # or banned
    kind: str  # of the account


class PairedTable(NamedTuple):
    """A table of a round; its ranks as soon as its match is over."""

    round: int
    number: int
    players: tuple[int, ...]
    match: str
    ranks: tuple[int, ...] | None

    @property
    def bye(self) -> bool:
        return len(self.players) == 1


class KeptTournament(NamedTuple):
    """All that is kept of a tournament."""

    tournament: Tournament
    entrants: list[Entrant]
    tables: list[PairedTable]


COLUMNS = ", ".join(Tournament._fields)


async def load(database: Database, id: str) -> KeptTournament:
    """A tournament; NoSuchMatch if there is none."""
    rows = await database.read(f"select {COLUMNS} from tournaments where id = :id", id=id)  # noqa: S608
    if not rows:
        raise NoSuchMatch("hall.no_tournament", tournament=id)
    entrants = await database.read(
        "select t.number, t.person, t.name,"
        " case when t.withdrawn = 1 or p.banned = 1 then 1 else 0 end, p.kind"
        " from tournament_players t join people p on p.id = t.person"
        " where t.tournament = :id order by t.number",
        id=id,
    )
    tables = await database.read(
        "select round, number, players, match, ranks from tournament_tables"
        " where tournament = :id order by round, number",
        id=id,
    )
    return KeptTournament(
        Tournament(*rows[0]),
        [
            Entrant(number, person, name, bool(gone), kind)
            for number, person, name, gone, kind in entrants
        ],
        [
            PairedTable(
                round,
                number,
                Json.decode(players),
                match,
                Json.decode(ranks) if ranks else None,
            )
            for round, number, players, match, ranks in tables
        ],
    )


async def load_running(database: Database) -> list[str]:
    rows = await database.read(
        "select id from tournaments where status = 'running' order by created, id"
    )
    return [id for (id,) in rows]


async def load_list(database: Database, most: int) -> list[Row]:
    """Id, title, game, status, number of players and creation, newest first."""
    return await database.read(
        "select t.id, t.title, t.game, t.status, (select count(*) from tournament_players p"
        " where p.tournament = t.id and p.withdrawn = 0), t.created from tournaments t"
        " order by t.created desc, t.id limit :most",
        most=most,
    )


def new_tournament(tournament: Tournament) -> Statement:
    values = ", ".join(f":{name}" for name in Tournament._fields)
    sql = f"insert into tournaments ({COLUMNS}) values ({values})"  # noqa: S608 - our own names
    return Statement(sql, tournament._asdict())


def new_entrant(tournament: str, number: int, person: str, name: str) -> Statement:
    return Statement(
        "insert into tournament_players (tournament, number, person, name, withdrawn)"
        " values (:tournament, :number, :person, :name, 0)",
        {"tournament": tournament, "number": number, "person": person, "name": name},
    )


def set_withdrawn(tournament: str, person: str, withdrawn: bool) -> Statement:
    return Statement(
        "update tournament_players set withdrawn = :withdrawn"
        " where tournament = :tournament and person = :person",
        {"tournament": tournament, "person": person, "withdrawn": int(withdrawn)},
    )


def set_status(tournament: str, status: str) -> Statement:
    return Statement(
        "update tournaments set status = :status where id = :tournament",
        {"tournament": tournament, "status": status},
    )


def new_table(tournament: str, table: PairedTable) -> Statement:
    return Statement(
        "insert into tournament_tables (tournament, round, number, players, match, ranks)"
        " values (:tournament, :round, :number, :players, :match, :ranks)",
        {
            "tournament": tournament,
            "round": table.round,
            "number": table.number,
            "players": _text(table.players),
            "match": table.match,
            "ranks": None if table.ranks is None else _text(table.ranks),
        },
    )


def set_ranks(tournament: str, table: PairedTable, ranks: Sequence[int]) -> Statement:
    return Statement(
        "update tournament_tables set ranks = :ranks"
        " where tournament = :tournament and round = :round and number = :number",
        {
            "tournament": tournament,
            "round": table.round,
            "number": table.number,
            "ranks": _text(ranks),
        },
    )


def _text(numbers: Sequence[int]) -> str:
    return msgspec.json.encode(numbers).decode()
