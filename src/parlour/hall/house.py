"""Everything that belongs to a running hall, put together: the one place that knows all parts."""

from __future__ import annotations

from random import Random, SystemRandom
from typing import TYPE_CHECKING

from parlour.hall import ratings
from parlour.hall.address import open_database
from parlour.hall.api.identity import Identity
from parlour.hall.computers import allowed_player
from parlour.hall.config import Config
from parlour.hall.database import Database
from parlour.hall.hall import Hall
from parlour.hall.matches import Matches
from parlour.hall.measured import Measured
from parlour.hall.people import People
from parlour.hall.schema import migrate
from parlour.hall.store import load_gaps
from parlour.hall.time import HallTime, SystemWatch, Watch
from parlour.hall.workers import Workers

if TYPE_CHECKING:
    from parlour.hall.api.streams import Streams
    from parlour.hall.socket import Sockets


class House:
    """A hall with its front desk, its people and its database."""

    sockets: Sockets
    streams: Streams

    def __init__(
        self,
        config: Config,
        database: Database,
        time: HallTime,
        rng: Random,
        workers: Workers | None = None,
    ) -> None:
        self.config = config
        self.database = database
        self.workers = workers
        self.hall = Hall(database, time, rng, workers)
        self.people = People(database, self.hall.writer, time.watch)
        self.matches = Matches(self.hall, allowed_player)
        self.identity = Identity(self.people, config)

    async def start(self) -> None:
        """Begin to look after things, and count what a former hall has left uncounted."""
        await self.hall.start()
        await ratings.catch_up(self.database, self.hall.writer, self.hall.time.watch.wall())

    async def close(self) -> None:
        """Keep what is still to be kept, and let go of everything."""
        if self.workers is not None:
            await self.workers.close()
        await self.hall.close()


async def open_house(config: Config, watch: Watch | None = None) -> House:
    """Open the database, bring it up to date, and put the hall together."""
    database = open_database(config.database)
    await migrate(database)
    time = HallTime(watch or SystemWatch(), await load_gaps(database))
    house = House(config, Measured(database), time, SystemRandom(), Workers(config.computers))
    await house.start()
    return house
