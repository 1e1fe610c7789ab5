"""What everybody may see of an account: ratings and their history, results, the last matches."""

from __future__ import annotations

from collections import defaultdict

from parlour.hall.lists.archive import Search, search
from parlour.hall.people import profiles
from parlour.hall.people.admin import NoSuchPerson
from parlour.hall.people.authorise import User
from parlour.hall.storage.database import Database
from parlour.table.sentences import shorten
from parlour.wire.http_types import GameRating, GameTally, PersonProfile

HISTORY = 200
"""The last ratings of a game that a profile has."""
RECENT = 10
"""The last matches that it has."""


async def find_account(database: Database, name: str) -> profiles.Profile:
    """An account by its name; guests and banned accounts have no profile."""
    found = await profiles.by_name(database, name)
    if found is None:
        raise NoSuchPerson("hall.no_person", name=shorten(name))
    return found


async def public_profile(database: Database, name: str) -> PersonProfile:
    """The profile of an account."""
    found = await find_account(database, name)
    user = found.user
    ratings = {
        game: GameRating(
            round(rating.value),
            round(rating.deviation),
            rating.provisional,
            rating.matches,
            await _history(database, user.person, game),
        )
        for game, rating in sorted(found.ratings.items())
    }
    recent = await search(database, Search(person=user.person), RECENT)
    return PersonProfile(
        user.name,
        "bot" if user.kind == "bot" else "account",
        found.created,
        ratings,
        await _tallies(database, user),
        recent.matches,
    )


async def _history(database: Database, person: str, game: str) -> tuple[tuple[float, int], ...]:
    rows = await database.read(
        "select at, value from rating_steps where person = :person and game = :game"
        " order by number desc limit :most",
        person=person,
        game=game,
        most=HISTORY,
    )
    return tuple((at, round(value)) for at, value in reversed(rows))


async def _tallies(database: Database, user: User) -> dict[str, GameTally]:
    rows = await database.read(
        "select game, score, count from tallies where who = :person order by game",
        person=user.person,
    )
    counts: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for game, score, count in rows:
        counts[game][score] = count
    return {game: GameTally(**scores) for game, scores in counts.items()}
