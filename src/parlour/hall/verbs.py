"""`parlour hall ...`: what somebody who runs a hall does beside letting it run."""

from __future__ import annotations

from pathlib import Path
from random import SystemRandom

import click

from parlour.hall import admin_verbs
from parlour.hall.config import Config, is_loopback
from parlour.hall.database import WholeDatabase
from parlour.hall.deeds import Abort
from parlour.hall.opening import database_option, with_database
from parlour.hall.reached import addresses
from parlour.hall.schema import migrate
from parlour.table.sentences import Sentence, listing
from parlour.table.state import NOBODY

ON_THIS_MACHINE, EVERYWHERE = "127.0.0.1", "0.0.0.0"  # noqa: S104 - where --lan is said


@click.group()
def hall() -> None:
    """Administer a server: its database, accounts and matches."""


for command in admin_verbs.COMMANDS:
    hall.add_command(command)


@hall.command()
@click.argument("file", type=click.Path(path_type=Path))
@database_option
def backup(file: Path, address: str) -> None:
    """Back up the server's database to FILE.

    The server may keep running. A backup of SQLite can be restored into PostgreSQL, and the other
    way round.
    """
    from parlour.hall.backup import backup as write

    rows = with_database(address, lambda database: write(database, file))
    click.echo(f"{file}: {rows} rows")


@hall.command()
@click.argument("file", type=click.Path(path_type=Path))
@database_option
def restore(file: Path, address: str) -> None:
    """Restore a backup from FILE into an empty database."""
    from parlour.hall.backup import restore as fill

    rows = with_database(address, lambda database: fill(database, file), new=True)
    click.echo(f"{file}: {rows} rows restored")


@hall.command()
@click.argument("match")
@database_option
def close(match: str, address: str) -> None:
    """End MATCH at once. It does not count, and its players are told."""
    with_database(address, lambda database: _abort(database, match))
    click.echo(f"{match} is closed")


async def _abort(database: WholeDatabase, match: str) -> None:
    from parlour.hall import store
    from parlour.hall.hall import Hall
    from parlour.hall.time import HallTime, SystemWatch

    await migrate(database)
    time = HallTime(SystemWatch(), await store.load_gaps(database))
    await Hall(database, time, SystemRandom()).do(match, NOBODY, Abort(), "close")


@click.command()
@click.option(
    "--host",
    help="The address to listen on; default: 127.0.0.1 (this machine only), 0.0.0.0 with --lan.",
)
@click.option(
    "--port",
    default=8722,
    show_default=True,
    type=click.IntRange(1, 65_535),
    help="The port to listen on.",
)
@database_option
@click.option(
    "--public", default="", help="The https address that people use, if there is a proxy."
)
@click.option(
    "--proxy", default="", help="The address of that proxy; its X-Forwarded-For header is trusted."
)
@click.option(
    "--computers",
    default=1,
    show_default=True,
    type=click.IntRange(1, 256),
    envvar="PARLOUR_COMPUTERS",
    help="The number of processes for computer players.",
)
@click.option("--lan", is_flag=True, help="Serve a trusted local network without encryption.")
@click.option(
    "--metrics-token",
    default="",
    envvar="PARLOUR_METRICS_TOKEN",
    help="Allow other machines to read /metrics with this token; better set PARLOUR_METRICS_TOKEN.",
)
def serve(
    host: str | None,
    port: int,
    address: str,
    public: str,
    proxy: str,
    computers: int,
    lan: bool,
    metrics_token: str,
) -> None:
    """Run a server for people and programs. Parlour calls such a server a hall."""
    import uvloop

    from parlour.hall.server import serve as run

    host = host or (EVERYWHERE if lan else ON_THIS_MACHINE)
    config = Config(
        host, port, address, public, proxy, lan, metrics_token=metrics_token, computers=computers
    )
    config.check()

    def opened() -> None:
        alone = not config.public and is_loopback(config.host)
        said = "hall.open_here" if alone else "hall.open"
        click.echo(str(Sentence(said, addresses=listing(addresses(config)))))

    uvloop.run(run(config, opened))
