"""The archive: listed matches that are over, by game, player, result and date.

A page reads as many index entries as it shows: there is an index for each kind of search.
"""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter

import msgspec

from parlour.hall.lists.own_entries import title_of
from parlour.hall.lists.results import EVERYBODY, read_result
from parlour.hall.rooms.errors import NoSuchMatch
from parlour.hall.storage.database import Database, Row
from parlour.wire.http_types import ArchivedMatch, ArchivedPlayer, ArchivePage

PAGE = 50
"""Matches on a page."""


class Search(msgspec.Struct, frozen=True):
    """What to look for; empty fields do not restrict it."""

    game: str = ""
    person: str = ""  # an account that has played
    result: str = ""  # of this person, else of the match
    since: float | None = None
    until: float | None = None
    before: str = ""  # the last match of the previous page


async def search(database: Database, wanted: Search, most: int = PAGE) -> ArchivePage:
    """A page of the matches that were found, the last ones first."""
    who = wanted.person or EVERYBODY
    values = {"who": who, "game": wanted.game, "score": wanted.result}
    values |= {"since": wanted.since, "until": wanted.until}
    conditions = ["who = :who"]
    conditions += ["game = :game"] * (wanted.game != "")
    conditions += ["score = :score"] * (wanted.result != "")
    conditions += ["ended >= :since"] * (wanted.since is not None)
    conditions += ["ended < :until"] * (wanted.until is not None)
    if wanted.before:
        conditions.append("(ended, match) < (:ended, :before)")
        values |= {"ended": await _ended(database, wanted.before), "before": wanted.before}
    used = {name: value for name, value in values.items() if f":{name}" in " ".join(conditions)}
    rows = await database.read(
        f"{_select} where {' and '.join(conditions)} order by ended desc, match desc limit :most)"
        f" {_details}",
        **used,
        most=most + 1,
    )
    found = [_archived(list(seats)) for _, seats in groupby(rows, itemgetter(0))]
    shown = found[:most]
    return ArchivePage(tuple(shown), shown[-1].match if len(found) > most else "")


_select = (
    "select a.match, m.game, a.ended, m.settings, m.rated, m.result, s.seat, s.name, s.kind, p.id"
    " from (select match, ended from archive"
)
_details = (
    "a join matches m on m.id = a.match join seats s on s.match = a.match"
    " left join people p on p.id = s.person and p.kind <> 'guest' and p.banned = 0"
    " order by a.ended desc, a.match desc, s.seat"
)


async def _ended(database: Database, match: str) -> float:
    rows = await database.read(
        "select ended from archive where match = :match and who = :who", match=match, who=EVERYBODY
    )
    if not rows:
        raise NoSuchMatch("hall.no_match", match=match)
    return rows[0][0]


def _archived(seats: list[Row]) -> ArchivedMatch:
    match, game, ended, settings, rated, stored, *_ = seats[0]
    result, names = read_result(stored), [row[7] or "" for row in seats]
    players = [
        ArchivedPlayer(
            name, kind or "", account is not None, result.of_seat(seat) if result else ""
        )
        for *_, seat, name, kind, account in seats
    ]
    return ArchivedMatch(
        match,
        game,
        title_of(game),
        msgspec.json.decode(settings),
        bool(rated),
        ended,
        tuple(players),
        result.sentence(names) if result else None,
    )
