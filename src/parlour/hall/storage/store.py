"""Matches, entries, seats and chat as rows: the SQL that writes and reads them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from parlour.hall.lists import results
from parlour.hall.rooms.room import MatchTerms, Room
from parlour.hall.storage.database import Database, Row, Statement, in_list
from parlour.table.clock import TimeControl
from parlour.wire import operations
from parlour.wire.http_types import ANYONE
from parlour.wire.messages import ChatMessage
from parlour.wire.operations import Entry

_json = msgspec.json.Encoder().encode


def hash_secret(secret: str) -> str:
    """The hash that is stored of a secret. Ours are long and random, so a plain hash is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()


class SeatRow(NamedTuple):
    """A row of the table `seats`; `wanted` is who may sit there: me, link, anyone, a player."""

    seat: int
    code: str
    person: str | None
    wanted: str


# ---- writing -------------------------------------------------------------------------------------


def new_match(terms: MatchTerms, owner: str | None, seats: Sequence[SeatRow]) -> list[Statement]:
    """The rows of a new open match."""
    for_anyone = any(seat.wanted == ANYONE for seat in seats)
    match = Statement(
        "insert into matches"
        " (id, game, rules, settings, control, listed, rated, created, owner, status, offered)"
        " values (:id, :game, :rules, :settings, :control, :listed, :rated, :created, :owner,"
        " 'open', :offered)",
        {
            "id": terms.id,
            "game": terms.game,
            "rules": terms.rules,
            "settings": _json(terms.settings).decode(),
            "control": _json(terms.control).decode() if terms.control else None,
            "listed": int(terms.listed),
            "rated": int(terms.rated),
            "created": terms.created,
            "owner": owner,
            "offered": terms.created if terms.listed and for_anyone else None,
        },
    )
    rows = [
        Statement(
            "insert into seats (match, seat, code, person, wanted)"
            " values (:match, :seat, :code, :person, :wanted)",
            {"match": terms.id, **seat._asdict()},
        )
        for seat in seats
    ]
    return [match, *rows]


_insert = (
    "insert into events (match, seq, command, seat, what, at, acting)"
    " values (:match, :seq, :command, :seat, :what, :at, :acting)"
)


def new_entries(room: Room, entries: Sequence[Entry], wall: float, process: str) -> list[Statement]:
    """The rows of new entries, and the updates of the match and its seats.

    If computers have to act now, `process` is the one that asks them.
    """
    id, acting = room.terms.id, 0
    for seat in room.to_move():
        acting |= 1 << seat
    lines = [
        Statement(
            _insert,
            {
                "match": id,
                "seq": entry.seq,
                "command": entry.command,
                "seat": entry.seat,
                "what": operations.encode(entry.operation).decode(),
                "at": entry.at,
                "acting": acting,
            },
            match=id,
        )
        for entry in entries
    ]
    only_actions, over = True, room.over
    for entry in entries:
        match entry.operation:
            case operations.Act():
                continue
            case operations.Sit(name=name, kind=kind, person=person):
                lines.append(_seat(id, entry.seat, (person or None, name, kind, wall)))
            case operations.Stand():
                lines += [_departure(id, entry.seat), _seat(id, entry.seat, _nobody)]
            case _:
                pass
        only_actions = False
    if over and not isinstance(entries[0].operation, operations.Rematch):
        lines += results.ending(room, wall)
        if room.terms.rated:
            lines.append(_uncounted(id, wall))
    if not only_actions or over or room.terms.control or room.has_computers:
        lines.append(
            Statement(
                _update if only_actions else _update_with_seats,
                {
                    "match": id,
                    "status": room.status,
                    "due": room.due(),
                    "ended": wall if over else None,
                    "asks": process if room.computers_to_move() else None,
                },
                match=id,
            )
        )
    return lines


Occupant = tuple[str | None, str | None, str | None, float | None]
"""Who sits in a seat: person, name, kind, and since when."""
_nobody: Occupant = (None, None, None, None)
_update = (
    "update matches set status = :status, due = :due, ended = :ended, asks = :asks"
    " where id = :match"
)
_update_with_seats = _update.replace(
    " where",
    ", offered = case when listed = 1 and :status = 'open' and exists (select 1 from seats f"
    " where f.match = :match and f.wanted = 'anyone' and f.kind is null) then created end where",
)


def _seat(match: str, seat: int, occupant: Occupant) -> Statement:
    """Who sits in a seat now. `extra`: processes that do not have the match in memory have to look
    for their own people in it."""
    person, name, kind, sat = occupant
    return Statement(
        "update seats set person = :person, name = :name, kind = :kind, sat = :sat"
        " where match = :match and seat = :seat",
        {
            "match": match,
            "seat": seat,
            "person": person,
            "name": name,
            "kind": kind,
            "sat": sat,
        },
        match=match,
        extra=True,
    )


