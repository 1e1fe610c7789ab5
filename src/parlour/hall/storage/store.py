"""What the hall keeps, in SQL: matches, their entries, the codes of seats, chat, and its time."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from parlour.hall.rooms.room import MatchTerms, Room
from parlour.hall.storage.database import Database, Row, Statement
from parlour.table.clock import TimeControl
from parlour.wire import operations
from parlour.wire.messages import ChatMessage
from parlour.wire.operations import Entry

_json = msgspec.json.Encoder().encode


def hash_secret(secret: str) -> str:
    """What is kept of a secret. Ours are random and long: a plain hash is enough for them."""
    return hashlib.sha256(secret.encode()).hexdigest()


class SeatRow(NamedTuple):
    """A seat as the table has it; `wanted` is who may sit there: me, link, anyone, a player."""

    seat: int
    code: str
    person: str | None
    wanted: str


# ---- writing -------------------------------------------------------------------------------------


def new_match(terms: MatchTerms, owner: str | None, seats: Sequence[SeatRow]) -> list[Statement]:
    """The rows of a match that is offered."""
    match = Statement(
        "insert into matches"
        " (id, game, rules, settings, control, listed, rated, created, owner, status) values"
        " (:id, :game, :rules, :settings, :control, :listed, :rated, :created, :owner, 'open')",
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
    "insert into events (match, seq, command, seat, what, at)"
    " values (:match, :seq, :command, :seat, :what, :at)"
)


def new_entries(room: Room, entries: Sequence[Entry], wall: float, process: str) -> list[Statement]:
    """The rows of what was done, and what they change in the rows of the match and its seats.

    Where computers have to act now, `process` is the one that sees to it.
    """
    id = room.terms.id
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
            },
            match=id,
        )
        for entry in entries
    ]
    for entry in entries:
        match entry.operation:
            case operations.Sit(name=name, kind=kind, person=person):
                lines.append(_seat(id, entry.seat, person or None, name, kind))
            case operations.Stand():
                lines += [_departure(id, entry.seat), _seat(id, entry.seat, None, None, None)]
            case _:
                pass
    if room.over and room.terms.rated and not isinstance(entries[0].operation, operations.Rematch):
        lines.append(_uncounted(id, wall))
    plain = all(isinstance(entry.operation, operations.Act) for entry in entries)
    if not plain or room.terms.control or room.over or room.has_computers:
        lines.append(
            Statement(
                "update matches set status = :status, due = :due, ended = :ended, asks = :asks"
                " where id = :match",
                {
                    "match": id,
                    "status": room.status,
                    "due": room.due(),
                    "ended": wall if room.over else None,
                    "asks": process if room.computers_to_move() else None,
                },
                match=id,
            )
        )
    return lines


def _seat(
    match: str, seat: int, person: str | None, name: str | None, kind: str | None
) -> Statement:
    return Statement(
        "update seats set person = :person, name = :name, kind = :kind"
        " where match = :match and seat = :seat",
        {"match": match, "seat": seat, "person": person, "name": name, "kind": kind},
        match=match,
    )


def _departure(match: str, seat: int) -> Statement:
    """Whoever sits there leaves; their name stays in the entry with which they sat down."""
    return Statement(
        "insert into departures (person, match, seat) select person, match, seat from seats"
        " where match = :match and seat = :seat and person is not null on conflict do nothing",
        {"match": match, "seat": seat},
    )


def _uncounted(match: str, wall: float) -> Statement:
    """It has to be counted; the row goes with the counting."""
    return Statement(
        "insert into uncounted (match, ended) values (:match, :ended) on conflict do nothing",
        {"match": match, "ended": wall},
    )


def new_invitation(match: str, seat: int, code: str) -> Statement:
    """Whoever has this one may sit there, and nobody with an older one."""
    return Statement(
        "update seats set code = :code where match = :match and seat = :seat",
        {"match": match, "seat": seat, "code": code},
        match=match,
    )


def new_chat(match: str, said: ChatMessage) -> Statement:
    return Statement(
        "insert into chat (match, at, seat, name, text) values (:match, :at, :seat, :name, :text)",
        {"match": match, **msgspec.structs.asdict(said)},
        match=match,
        extra=True,
    )


def new_pulse(process: str, at: float) -> Statement:
    """A process is alive."""
    return Statement(
        "insert into pulse (process, at) values (:process, :at)"
        " on conflict (process) do update set at = excluded.at",
        {"process": process, "at": at},
    )


def delete_dead_processes(before: float) -> list[Statement]:
    """Those that were not alive since then, and who was connected to them."""
    return [
        Statement("delete from pulse where at < :before", {"before": before}),
        Statement(
            "delete from presence where not exists"
            " (select 1 from pulse where pulse.process = presence.process)",
            {},
        ),
    ]


def new_presence(match: str, seat: int, process: str) -> Statement:
    """A seat is connected to a process."""
    return Statement(
        "insert into presence (match, seat, process) values (:match, :seat, :process)"
        " on conflict do nothing",
        {"match": match, "seat": seat, "process": process},
        match=match,
        extra=True,
    )


def delete_presence(match: str, seat: int, process: str) -> Statement:
    """A seat is not connected to a process any more."""
    return Statement(
        "delete from presence where match = :match and seat = :seat and process = :process",
        {"match": match, "seat": seat, "process": process},
        match=match,
        extra=True,
    )


def new_gap(began: float, ended: float) -> Statement:
    """A time in which the hall could keep nothing."""
    return Statement(
        "insert into gaps (began, ended) values (:began, :ended)", {"began": began, "ended": ended}
    )


# ---- reading -------------------------------------------------------------------------------------


async def load_terms(database: Database, id: str) -> MatchTerms | None:
    """What was agreed for a match, if there is one."""
    rows = await database.read(f"select {TERMS_COLUMNS} from matches where id = :id", id=id)  # noqa: S608
    return read_terms(rows[0]) if rows else None


TERMS_COLUMNS = "id, game, rules, settings, control, listed, rated, created, owner"
"""The columns of a match that say what was agreed."""


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
    """The entries of a match after one of them, in their order; the first ones, if there are more
    than `most`."""
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


def _listed(ids: Sequence[str]) -> tuple[str, dict[str, str]]:
    """Ids for an SQL `in (...)`: names of ours, and their values."""
    values = {f"id_{i}": id for i, id in enumerate(ids)}
    return ", ".join(f":{name}" for name in values), values


async def load_last_seqs(database: Database, ids: Sequence[str]) -> dict[str, int]:
    """The number of the last entry of each of these matches."""
    wanted, values = _listed(ids)
    last = "select coalesce(max(seq), 0) from events where match = id"
    rows = await database.read(f"select id, ({last}) from matches where id in ({wanted})", **values)  # noqa: S608
    return dict(rows)


async def load_matches_with_players(database: Database, ids: Sequence[str]) -> set[str]:
    """Those of these matches in which people or bots sit."""
    wanted, values = _listed(ids)
    rows = await database.read(
        f"select distinct match from seats where match in ({wanted})"  # noqa: S608
        " and kind in ('person', 'bot')",
        **values,
    )
    return {match for (match,) in rows}


async def load_chat(database: Database, id: str, since: float) -> list[ChatMessage]:
    """What was said in a room since then, by wall time."""
    rows = await database.read(
        "select name, text, at, seat from chat where match = :id and at >= :since order by at",
        id=id,
        since=since,
    )
    return [ChatMessage(*row) for row in rows]


async def load_invitation_hashes(database: Database, id: str) -> dict[int, str]:
    """The hashes of the invitations to the seats of a match."""
    rows = await database.read("select seat, code from seats where match = :id", id=id)
    return dict(rows)


async def load_reserved_for(database: Database, id: str, seat: int) -> str | None:
    """For whom a seat of a match is, if there is such a seat."""
    rows = await database.read(
        "select wanted from seats where match = :id and seat = :seat", id=id, seat=seat
    )
    return rows[0][0] or "" if rows else None


async def load_due(database: Database, before: float) -> list[tuple[str, float]]:
    """The matches in which somebody's time will be up before then."""
    rows = await database.read(
        "select id, due from matches where due is not null and due < :before", before=before
    )
    return [(id, due) for id, due in rows]


