"""A match in the lists of the people who sit in it: from its room, or from the database."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from itertools import groupby
from operator import itemgetter

import msgspec

from parlour.hall.lists.results import read_result
from parlour.hall.rooms.room import Room
from parlour.hall.storage.database import Database, Row, in_list
from parlour.table.errors import BadSettings
from parlour.table.registry import find
from parlour.wire.messages import OwnMatch

UNFINISHED, ENDED = 100, 20
"""Matches of a person that the list has at first: those that sat down and that ended last."""

Entries = dict[str, OwnMatch]
"""A match as it is in the lists of the people who sit in it, by person."""
Turn = Callable[[str], Awaitable[tuple[int, ...]]]
"""The seats that may act now in a match whose entries do not say so: older ones."""


async def load_matches(database: Database, person: str) -> list[str]:
    """The matches of the list of a person; each query reads as many index entries as it returns."""
    unfinished = await database.read(
        "select match from seats where person = :person and ended is null and sat is not null"
        " order by sat desc limit :most",
        person=person,
        most=UNFINISHED,
    )
    ended = await database.read(
        "select match from seats where person = :person and ended is not null"
        " order by ended desc limit :most",
        person=person,
        most=ENDED,
    )
    return list(dict.fromkeys(match for (match,) in [*unfinished, *ended]))


def entries_of(room: Room) -> Entries:
    """A match in memory, as it is in the lists of the people who sit in it."""
    outcome = room.match.outcome if room.match is not None else None
    occupants = room.occupants
    return _entries(
        OwnMatch(
            match=room.terms.id,
            game=room.terms.game,
            title=room.game.title,
            status=room.status,
            seats=(),
            names=tuple(sit.name if sit else "" for sit in occupants),
            since=room.terms.created,
            result=outcome.sentence if outcome is not None else None,
        ),
        [sit.person if sit else "" for sit in occupants],
        room.to_move(),
    )


_select = (
    "select m.id, m.game, m.status, m.created, m.result, s.person, s.name, (select e.acting"
    " from events e where e.match = m.id order by e.seq desc limit 1)"
    " from matches m join seats s on s.match = m.id"
)


async def load_entries(
    database: Database, matches: Sequence[str], turn_of_old: Turn | None = None
) -> dict[str, Entries]:
    """The same of some matches, as they are on disk."""
    names, values = in_list(matches)
    rows = await database.read(f"{_select} where m.id in ({names}) order by m.id, s.seat", **values)
    found: dict[str, Entries] = {}
    for match, seats in groupby(rows, itemgetter(0)):
        found[match] = await _entries_of_rows(list(seats), turn_of_old)
    return found


async def _entries_of_rows(rows: list[Row], turn_of_old: Turn | None) -> Entries:
    match, game, status, created, result, _, _, acting = rows[0]
    people, names = [row[5] or "" for row in rows], tuple(row[6] or "" for row in rows)
    if acting is None and status == "running" and turn_of_old is not None:
        turn = await turn_of_old(match)
    else:
        turn = [seat for seat in range(len(rows)) if (acting or 0) >> seat & 1]
    stored = read_result(result)
    shared = OwnMatch(
        match=match,
        game=game,
        title=title_of(game),
        status=status,
        seats=(),
        names=names,
        since=created,
        result=stored.sentence(names) if stored is not None else None,
    )
    return _entries(shared, people, turn)


def _entries(shared: OwnMatch, people: Sequence[str], turn: Collection[int]) -> Entries:
    """What all of them are told, with the seats of each."""
    entries: Entries = {}
    for person in dict.fromkeys(people):
        if person:
            own = tuple(seat for seat, other in enumerate(people) if other == person)
            entries[person] = msgspec.structs.replace(
                shared, seats=own, turn=any(seat in turn for seat in own)
            )
    return entries


def title_of(slug: str) -> str:
    """The title of a game, which may be gone by now."""
    try:
        return find(slug).title
    except BadSettings:
        return slug
