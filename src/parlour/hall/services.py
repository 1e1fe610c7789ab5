"""Everything that belongs to a running hall, put together: the one place that knows all parts."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from contextlib import suppress
from functools import partial
from random import Random, SystemRandom

from parlour.hall.api.identity import Identity
from parlour.hall.api.streams import Streams
from parlour.hall.computers.port import Computers, allowed_player
from parlour.hall.computers.workers import Workers
from parlour.hall.connections.socket import Sockets
from parlour.hall.operating import gc_policy
from parlour.hall.operating.config import Config
from parlour.hall.people import revocations
from parlour.hall.people.accounts import Accounts
from parlour.hall.people.revocations import Revocations
from parlour.hall.rooms.hall import Hall
from parlour.hall.rooms.hall_time import HallTime, SystemClock, WallClock
from parlour.hall.rooms.matchmaking import Matchmaking
from parlour.hall.storage import retention
from parlour.hall.storage.database import Database
from parlour.hall.storage.database_url import open_database
from parlour.hall.storage.liveness import load_gaps
from parlour.hall.storage.metered import MeteredDatabase
from parlour.hall.storage.schema import migrate
from parlour.table.errors import BadSettings
from parlour.table.registry import find, games


class Services:
    """A hall with its front desk, its people and its database."""

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
        self.workers: Workers | None = None  # processes that have to be ended
        self.hall = hall(database, time, rng, computers)
        self.accounts = Accounts(database, self.hall.writer, time.wall_clock)
        self.matchmaking = Matchmaking(
            self.hall, allowed_player, config.open_matches, partial(_secret, rng)
        )
        self.identity = Identity(self.accounts, config)
        self.sockets = Sockets(self.hall, self.identity.user, config)
        self.streams = Streams(self.hall, config.streams, config.streams_per_person)

        self.revocations = Revocations(database, time.wall_clock, self._end)
        self.accounts.on_revoked = self.revocations.look

    def _end(self, person: str, session: str) -> None:
        self.sockets.end(person, session)
        self.streams.end(person, session)

    async def _look_for_revocations(self) -> None:
        if self.hall.time.away_since is None:
            await self.revocations.look()
        self.streams.end_expired(self.hall.time.wall_clock.wall())

    async def start(self) -> None:
        """Start all the background work there is: the same here and in the simulation."""
        await self.hall.start()
        runtime = self.hall.runtime
        runtime.always("sockets", self.sockets.look_after)
        runtime.every(lambda: revocations.EVERY, "revocations", self._look_for_revocations)
        runtime.every(lambda: retention.INTERVAL, "retention", self._clean, vital=False)
        runtime.every(lambda: gc_policy.OFTEN, "new garbage", gc_policy.collect_new, vital=False)
        runtime.every(
            lambda: gc_policy.SELDOM,
            "garbage collection",
            gc_policy.collect,
            at_once=False,
            vital=False,
        )

    async def _clean(self) -> None:
        await retention.delete_old_rows(
            self.database, self.hall.writer, self.hall.time.wall_clock.wall()
        )

    async def close(self) -> None:
        """Keep what is still to be kept, and let go of everything."""
        if self.workers is not None:
            await self.workers.close()
        await self.hall.close()


def _secret(rng: Random) -> str:
    return urlsafe_b64encode(rng.randbytes(16)).rstrip(b"=").decode()


async def open_services(config: Config, watch: WallClock | None = None) -> Services:
    """Load the games, open the database, bring it up to date, and put the hall together."""
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
    """Import every game, before anybody comes: that takes up to 25 ms each, on the loop.

    One that cannot be imported is refused, by a sentence, when somebody asks for it.
    """
    for slug in games():
        with suppress(BadSettings):
            find(slug)