async def load_computer_matches(database: Database, process: str, dead: float) -> list[str]:
    """The matches whose computers this process has to ask.

    They are its own, and, if it is the first of those that had a pulse since `dead`, those of
    processes that had none.
    """
    rows = await database.read(
        # The first condition is for the index: most matches ask nobody.
        "select id from matches where asks > '' and (asks = :process or"
        " (asks not in (select process from pulse where at >= :dead)"
        " and :process = (select min(process) from pulse where at >= :dead)))",
        process=process,
        dead=dead,
    )
    return [id for (id,) in rows]


async def load_last_pulse(database: Database) -> float | None:
    """When any process was last known to be alive, by wall time."""
    rows = await database.read("select max(at) from pulse")
    return rows[0][0]


async def load_live_processes(database: Database, since: float) -> set[str]:
    """Those that were alive since then, by wall time."""
    rows = await database.read("select process from pulse where at > :since", since=since)
    return {process for (process,) in rows}


async def load_presence(
    database: Database, match: str, except_for: str, since: float
) -> frozenset[int]:
    """The seats of a match that are connected to other processes which were alive since then."""
    rows = await database.read(
        "select distinct seat from presence, pulse where presence.process = pulse.process"
        " and match = :match and pulse.process <> :me and at > :since",
        match=match,
        me=except_for,
        since=since,
    )
    return frozenset(seat for (seat,) in rows)


async def load_matches_with_presence(
    database: Database, ids: Sequence[str], since: float
) -> set[str]:
    """Those of these matches to which somebody is connected, at a process alive since then."""
    wanted, values = _listed(ids)
    rows = await database.read(
        f"select distinct match from presence, pulse where match in ({wanted})"  # noqa: S608
        " and presence.process = pulse.process and at > :since",
        since=since,
        **values,
    )
    return {match for (match,) in rows}


async def load_gaps(database: Database) -> float:
    """All the time, in seconds, in which the hall could keep nothing."""
    rows = await database.read("select began, ended from gaps order by began")
    total = end = 0.0
    for began, ended in rows:  # several processes may have noticed the same one
        total += max(0.0, ended - max(began, end))
        end = max(end, ended)
    return total
