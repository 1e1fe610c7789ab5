"""Tournaments of people: create, join, withdraw, begin; and the work that brings them on.

Everything is decided by what is in the database, so a tournament continues after a restart, and any
process may bring it on: the keys of tables and matches make sure that each is created once.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import suppress
from itertools import groupby
from typing import Any, cast

import msgspec

from parlour.hall.people.authorise import Forbidden, User
from parlour.hall.people.limits import RateLimited
from parlour.hall.rooms.hall import Hall
from parlour.hall.rooms.room import MatchTerms, Room
from parlour.hall.storage import store
from parlour.hall.storage.database import DuplicateKey
from parlour.hall.storage.store import SeatRow
from parlour.hall.tournaments import kept as rows
from parlour.hall.tournaments.kept import Entrant, KeptTournament, PairedTable, Tournament
from parlour.hall.tournaments.pairing import next_round, standings
from parlour.table.clock import TimeControl
from parlour.table.errors import BadSettings, IllegalAction
from parlour.table.registry import game
from parlour.wire.http_types import (
    LINK,
    NewTournament,
    TournamentListed,
    TournamentShown,
    TournamentTable,
)
from parlour.wire.operations import Sit

INTERVAL = 2.0
"""Seconds between two looks at the tournaments that are running."""
MOST_PLAYERS = 256
MOST_OPEN = 10
"""Tournaments of one person that are not over."""
MOST_LISTED = 50
ATTEMPTS = 20
"""Retries where others joined at the same moment."""


class Tournaments:
    """The tournaments of a hall."""

    def __init__(
        self, hall: Hall, secret: Callable[[], str] = lambda: secrets.token_urlsafe(16)
    ) -> None:
        self._hall = hall
        self._secret = secret

    # ---- what people do ------------------------------------------------------------------------

    async def create(self, user: User, new: NewTournament) -> TournamentShown:
        match_game = game(new.game, **new.settings)
        if not new.clock:
            raise BadSettings("hall.tournament_clock")
        TimeControl.read(new.clock)
        await self._refuse_too_many(user)
        tournament = Tournament(
            store.hash_secret(self._secret())[:10],
            " ".join(new.title.split()),
            match_game.slug,
            msgspec.json.encode(match_game.changed_settings()).decode(),
            new.clock,
            new.format,
            new.rounds,
            int(new.rated),
            user.person,
            self._hall.time.wall_clock.wall(),
            "open",
        )
        await self._hall.write([rows.new_tournament(tournament)])
        return await self.show(tournament.id)

    async def _refuse_too_many(self, user: User) -> None:
        found = await self._hall.database.read(
            "select count(*) from tournaments where owner = :person and status <> 'over'",
            person=user.person,
        )
        if found[0][0] >= MOST_OPEN:
            raise RateLimited("hall.tournament_many", most=MOST_OPEN)

    async def join(self, user: User, id: str) -> TournamentShown:
        """Join a tournament that has not begun; whoever had withdrawn before is in again."""
        for _ in range(ATTEMPTS):
            kept = await self._load(id)
            if kept.tournament.status != "open":
                raise IllegalAction("hall.tournament_begun")
            mine = _entrant(kept, user)
            if mine and not mine.withdrawn:
                raise IllegalAction("hall.tournament_joined")
            if len(kept.entrants) >= MOST_PLAYERS:
                raise BadSettings("hall.tournament_full", most=MOST_PLAYERS)
            number = 1 + max((each.number for each in kept.entrants), default=-1)
            entry = (
                rows.set_withdrawn(id, user.person, False)
                if mine
                else rows.new_entrant(id, number, user.person, user.name)
            )
            with suppress(DuplicateKey):  # another one has taken this number
                await self._hall.write([entry])
                break
        return await self.show(id)

    async def withdraw(self, user: User, id: str) -> TournamentShown:
        """Leave a tournament: nobody is paired with you from now on. A match goes on."""
        kept = await self._load(id)
        if kept.tournament.status == "over":
            raise IllegalAction("hall.tournament_over")
        mine = _entrant(kept, user)
        if mine is None or mine.withdrawn:
            raise IllegalAction("hall.tournament_not_in")
        await self._hall.write([rows.set_withdrawn(id, user.person, True)])
        return await self.show(id)

    async def begin(self, user: User, id: str) -> TournamentShown:
        """Pair the first round. Only its creator may."""
        kept = await self._load(id)
        if kept.tournament.owner != user.person:
            raise Forbidden("hall.not_your_tournament")
        if kept.tournament.status != "open":
            raise IllegalAction("hall.tournament_begun")
        active = sum(not each.withdrawn for each in kept.entrants)
        least = len(_game(kept).seats)
        if active < least:
            raise BadSettings("hall.tournament_few", least=least, given=active)
        await self._hall.write([rows.set_status(id, "running")])
        await self.bring_on(id)
        return await self.show(id)

    # ---- what people see -----------------------------------------------------------------------

    async def show(self, id: str) -> TournamentShown:
        kept = await self._load(id)
        tournament = kept.tournament
        played = groupby(kept.tables, lambda table: table.round)
        return TournamentShown(
            tournament.id,
            tournament.title,
            tournament.game,
            msgspec.json.decode(tournament.settings),
            tournament.control,
            tournament.format,
            tournament.rounds,
            bool(tournament.rated),
            tournament.owner or "",
            tournament.created,
            cast(Any, tournament.status),
            standings(kept),
            tuple(
                tuple(TournamentTable(table.players, table.match, table.ranks) for table in tables)
                for _, tables in played
            ),
        )

    async def listed(self) -> list[TournamentListed]:
        found = await rows.load_list(self._hall.database, MOST_LISTED)
        return [TournamentListed(*row) for row in found]

    async def _load(self, id: str) -> KeptTournament:
        return await rows.load(self._hall.database, id)

    # ---- what the hall does --------------------------------------------------------------------

    async def bring_on_all(self) -> None:
        """Bring every running tournament on: periodic work."""
        for id in await rows.load_running(self._hall.database):
            await self.bring_on(id)

    async def bring_on(self, id: str) -> None:
        """Create missing matches, note results, and pair the next round once all are in."""
        kept = await self._load(id)
        for table in kept.tables:
            if table.ranks is None:
                await self._create_match(kept, table)
                await self._note_result(kept, table)
        kept = await self._load(id)
        if kept.tournament.status != "running" or any(t.ranks is None for t in kept.tables):
            return
        paired = next_round(kept, len(_game(kept).seats))
        if not paired:
            await self._hall.write([rows.set_status(id, "over")])
            return
        number = 1 + max((table.round for table in kept.tables), default=-1)
        tables = [_paired(id, number, i, players) for i, players in enumerate(paired)]
        with suppress(DuplicateKey):  # another process has paired this round
            await self._hall.write([rows.new_table(id, table) for table in tables])
        for table in (await self._load(id)).tables:
            if table.ranks is None:
                await self._create_match(kept, table)

    async def _create_match(self, kept: KeptTournament, table: PairedTable) -> None:
        """Create the match of a table, and seat its players; what is there already stays."""
        seated = await self._hall.database.read(
            "select count(*) from seats where match = :match and kind is not null",
            match=table.match,
        )
        if seated[0][0] == len(table.players):
            return
        tournament, match_game = kept.tournament, _game(kept)
        terms = MatchTerms(
            id=table.match,
            game=tournament.game,
            rules=match_game.version,
            settings=match_game.changed_settings(),
            control=TimeControl.read(tournament.control),
            rated=bool(tournament.rated),
            created=self._hall.time.wall_clock.wall(),
        )
        codes = [
            SeatRow(seat, store.hash_secret(self._secret()), None, LINK)
            for seat in range(len(table.players))
        ]
        with suppress(DuplicateKey):  # it is there: the hall stopped before all were seated
            await self._hall.create(terms, None, codes)
        people = {each.number: each for each in kept.entrants}
        for seat, number in enumerate(table.players):
            entrant = people.get(number)
            if entrant is not None:
                kind = "bot" if entrant.kind == "bot" else "person"
                code = store.hash_secret(self._secret())
                sit = Sit(entrant.name, kind, entrant.person, code=code)
                with suppress(IllegalAction):  # the seat is taken: another process was first
                    await self._hall.do(table.match, seat, sit, "tournament")

    async def _note_result(self, kept: KeptTournament, table: PairedTable) -> None:
        """Keep the ranks of a match that is over. A match that is gone was a draw."""
        state = await self._hall.database.read(
            "select status from matches where id = :match", match=table.match
        )
        if state and state[0][0] != "over":
            return
        ranks = await self._ranks(table.match) or (1,) * len(table.players)
        await self._hall.write([rows.set_ranks(kept.tournament.id, table, ranks)])

    async def _ranks(self, match: str) -> tuple[int, ...]:
        """The ranks of a match that is over; none if it is gone."""
        terms = await store.load_terms(self._hall.database, match)
        if terms is None:
            return ()
        room = Room(terms)
        for entry in await store.load_entries(self._hall.database, match):
            room.repeat(entry)
        outcome = room.match.outcome if room.match else None
        return outcome.ranks if outcome else ()


def _entrant(kept: KeptTournament, user: User) -> Entrant | None:
    return next((each for each in kept.entrants if each.person == user.person), None)


def _game(kept: KeptTournament) -> Any:
    return game(kept.tournament.game, **msgspec.json.decode(kept.tournament.settings))


def _paired(id: str, round: int, number: int, players: tuple[int, ...]) -> PairedTable:
    """A table with the id of its match, which follows from its place; a bye is won at once."""
    if len(players) == 1:
        return PairedTable(round, number, players, "", (1,))
    match = store.hash_secret(f"{id} {round} {number}")[:10]
    return PairedTable(round, number, players, match, None)