def _departure(match: str, seat: int) -> Statement:
    """The player of a seat leaves; their name stays in the entry with which they sat down."""
    return Statement(
        "insert into departures (person, match, seat) select person, match, seat from seats"
        " where match = :match and seat = :seat and person is not null on conflict do nothing",
        {"match": match, "seat": seat},
    )


def _uncounted(match: str, wall: float) -> Statement:
    """A rated match that has to be counted; counting deletes the row."""
    return Statement(
        "insert into uncounted (match, ended) values (:match, :ended) on conflict do nothing",
        {"match": match, "ended": wall},
    )


def new_invitation(match: str, seat: int, code: str) -> Statement:
    """A new invitation to a seat, which replaces the old one."""
    return Statement(
        "update seats set code = :code where match = :match and seat = :seat",
        {"match": match, "seat": seat, "code": code},
        match=match,
    )


def new_chat(match: str, said: ChatMessage) -> Statement:
    return Statement(
        "insert into chat (match, at, seat, name, text, audience)"
        " values (:match, :at, :seat, :name, :text, :to)",
        {"match": match, **msgspec.structs.asdict(said)},
        match=match,
        extra=True,
    )


# ---- reading -------------------------------------------------------------------------------------


async def load_terms(database: Database, id: str) -> MatchTerms | None:
    """The settings and options of a match, if it exists."""
    rows = await database.read(f"select {TERMS_COLUMNS} from matches where id = :id", id=id)  # noqa: S608
    return read_terms(rows[0]) if rows else None


TERMS_COLUMNS = "id, game, rules, settings, control, listed, rated, created, owner"
"""The columns of `matches` that make an `About`."""


def read_terms(row: Row) -> MatchTerms:
    id, game, rules, settings, control, listed, rated, created, owner = row
    return MatchTerms(
        id=id,
        game=game,
        rules=rules,
        settings=msgspec.json.decode(settings),
        control=msgspec.json.decode(control, type=TimeControl) if control else None,
        listed=bool(listed),
        rated=bool(rated),
        created=created,
        owner=owner or "",
    )


async def load_entries(
    database: Database, id: str, after: int = 0, most: int = 1_000_000
) -> list[Entry]:
    """The first `most` entries of a match after a sequence number, in order."""
    rows = await database.read(
        "select seq, seat, what, at, command from events"
        " where match = :id and seq > :after order by seq limit :most",
        id=id,
        after=after,
        most=most,
    )
    return [
        Entry(seq, seat, operations.decode(what), at, command)
        for seq, seat, what, at, command in rows
    ]


async def load_last_seqs(database: Database, ids: Sequence[str]) -> dict[str, int]:
    """The sequence number of the last entry of each of these matches."""
    names, values = in_list(ids)
    last = "select coalesce(max(seq), 0) from events where match = id"
    rows = await database.read(f"select id, ({last}) from matches where id in ({names})", **values)  # noqa: S608
    return dict(rows)


async def load_matches_with_players(database: Database, ids: Sequence[str]) -> set[str]:
    """Those of these matches in which a person or bot sits."""
    names, values = in_list(ids)
    rows = await database.read(
        f"select distinct match from seats where match in ({names})"  # noqa: S608
        " and kind in ('person', 'bot')",
        **values,
    )
    return {match for (match,) in rows}


async def load_chat(
    database: Database, id: str, since: float, most: int = 1_000
) -> list[ChatMessage]:
    """The last messages of a match since then, by wall time."""
    rows = await database.read(
        "select name, text, at, seat, audience from chat where match = :id and at >= :since"
        " order by at desc limit :most",
        id=id,
        since=since,
        most=most,
    )
    return [ChatMessage(*row) for row in reversed(rows)]


async def load_invitation_hashes(database: Database, id: str) -> dict[int, str]:
    """The hash of the invitation to each seat of a match."""
    rows = await database.read("select seat, code from seats where match = :id", id=id)
    return dict(rows)


async def load_reserved_for(database: Database, id: str, seat: int) -> str | None:
    """For whom a seat is reserved; None if there is no such seat."""
    rows = await database.read(
        "select wanted from seats where match = :id and seat = :seat", id=id, seat=seat
    )
    return rows[0][0] or "" if rows else None


async def load_due(database: Database, before: float) -> list[tuple[str, float]]:
    """The matches in which a clock runs out before then, with the time."""
    rows = await database.read(
        "select id, due from matches where due is not null and due < :before", before=before
    )
    return [(id, due) for id, due in rows]


async def load_computer_matches(database: Database, process: str, dead: float) -> list[str]:
    """The matches whose computer players this process has to ask.

    These are its own, and those of dead processes (without a pulse since `dead`) if it is the first
    of the live ones.
    """
    rows = await database.read(
        # The first condition lets the index skip the many matches that ask nobody.
        "select id from matches where asks > '' and (asks = :process or"
        " (asks not in (select process from pulse where at >= :dead)"
        " and :process = (select min(process) from pulse where at >= :dead)))",
        process=process,
        dead=dead,
    )
    return [id for (id,) in rows]
