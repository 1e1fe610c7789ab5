"""Arranging matches: creating them, sitting down, the lobby, quick pairing, playing again."""

from __future__ import annotations

import asyncio
import secrets
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import inf

import msgspec

from parlour.hall.people import ratings
from parlour.hall.people.authorise import Forbidden, User
from parlour.hall.people.limits import LOBBY_PAGE, RateLimited
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
"""Seconds after which somebody who offers a match and is not connected counts as away."""


class Matchmaking:
    """The front desk of the hall."""

    def __init__(
        self,
        hall: Hall,
        check_player: Callable[[str, AnyGame], object],
        most_open: int = 50,
        secret: Callable[[], str] = lambda: secrets.token_urlsafe(16),
    ) -> None:
        self._hall = hall
        self._check_player = check_player
        self._most_open = most_open  # matches of one person that may wait for somebody
        self._secret = secret
        self._pairing: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)  # by game
        hall.play_again = self.rematch

    # ---- creating -----------------------------------------------------------------------------

    async def create(self, user: User, wish: NewMatch) -> Created:
        """A new match; who creates it sits where they said, and so do computers."""
        table = game(wish.game, **wish.settings)
        names = table.seats
        wanted = wish.seats or (ME, *[LINK] * (len(names) - 1))
        if len(wanted) != len(names):
            raise BadSettings("hall.seats", given=len(wanted), seats=len(names), game=table.title)
        if all(word.startswith(COMPUTER) for word in wanted):
            raise BadSettings("hall.nobody_plays")
        for word in wanted:
            self._check_wanted(user, word, table)
        await self._refuse_too_many(user)
        terms = MatchTerms(
            id=_match_id(self._secret()),
            game=table.slug,
            rules=table.version,
            settings=table.changed_settings(),
            control=TimeControl.read(wish.clock) if wish.clock else None,
            listed=wish.listed,
            rated=wish.rated,
            created=self._hall.time.wall_clock.wall(),
        )
        ratings.check_may_sit(terms, user)
        name = await seat_name(self._hall.database, user, wish.name)
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
        places = tuple(
            CreatedSeat(seat, names[seat], word, codes[seat] if word in (ME, LINK) else "")
            for seat, word in enumerate(wanted)
        )
        return Created(terms.id, places)

    def _check_wanted(self, user: User, word: str, table: AnyGame) -> None:
        if word.startswith(COMPUTER):
            self._check_player(word.removeprefix(COMPUTER), table)
            if self._hall.computers is not None:
                self._hall.computers.refuse_if_busy(user.person)
        elif word not in (ME, LINK, ANYONE) and not word.startswith(BOT):
            raise BadSettings("hall.wanted", given=shorten(word))

    # ---- sitting down -------------------------------------------------------------------------

    async def sit(self, user: User, match: str, seat: int, name: str = "", code: str = "") -> str:
        """Take a chair, by an invitation or because it is free; the secret of the seat."""
        async with self._hall.locked_room(match) as open_room:
            asker = await with_codes(self._hall, open_room, user, (code,) if code else ())
        own = self._secret()
        command = Command(f"sit {store.hash_secret(own)[:12]}", Sit(name, code=own), seat)
        await perform(self._hall, asker, match, command)
        return own

    async def invite(self, user: User, match: str, seat: int) -> str:
        """A new invitation to an empty chair of one's own match; older ones end."""
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
        """A page of the listed matches with a chair that is free for anyone, the newest first.

        `before` is the last match of the page before. However many there are, a page takes as many
        steps along the index as it has matches.
        """
        rows = await self._hall.database.read(
            "select m.id, m.game, m.settings, m.control, m.rated, m.created, coalesce("
            "(select min(c.name) from seats c where c.match = m.id and c.person = m.owner),"
            " p.name), s.seat from"
            " (select o.id, o.game, o.settings, o.control, o.rated, o.created, o.owner"
            " from matches o where o.status = 'open' and o.listed = 1 and o.created <= :latest"
            " and (o.created < :latest or o.id < :id) and exists (select 1 from seats f"
            " where f.match = o.id and f.wanted = 'anyone' and f.kind is null)"
            " order by o.created desc, o.id desc limit :most) m"
            " join seats s on s.match = m.id left join people p on p.id = m.owner"
            " where s.wanted = 'anyone' and s.kind is null"
            " order by m.created desc, m.id desc, s.seat",
            most=LOBBY_PAGE,
            latest=await self._created(before) if before else inf,
            id=before,
        )
        found: dict[str, Offered] = {}
        for id, slug, settings, control, rated, created, owner, seat in rows:
            free = found[id].free if id in found else ()
            found[id] = Offered(
                id,
                slug,
                msgspec.json.decode(settings),
                msgspec.json.decode(control, type=TimeControl) if control else None,
                bool(rated),
                created,
                owner or "",
                (*free, seat),
            )
        return list(found.values())

    async def _created(self, match: str) -> float:
        rows = await self._hall.database.read(
            "select created from matches where id = :id", id=match
        )
        if not rows:
            raise NoSuchMatch("hall.no_match", match=match)
        return rows[0][0]

    async def _refuse_too_many(self, user: User) -> None:
        """One person's offers do not fill the lobby."""
        rows = await self._hall.database.read(
            "select count(*) from matches where owner = :person and status = 'open'",
            person=user.person,
        )
        if rows[0][0] >= self._most_open:
            raise RateLimited("hall.too_many_open", most=self._most_open)

    async def running(self, most: int = 20) -> list[Running]:
        """The listed matches that are being played, the newest first."""
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

    async def pair(self, user: User, wish: NewMatch) -> Created:
        """Quick pairing: the first free chair at a match like this whose people are here, or else
        a new match.

        One person at a time: two who ask at once would both find nobody, and wait for ever.
        """
        table = game(wish.game, **wish.settings)
        async with self._pairing[table.slug]:
            return await self._pair(user, wish, table)

    async def _pair(self, user: User, wish: NewMatch, table: AnyGame) -> Created:
        control = TimeControl.read(wish.clock) if wish.clock else None
        wanted = (table.slug, table.changed_settings(), control, wish.rated)
        offers = [
            offer
            for offer in await self.lobby()
            if (offer.game, offer.settings, offer.control, offer.rated) == wanted
        ]
        abandoned = await self._abandoned(offers)
        for offer in offers:
            if offer.match not in abandoned and await self._is_waiting_for(user, offer):
                try:
                    code = await self.sit(user, offer.match, offer.free[0], wish.name)
                except IllegalAction:  # somebody was faster
                    continue
                seat = offer.free[0]
                return Created(offer.match, (CreatedSeat(seat, table.seats[seat], ANYONE, code),))
        seats = (ME, *[ANYONE] * (len(table.seats) - 1))
        return await self.create(user, msgspec.structs.replace(wish, seats=seats, listed=True))

    async def _abandoned(self, offers: Sequence[Offered]) -> set[str]:
        """The matches in which people sit and nobody is connected, by two looks into the database:
        a lobby full of those who have left is not loaded into memory for who wants to be paired."""
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
        """Do others sit in a match, and has none of them left? Somebody who has just asked for the
        match is given a moment to connect."""
        async with self._hall.locked_room(offer.match) as open_room:
            await self._hall.presence.refresh(open_room)
            chairs, audience = open_room.room.occupants, open_room.audience
            if any(chair and chair.person == user.person for chair in chairs):
                return False
            if any(chair is None and seat not in offer.free for seat, chair in enumerate(chairs)):
                return False  # somebody has stood up again, and nobody else may sit there
            with_codes = enumerate(audience.seat_infos())
            away = {seat for seat, chair in with_codes if chair.kind and not chair.online}
            fresh = open_room.room.terms.created > self._hall.time.wall_clock.wall() - TO_CONNECT
            return not away or (fresh and not away & audience.disconnected_seats)

    async def asked_for(self, user: User) -> list[Invitation]:
        """The chairs that are kept for a bot, and that it has not taken yet, the oldest first."""
        rows = await self._hall.database.read(
            "select m.id, s.seat, m.game, m.settings from matches m join seats s on s.match = m.id"
            " where m.status = 'open' and s.wanted = :wanted and s.kind is null"
            " order by m.created, m.id, s.seat limit 20",
            wanted=f"{BOT}{user.name}",
        )
        return [
            Invitation(match, seat, slug, msgspec.json.decode(settings))
            for match, seat, slug, settings in rows
        ]

    # ---- again --------------------------------------------------------------------------------

    async def rematch(self, match: str, seat: int, command: str) -> str:
        """Ask to play again; once all people do, the new match, everybody one seat further on."""
        await self._refuse_banned(match)
        await self._hall.do(match, seat, Rematch(), command)
        async with self._hall.locked_room(match) as open_room:
            room = open_room.room
            people = {i for i, c in enumerate(room.occupants) if c and c.kind != "computer"}
            if room.next or not people <= room.again:
                return room.next
            chairs = [chair for chair in room.occupants if chair]
            codes, terms = room.codes, room.terms
        again = msgspec.structs.replace(
            terms, id=_again(terms.id), created=self._hall.time.wall_clock.wall()
        )
        own = [  # seats from before they had secrets of their own were held by the table's codes
            msgspec.structs.replace(chair, code=chair.code or codes[seat], invitation="")
            for seat, chair in enumerate(chairs)
        ]
        turned = [*own[1:], own[0]]
        rows = [
            SeatRow(seat, store.hash_secret(self._secret()), None, LINK)
            for seat in range(len(chairs))
        ]
        with suppress(DuplicateKey):  # another process was first
            await self._hall.create(again, None, rows)
        for place, chair in enumerate(turned):
            await self._hall.do(again.id, place, chair, "again")
        await self._hall.do(match, NOBODY, Rematch(again.id), "again")
        return again.id

    async def _refuse_banned(self, match: str) -> None:
        """The secret of a seat opens no other match to somebody whose account is closed."""
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


def _again(id: str) -> str:
    return store.hash_secret(f"{id} again")[:10]
