"""Matchmaking: new matches, seats, the lobby, quick pairing, rematches."""

from __future__ import annotations

import asyncio
import secrets
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import inf

import msgspec

from parlour.hall.lists.lobby import load_lobby
from parlour.hall.people import ratings
from parlour.hall.people.authorise import Forbidden, User
from parlour.hall.people.limits import INVITATIONS_PAGE, RateLimited
from parlour.hall.people.names import seat_name
from parlour.hall.rooms.commands import Command, perform
from parlour.hall.rooms.errors import NoSuchMatch
from parlour.hall.rooms.hall import Hall
from parlour.hall.rooms.room import MatchTerms
from parlour.hall.rooms.seats import invite, with_codes
from parlour.hall.storage import store
from parlour.hall.storage.database import DuplicateKey
from parlour.hall.storage.store import SeatRow
from parlour.players.computer_names import name_of
from parlour.table.clock import TimeControl
from parlour.table.errors import BadSettings, IllegalAction
from parlour.table.registry import AnyGame, game
from parlour.table.sentences import shorten
from parlour.table.state import NOBODY
from parlour.wire.http_types import (
    ANYONE,
    BOT,
    COMPUTER,
    LINK,
    ME,
    Created,
    CreatedSeat,
    Invitation,
    NewMatch,
    Offered,
    Running,
)
from parlour.wire.operations import Rematch, Sit

TO_CONNECT = 10.0
"""Seconds in which the creator of a match has to connect; then they count as away."""


