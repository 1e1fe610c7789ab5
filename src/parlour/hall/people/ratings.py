"""Ratings of people and bots, one for each game; every rated match counts once.

A match is counted in one transaction: a row in `counted`, and a rating step for each player. As
everywhere in the hall, unique keys decide if two processes count the same match or person.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from itertools import combinations
from typing import NamedTuple

from parlour.hall.operating import mistakes
from parlour.hall.people.authorise import Forbidden, User
from parlour.hall.people.names import ACCOUNTS
from parlour.hall.rooms.room import MatchTerms, Room
from parlour.hall.storage import store
from parlour.hall.storage.database import Database, DatabaseUnavailable, DuplicateKey, Statement
from parlour.hall.storage.writer import Writer
from parlour.players.rating import FEW_MATCHES, HIGH_DEVIATION, Rating, after
from parlour.table.errors import BadRecord
from parlour.table.match import Match

INTERVAL = 30.0
"""Seconds between two checks for matches that ended without being counted."""
BATCH_SIZE = 100
"""Matches counted in one check."""
LEAST_ACTIONS = 2
"""Actions of each seat before a resignation or a fallen flag counts."""
MOST_A_DAY = 10
"""Rated matches of one game between the same two people within a day."""
DAY = 86_400.0
_recent = 1_000  # rating steps of a person that are searched for those of the last day
ATTEMPTS = 20
"""Retries where other processes were faster, before the match is left to the next check."""


class LeaderboardRow(NamedTuple):
    """A row of the leaderboard."""

    person: str
    rating: Rating


# ---- counting ------------------------------------------------------------------------------------


async def rate(database: Database, writer: Writer, room: Room, now: float) -> bool:
    """Count a rated match that is over; False if it was counted before, or cannot be."""
    terms = room.terms
    if not (room.over and terms.rated):
        return False
    for _ in range(ATTEMPTS):
        if await database.read("select 1 from counted where match = :match", match=terms.id):
            await writer.commit([_dequeue(terms.id)])
            return False
        lines = [*_counted(terms.id, now), *await _steps(database, room, now)]
        try:
            await writer.commit(lines)
        except DuplicateKey:
            continue
        return True
    return False


async def catch_up(database: Database, writer: Writer, now: float) -> int:
    """Count the matches that ended without being counted, oldest first; how many there were.

    There are some if the hall crashed between the end of a match and the counting.
    """
    rows = await database.read(
        "select match from uncounted order by ended, match limit :most", most=BATCH_SIZE
    )
    count = 0
    for (id,) in rows:
        try:
            terms = await store.load_terms(database, id)
            if terms is not None:
                room = Room(terms)
                for entry in await store.load_entries(database, id):
                    room.repeat(entry)
                count += await rate(database, writer, room, now)
        except DatabaseUnavailable:
            raise
        except Exception as error:  # noqa: BLE001 - it must not keep the others waiting
            if not isinstance(
                error, BadRecord
            ):  # that one was played under another version of the rules
                mistakes.note("match cannot be rated", error, match=id)
            await _discard(writer, id, now)
    return count


async def _discard(writer: Writer, id: str, now: float) -> None:
    """Mark a match as counted without rating it."""
    with suppress(DuplicateKey):
        await writer.commit([*_counted(id, now)])


def rated_players(room: Room) -> list[str]:
    """The ids of the players by seat if the match is rated for them, else none.

    It is if it was not aborted, enough was played, and all players are different people or bots
    with an id.
    """
    match = room.match
    if match is None or match.outcome is None or match.outcome.code == "abort":
        return []
    by_the_rules = bool(match.events) and match.events[-1].kind == "action"
    ids = [sit.person for sit in room.occupants if sit and sit.kind != "computer"]
    known = all(ids) and len(set(ids)) == len(room.occupants) > 1
    return ids if known and (by_the_rules or _played_enough(match)) else []


def _played_enough(match: Match) -> bool:
    """Has everybody acted who resigned, ran out of time, or was alive at the end?"""
    actions = Counter(event.seat for event in match.events if event.kind == "action")
    left = {event.seat for event in match.events if event.kind != "action"}
    seats = range(len(match.game.seats))
    return all(
        actions[seat] >= LEAST_ACTIONS
        for seat in seats
        if seat in left or match.game.alive(match.state, seat)
    )


async def _may_count(database: Database, ids: list[str], game: str, now: float) -> bool:
    """Do all have accounts, and have no two played each other too often within a day?"""
    for id in ids:
        if not await database.read(
            "select 1 from people where id = :id and kind <> 'guest'", id=id
        ):
            return False
    for one, other in combinations(ids, 2):
        rows = await database.read(
            "select count(*) from rating_steps a join rating_steps b"
            " on b.match = a.match and b.person = :other where a.person = :one and a.game = :game"
            " and a.at > :since and a.number > (select coalesce(max(matches), 0) - :recent"
            " from ratings where person = :one and game = :game)",
            one=one,
            other=other,
            game=game,
            since=now - DAY,
            recent=_recent,
        )
        if rows[0][0] >= MOST_A_DAY:
            return False
    return True


def check_may_sit(terms: MatchTerms, user: User) -> None:
    """Rated matches are for accounts: a guest could become a new one at any time."""
    if terms.rated and user.kind not in ACCOUNTS:
        raise Forbidden("hall.rated")


async def _steps(database: Database, room: Room, now: float) -> list[Statement]:
    """The rating steps of the players after a match."""
    ids = rated_players(room)
    if not ids or room.match is None or room.match.outcome is None:
        return []
    game = room.terms.game
    if not await _may_count(database, ids, game, now):
        return []
    before = [await rating_of(database, id, game) for id in ids]
    lines: list[Statement] = []
    for id, new in zip(ids, after(before, room.match.outcome.ranks), strict=True):
        values = {
            "person": id,
            "game": game,
            "number": new.matches,
            "match": room.terms.id,
            "value": new.value,
            "deviation": new.deviation,
            "volatility": new.volatility,
            "at": now,
        }
        lines += [Statement(_new_step, values), Statement(_last_step, values)]
    return lines


def _counted(match: str, now: float) -> list[Statement]:
    values = {"match": match, "at": now}
    counted = Statement("insert into counted (match, at) values (:match, :at)", values)
    return [counted, _dequeue(match)]


def _dequeue(match: str) -> Statement:
    return Statement("delete from uncounted where match = :match", {"match": match})


_new_step = (
    "insert into rating_steps (person, game, number, match, value, deviation, volatility, at)"
    " values (:person, :game, :number, :match, :value, :deviation, :volatility, :at)"
)
_last_step = (
    "insert into ratings (person, game, matches, value, deviation, volatility)"
    " values (:person, :game, :number, :value, :deviation, :volatility)"
    " on conflict (person, game) do update set matches = excluded.matches,"
    " value = excluded.value, deviation = excluded.deviation, volatility = excluded.volatility"
)

# ---- reading -------------------------------------------------------------------------------------


async def rating_of(database: Database, person: str, game: str) -> Rating:
    """The rating of a person in a game; the initial rating if there is none yet."""
    rows = await database.read(
        "select value, deviation, volatility, matches from ratings"
        " where person = :person and game = :game",
        person=person,
        game=game,
    )
    return Rating(*rows[0]) if rows else Rating()


async def leaders(database: Database, game: str, most: int = 50) -> list[LeaderboardRow]:
    """The best players of a game whose ratings are not provisional, strongest first."""
    rows = await database.read(
        "select person, value, deviation, volatility, matches from ratings"
        " where game = :game and matches >= :few and deviation <= :high"
        " order by value desc, person limit :most",
        game=game,
        few=FEW_MATCHES,
        high=HIGH_DEVIATION,
        most=most,
    )
    return [LeaderboardRow(person, Rating(*rating)) for person, *rating in rows]
