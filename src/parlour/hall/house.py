"""Everything that belongs to a running hall, put together: the one place that knows all parts."""

from __future__ import annotations

from pathlib import Path
from random import Random, SystemRandom
from typing import TYPE_CHECKING

from parlour.hall import ratings, thinking
from parlour.hall.api.identity import Identity
from parlour.hall.computers import allowed_player
from parlour.hall.config import Config
from parlour.hall.database import Database
from parlour.hall.hall import Hall
from parlour.hall.matches import Matches
from parlour.hall.people import People
from parlour.hall.schema import migrate
from parlour.hall.sqlite import SqliteDatabase
from parlour.hall.store import load_gaps
from parlour.hall.time import HallTime, SystemWatch, Watch
from parlour.hall.workers import Workers
from parlour.table.errors import BadSettings

if TYPE_CHECKING:
    from parlour.hall.socket import Sockets


class House:
    """A hall with its front desk, its people and its database."""

    sockets: Sockets

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
        """See to what a former hall has left: ratings to count, computers that were to move."""
        await ratings.catch_up(self.database, self.hall.writer, self.hall.time.watch.wall())
        for match in await thinking.waiting_for_computers(self.database):
            async with self.hall.entered(match):
                pass  # a room in memory sees to its computers

    async def close(self) -> None:
        """Keep what is still to be kept, and let go of everything."""
        self.hall.timers.close()
        if self.workers is not None:
            await self.workers.close()
        await self.hall.writer.close()
        await self.database.close()


def open_database(address: str) -> Database:
    """The database at `sqlite:PATH`."""
    kind, _, rest = address.partition(":")
    if kind != "sqlite" or not rest:
        raise BadSettings("hall.database", given=address)
    Path(rest).expanduser().parent.mkdir(parents=True, exist_ok=True)
    return SqliteDatabase(Path(rest).expanduser())


async def open_house(config: Config, watch: Watch | None = None) -> House:
    """Open the database, bring it up to date, and put the hall together."""
    database = open_database(config.database)
    await migrate(database)
    time = HallTime(watch or SystemWatch(), await load_gaps(database))
    house = House(config, database, time, SystemRandom(), Workers(config.computers))
    await house.start()
    return house
