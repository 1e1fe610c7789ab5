"""Everything that belongs to a running hall, put together: the one place that knows all parts."""

from __future__ import annotations

from pathlib import Path
from random import Random, SystemRandom
from typing import TYPE_CHECKING

from parlour.hall.api.identity import Identity
from parlour.hall.computers import Computers
from parlour.hall.config import Config
from parlour.hall.database import Database
from parlour.hall.hall import Hall
from parlour.hall.matches import Matches
from parlour.hall.people import People
from parlour.hall.schema import migrate
from parlour.hall.sqlite import SqliteDatabase
from parlour.hall.store import load_gaps
from parlour.hall.time import HallTime, SystemWatch, Watch
from parlour.players.player import read_player
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
        computers: Computers | None = None,
    ) -> None:
        self.config = config
        self.database = database
        self.hall = Hall(database, time, rng, computers)
        self.people = People(database, self.hall.writer, time.watch)
        self.matches = Matches(self.hall, read_player)
        self.identity = Identity(self.people, config)

    async def close(self) -> None:
        """Keep what is still to be kept, and let go of everything."""
        self.hall.timers.close()
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
    return House(config, database, time, SystemRandom())
