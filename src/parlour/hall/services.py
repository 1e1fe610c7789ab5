"""The services of a running hall, put together: the one place that knows all parts."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from contextlib import suppress
from functools import partial
from random import Random, SystemRandom

from parlour.hall.api.identity import Identity
from parlour.hall.api.streams import Streams
from parlour.hall.clocks.hall_time import HallTime, SystemClock, WallClock
from parlour.hall.computers.port import Computers, allowed_player
from parlour.hall.computers.workers import Workers
from parlour.hall.connections.socket import Sockets
from parlour.hall.matchmaking.matchmaking import Matchmaking
from parlour.hall.operating import gc_policy
from parlour.hall.operating.config import Config
from parlour.hall.people import revocations
from parlour.hall.people.accounts import Accounts
from parlour.hall.people.revocations import Revocations
from parlour.hall.rooms.hall import Hall
from parlour.hall.storage.database import Database
from parlour.hall.storage.databases.database_url import open_database
from parlour.hall.storage.databases.metered import MeteredDatabase
from parlour.hall.storage.liveness import load_gaps
from parlour.hall.storage.schema import migrate
from parlour.hall.storage.upkeep import retention
from parlour.hall.tournaments import tournaments
from parlour.hall.tournaments.tournaments import Tournaments
from parlour.table.errors import BadSettings
from parlour.table.registry import find, games


class Services:
    """A hall with its accounts, connections, streams and database."""

    def __init__(
        self,
        config: Config,
        database: Database,
        time: HallTime,
        rng: Random,
        computers: Computers | None = None,
        hall: type[Hall] = Hall,
    ) -> None:
        self.config = config
        self.database = database
        self.workers: Workers | None = None  # processes that have to be closed
        self.hall = hall(database, time, rng, computers)
        self.accounts = Accounts(database, self.hall.writer, time.wall_clock)
        self.matchmaking = Matchmaking(
            self.hall, allowed_player, config.open_matches, partial(_secret, rng)
        )
        self.tournaments = Tournaments(self.hall, partial(_secret, rng))
        self.identity = Identity(self.accounts, config)
        self.sockets = Sockets(self.hall, self.identity.user, config)
        self.streams = Streams(self.hall, config.streams, config.streams_per_person)

        self.revocations = Revocations(database, time.wall_clock, self._end)
        self.accounts.on_revoked = self.revocations.apply_new

    def _end(self, person: str, session: str) -> None:
        self.sockets.end(person, session)
        self.streams.end(person, session)
        if person:  # whose name may be another now: `deleted`
            self.hall.rooms.reread_rooms_of(person)

    async def _apply_revocations(self) -> None:
        if self.hall.time.away_since is None:
            await self.revocations.apply_new()
        self.streams.end_expired(self.hall.time.wall_clock.wall())

    async def start(self) -> None:
        """Start all background work, in the server and in the simulation alike."""
        await self.hall.start()
        runtime = self.hall.runtime
        runtime.always("sockets", self.sockets.look_after)
        runtime.every(lambda: revocations.INTERVAL, "revocations", self._apply_revocations)
        runtime.every(
            lambda: tournaments.INTERVAL,
            "tournaments",
            self.tournaments.bring_on_all,
            vital=False,
        )
        runtime.every(lambda: retention.INTERVAL, "retention", self._clean, vital=False)
        runtime.every(
            lambda: gc_policy.YOUNG_INTERVAL, "new garbage", gc_policy.collect_young, vital=False
        )
        runtime.every(
            lambda: gc_policy.FULL_INTERVAL,
            "garbage collection",
            gc_policy.collect_all,
            at_once=False,
            vital=False,
        )

    async def _clean(self) -> None:
        await retention.delete_old_rows(
            self.database, self.hall.writer, self.hall.time.wall_clock.wall()
        )

    async def close(self) -> None:
        """Write what is pending, and close everything."""
        if self.workers is not None:
            await self.workers.close()
        await self.hall.close()


def _secret(rng: Random) -> str:
    return urlsafe_b64encode(rng.randbytes(16)).rstrip(b"=").decode()


async def open_services(config: Config, watch: WallClock | None = None) -> Services:
    """Load the games, open and migrate the database, and start the services."""
    _load_games()
    database = open_database(config.database)
    database.claim()
    await migrate(database)
    time = HallTime(watch or SystemClock(), await load_gaps(database))
    workers = Workers(config.computers)
    services = Services(config, MeteredDatabase(database), time, SystemRandom(), workers)
    services.workers = workers
    await services.start()
    return services


def _load_games() -> None:
    """Import every game at the start: on the loop, that would take up to 25 ms each.

    A game that cannot be imported is refused, with a sentence, when somebody asks for it.
    """
    for slug in games():
        with suppress(BadSettings):
            find(slug)
