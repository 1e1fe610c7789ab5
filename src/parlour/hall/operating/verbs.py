"""`parlour hall ...`: administration of a hall from the command line."""

from __future__ import annotations

from pathlib import Path
from random import SystemRandom

import click

from parlour.hall.operating import admin_verbs
from parlour.hall.storage.database import AdminDatabase
from parlour.hall.storage.schema import migrate
from parlour.hall.storage.upkeep.with_database import database_option, with_database
from parlour.table.state import NOBODY
from parlour.wire.operations import Abort


@click.group()
def hall() -> None:
    """Administer a server: its database, accounts and matches."""


for command in admin_verbs.COMMANDS:
    hall.add_command(command)


@hall.command()
@click.argument("file", type=click.Path(path_type=Path))
@database_option
def backup(file: Path, database_url: str) -> None:
    """Back up the server's database to FILE.

    The server may keep running. A backup of SQLite can be restored into PostgreSQL, and the other
    way round.
    """
    from parlour.hall.storage.upkeep.backup import backup as write

    rows = with_database(database_url, lambda database: write(database, file))
    click.echo(f"{file}: {rows} rows saved.")


@hall.command()
@click.argument("file", type=click.Path(path_type=Path))
@database_option
def restore(file: Path, database_url: str) -> None:
    """Restore a backup from FILE into an empty database."""
    from parlour.hall.storage.upkeep.backup import restore as fill

    rows = with_database(database_url, lambda database: fill(database, file), new=True)
    click.echo(f"{file}: {rows} rows restored.")


@hall.command()
@click.argument("match")
@database_option
def close(match: str, database_url: str) -> None:
    """End MATCH at once. It does not count, and its players are told."""
    with_database(database_url, lambda database: _abort(database, match))
    click.echo(f"Match {match} is closed.")


async def _abort(database: AdminDatabase, match: str) -> None:
    from parlour.hall.clocks.hall_time import HallTime, SystemClock
    from parlour.hall.rooms.hall import Hall
    from parlour.hall.storage import liveness

    await migrate(database)
    time = HallTime(SystemClock(), await liveness.load_gaps(database))
    await Hall(database, time, SystemRandom()).do(match, NOBODY, Abort(), "close")
