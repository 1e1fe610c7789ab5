"""Challenges: a match with a seat reserved for one person, until they accept or decline."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from parlour.hall.matchmaking.matchmaking import Matchmaking
from parlour.hall.people.accounts import Accounts
from parlour.hall.people.authorise import User
from parlour.hall.rooms.errors import NoSuchMatch
from parlour.hall.rooms.hall import Hall
from parlour.hall.storage.database import Row, Statement
from parlour.table.clock import TimeControl
from parlour.table.errors import BadSettings
from parlour.table.registry import game, games
from parlour.wire.http_types import BOT, ME, NewMatch

DECLINED, CANCELED = "declined:", "canceled"
REASONS = (
    *("generic", "later", "tooFast", "tooSlow", "timeControl", "rated", "casual"),
    *("standard", "variant", "noBot", "onlyBot"),
)
"""Lichess's keys for reasons to decline; any other reason becomes `generic`."""


class Challenge(NamedTuple):
    """A challenge to a two-player match: `seat` is reserved, `wanted` says for whom."""

    match: str
    game: str
    control: TimeControl | None
    rated: bool
    seat: int
    wanted: str
    challenger: User

    @property
    def invited(self) -> str:
        if not self.wanted.startswith(DECLINED):
            return self.wanted.removeprefix(BOT)
        return self.wanted.split(":", 2)[2]

    @property
    def declined(self) -> str:
        """Why it was declined, one of `REASONS`; empty if it was not."""
        return self.wanted.split(":")[1] if self.wanted.startswith(DECLINED) else ""


_select = (
    "select m.id, m.game, m.control, m.rated, s.seat, s.wanted, p.id, p.name, p.kind"
    " from matches m join seats s on s.match = m.id join people p on p.id = m.owner"
    " where m.status = 'open' and s.kind is null and "
)


class Challenges:
    """Challenges of one person by another."""

    def __init__(self, hall: Hall, matches: Matchmaking, people: Accounts) -> None:
        self._hall = hall
        self._matches = matches
        self._people = people

    async def create(self, user: User, name: str, new_match: NewMatch, own_seat: int) -> Challenge:
        """Create a match and reserve the other seat for somebody."""
        invited = await self._people.by_name(name)
        if invited is not None and invited.person == user.person:
            raise BadSettings("hall.own_challenge")
        if invited is None or invited.kind == "guest":
            raise NoSuchMatch("hall.no_person", name=name)
        if not new_match.game:
            raise BadSettings("hall.no_variant", known=", ".join(games()))
        match_game = game(new_match.game, **new_match.settings)
        if len(match_game.seats) != 2:
            raise BadSettings("hall.two_seats", game=match_game.title, seats=len(match_game.seats))
        seats = [f"{BOT}{invited.name}"] * 2
        seats[own_seat] = ME
        created = await self._matches.create(
            user, msgspec.structs.replace(new_match, seats=tuple(seats), listed=False)
        )
        (found,) = await self._read("m.id = :match and s.wanted like 'bot:%'", match=created.match)
        return found

    async def of(self, user: User) -> list[Challenge]:
        """The challenges to a user, oldest first."""
        return await self._read(
            "s.wanted = :wanted order by m.created, m.id limit 50", wanted=f"{BOT}{user.name}"
        )

    async def by(self, user: User) -> list[Challenge]:
        """The challenges by a user, including declined ones."""
        return await self._read(
            "m.owner = :person and (s.wanted like 'bot:%' or s.wanted like 'declined:%')"
            " order by m.created desc limit 50",
            person=user.person,
        )

    async def accept(self, user: User, match: str) -> None:
        found = await self._find(user, match)
        await self._matches.sit(user, match, found.seat)

    async def decline(self, user: User, match: str, reason: str = "generic") -> None:
        why = reason if reason in REASONS else "generic"
        await self._set(await self._find(user, match), f"{DECLINED}{why}:{user.name}")

    async def cancel(self, user: User, match: str) -> None:
        found = [one for one in await self.by(user) if one.match == match]
        if not found:
            raise NoSuchMatch("hall.challenge_gone")
        await self._set(found[0], CANCELED)

    async def _find(self, user: User, match: str) -> Challenge:
        for one in await self.of(user):
            if one.match == match:
                return one
        raise NoSuchMatch("hall.challenge_gone")

    async def _set(self, one: Challenge, wanted: str) -> None:
        """Change whom the seat is reserved for: nobody can take it any more."""
        await self._hall.writer.commit(
            [
                Statement(
                    "update seats set wanted = :wanted"
                    " where match = :match and seat = :seat and kind is null",
                    {"match": one.match, "seat": one.seat, "wanted": wanted},
                )
            ]
        )

    async def _read(self, condition: str, **values: str) -> list[Challenge]:
        return [
            _challenge(row) for row in await self._hall.database.read(_select + condition, **values)
        ]


def _challenge(row: Row) -> Challenge:
    match, slug, control, rated, seat, wanted, *owner = row
    kept = msgspec.json.decode(control, type=TimeControl) if control else None
    return Challenge(match, slug, kept, bool(rated), seat, wanted, User(*owner))