class Matchmaking:
    """Creates matches and brings players together."""

    def __init__(
        self,
        hall: Hall,
        check_player: Callable[[str, AnyGame], object],
        most_open: int = 50,
        secret: Callable[[], str] = lambda: secrets.token_urlsafe(16),
    ) -> None:
        self._hall = hall
        self._check_player = check_player
        self._most_open = most_open  # open matches of one person
        self._secret = secret
        self._pairing: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)  # by game
        hall.play_again = self.rematch

    # ---- creating -----------------------------------------------------------------------------

    async def create(self, user: User, new_match: NewMatch) -> Created:
        """Create a match, and seat its creator and the computer players."""
        match_game = game(new_match.game, **new_match.settings)
        names = match_game.seats
        wanted = new_match.seats or (ME, *[LINK] * (len(names) - 1))
        if len(wanted) != len(names):
            raise BadSettings(
                "hall.seats", given=len(wanted), seats=len(names), game=match_game.title
            )
        if all(word.startswith(COMPUTER) for word in wanted):
            raise BadSettings("hall.nobody_plays")
        for word in wanted:
            self._check_wanted(user, word, match_game)
        await self._refuse_too_many(user)
        terms = MatchTerms(
            id=_match_id(self._secret()),
            game=match_game.slug,
            rules=match_game.version,
            settings=match_game.changed_settings(),
            control=TimeControl.read(new_match.clock) if new_match.clock else None,
            listed=new_match.listed,
            rated=new_match.rated,
            created=self._hall.time.wall_clock.wall(),
        )
        ratings.check_may_sit(terms, user)
        name = await seat_name(self._hall.database, user, new_match.name)
        codes = [self._secret() for _ in wanted]
        rows = [
            SeatRow(seat, store.hash_secret(code if word == LINK else self._secret()), None, word)
            for seat, (code, word) in enumerate(zip(codes, wanted, strict=True))
        ]
        await self._hall.create(terms, user.person, rows)
        for seat, word in enumerate(wanted):
            if word == ME:
                sitting = _sit(user, name, codes[seat])
                await self._hall.do(terms.id, seat, sitting, "create")
            elif word.startswith(COMPUTER):
                await self._hall.do(terms.id, seat, _computer(word), "create")
        seats = tuple(
            CreatedSeat(seat, names[seat], word, codes[seat] if word in (ME, LINK) else "")
            for seat, word in enumerate(wanted)
        )
        return Created(terms.id, seats)

    def _check_wanted(self, user: User, word: str, match_game: AnyGame) -> None:
        if word.startswith(COMPUTER):
            self._check_player(word.removeprefix(COMPUTER), match_game)
            if self._hall.computers is not None:
                self._hall.computers.refuse_if_busy(user.person)
        elif word not in (ME, LINK, ANYONE) and not word.startswith(BOT):
            raise BadSettings("hall.wanted", given=shorten(word))

    # ---- sitting down -------------------------------------------------------------------------

    async def sit(self, user: User, match: str, seat: int, name: str = "", code: str = "") -> str:
        """Take a seat, by an invitation or as anyone; returns the code of the seat."""
        async with self._hall.locked_room(match) as open_room:
            asker = await with_codes(self._hall, open_room, user, (code,) if code else ())
        own = self._secret()
        command = Command(f"sit {store.hash_secret(own)[:12]}", Sit(name, code=own), seat)
        await perform(self._hall, asker, match, command)
        return own

    async def invite(self, user: User, match: str, seat: int) -> str:
        """A new invitation to an empty seat of the user's own match; older ones become invalid."""
        async with self._hall.locked_room(match) as open_room:
            if not user.person or user.person != open_room.room.terms.owner:
                raise Forbidden("hall.not_your_match")
            if not 0 <= seat < len(open_room.room.occupants):
                raise IllegalAction(
                    "table.no_such_seat", seat=seat, count=len(open_room.room.occupants)
                )
            code = self._secret()
            await invite(self._hall, open_room, seat, store.hash_secret(code))
        return code

    # ---- the lobby ----------------------------------------------------------------------------

    async def lobby(self, before: str = "") -> list[Offered]:
        """A page of the listed matches with a seat for anyone, newest first.

        `before` is the last match of the previous page.
        """
        latest = await self._created(before) if before else inf
        return await load_lobby(self._hall.database, latest, before)

    async def _created(self, match: str) -> float:
        rows = await self._hall.database.read(
            "select created from matches where id = :id", id=match
        )
        if not rows:
            raise NoSuchMatch("hall.no_match", match=match)
        return rows[0][0]

    async def _refuse_too_many(self, user: User) -> None:
        """Limit the open matches of one person, who could fill the lobby."""
        rows = await self._hall.database.read(
            "select count(*) from matches where owner = :person and status = 'open'",
            person=user.person,
        )
        if rows[0][0] >= self._most_open:
            raise RateLimited("hall.too_many_open", most=self._most_open)

    async def running(self, most: int = 20) -> list[Running]:
        """The listed matches in progress, newest first."""
        rows = await self._hall.database.read(
            "select m.id, m.game, m.created, s.name from"
            " (select id, game, created from matches where status = 'running' and listed = 1"
            " order by created desc, id limit :most) m join seats s on s.match = m.id"
            " order by m.created desc, m.id, s.seat",
            most=most,
        )
        found: dict[str, Running] = {}
        for id, slug, created, name in rows:
            before = found[id].players if id in found else ()
            found[id] = Running(id, slug, (*before, name or ""), created)
        return list(found.values())

    async def pair(self, user: User, new_match: NewMatch) -> Created:
        """Quick pairing: the first free seat in a match on these terms whose players are connected,
        or else a new match.

        One request at a time for each game: two at once would both find no match and wait for ever.
        """
        match_game = game(new_match.game, **new_match.settings)
        async with self._pairing[match_game.slug]:
            return await self._pair(user, new_match, match_game)

    async def _pair(self, user: User, new_match: NewMatch, match_game: AnyGame) -> Created:
        control = TimeControl.read(new_match.clock) if new_match.clock else None
        wanted = (match_game.slug, match_game.changed_settings(), control, new_match.rated)
        offers = [
            offer
            for offer in await self.lobby()
            if (offer.game, offer.settings, offer.control, offer.rated) == wanted
        ]
        abandoned = await self._abandoned(offers)
        for offer in offers:
            if offer.match not in abandoned and await self._is_waiting_for(user, offer):
                try:
                    code = await self.sit(user, offer.match, offer.free[0], new_match.name)
                except IllegalAction:  # another player was first
                    continue
                seat = offer.free[0]
                return Created(
                    offer.match, (CreatedSeat(seat, match_game.seats[seat], ANYONE, code),)
                )
        seats = (ME, *[ANYONE] * (len(match_game.seats) - 1))
        return await self.create(user, msgspec.structs.replace(new_match, seats=seats, listed=True))

    async def _abandoned(self, offers: Sequence[Offered]) -> set[str]:
        """The matches with players of which none is connected. Two queries find them: loading every
        abandoned match of the lobby into memory would be slow."""
        hall, long_ago = self._hall, self._hall.time.wall_clock.wall() - TO_CONNECT
        silent = [
            offer.match
            for offer in offers
            if offer.created <= long_ago
            and not ((open_room := hall.rooms.get(offer.match)) and open_room.audience.listeners)
        ]
        if not silent:
            return set()
        return await store.load_matches_with_players(
            hall.database, silent
        ) - await hall.presence.connected_matches(silent)

    async def _is_waiting_for(self, user: User, offer: Offered) -> bool:
        """Are the other players of a match connected? The creator of a new match is given a moment
        to connect."""
        async with self._hall.locked_room(offer.match) as open_room:
            await self._hall.presence.refresh(open_room)
            occupants, audience = open_room.room.occupants, open_room.audience
            if any(sit and sit.person == user.person for sit in occupants):
                return False
            if any(sit is None and seat not in offer.free for seat, sit in enumerate(occupants)):
                return False  # an invited player has left, and nobody else may take the seat
            infos = enumerate(audience.seat_infos())
            away = {seat for seat, info in infos if info.kind and not info.online}
            fresh = open_room.room.terms.created > self._hall.time.wall_clock.wall() - TO_CONNECT
            return not away or (fresh and not away & audience.disconnected_seats)

    async def invitations(self, user: User, before: str = "") -> list[Invitation]:
        """A page of the seats that are reserved for a bot and not taken yet, newest first, so that
        nobody can hide new ones behind many old ones.

        `before` is the last match of the previous page.
        """
        rows = await self._hall.database.read(
            "select m.id, s.seat, m.game, m.settings from seats s join matches m on m.id = s.match"
            " where m.status = 'open' and s.wanted = :wanted and s.kind is null"
            " and (m.created, m.id) < (:latest, :before)"
            " order by m.created desc, m.id desc, s.seat limit :most",
            wanted=f"{BOT}{user.name}",
            latest=await self._created(before) if before else inf,
            before=before,
            most=INVITATIONS_PAGE,
        )
        return [
            Invitation(match, seat, slug, msgspec.json.decode(settings))
            for match, seat, slug, settings in rows
        ]

    # ---- rematches ----------------------------------------------------------------------------

    async def rematch(self, match: str, seat: int, command: str) -> str:
        """Ask for a rematch; once all players have, returns the new match, with rotated seats."""
        await self._refuse_banned(match)
        await self._hall.do(match, seat, Rematch(), command)
        async with self._hall.locked_room(match) as open_room:
            room = open_room.room
            people = {i for i, c in enumerate(room.occupants) if c and c.kind != "computer"}
            if room.next or not people <= room.again:
                return room.next
            sits = [sit for sit in room.occupants if sit]
            codes, terms = room.codes, room.terms
        again = msgspec.structs.replace(
            terms, id=_rematch_id(terms.id), created=self._hall.time.wall_clock.wall()
        )
        own = [  # in old entries without a code, the invitation is the code
            msgspec.structs.replace(sit, code=sit.code or codes[seat], invitation="")
            for seat, sit in enumerate(sits)
        ]
        rotated = [*own[1:], own[0]]
        rows = [
            SeatRow(seat, store.hash_secret(self._secret()), None, LINK)
            for seat in range(len(sits))
        ]
        with suppress(DuplicateKey):  # another process was first
            await self._hall.create(again, None, rows)
        for seat, sit in enumerate(rotated):
            await self._hall.do(again.id, seat, sit, "again")
        await self._hall.do(match, NOBODY, Rematch(again.id), "again")
        return again.id

    async def _refuse_banned(self, match: str) -> None:
        """Refuse a rematch with a banned player."""
        banned = await self._hall.database.read(
            "select 1 from seats s join people p on p.id = s.person"
            " where s.match = :match and p.banned = 1 limit 1",
            match=match,
        )
        if banned:
            raise Forbidden("hall.player_banned")


def _sit(user: User, name: str, code: str) -> Sit:
    kind = "bot" if user.kind == "bot" else "person"
    return Sit(name, kind, user.person, code=store.hash_secret(code))


def _computer(word: str) -> Sit:
    player = word.removeprefix(COMPUTER)
    return Sit(name_of(player), "computer", "", player)


def _match_id(secret: str) -> str:
    return store.hash_secret(secret)[:10]


def _rematch_id(id: str) -> str:
    return store.hash_secret(f"{id} again")[:10]
