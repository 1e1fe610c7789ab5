"""`parlour hall ban|unban|admin|password|export|forget`: administration of people."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from random import SystemRandom
from typing import TYPE_CHECKING, TypeVar

import click

from parlour.hall.people import admin as people
from parlour.hall.storage.database import Database
from parlour.hall.storage.schema import migrate
from parlour.hall.storage.upkeep.with_database import database_option, with_database
from parlour.hall.storage.writer import Writer

if TYPE_CHECKING:
    from parlour.hall.rooms.hall import Hall

Result = TypeVar("Result")


def _with(database_url: str, work: Callable[[Database], Awaitable[Result]]) -> Result:
    """Do some work with a migrated database."""

    async def run(database: Database) -> Result:
        await migrate(database)
        return await work(database)

    return with_database(database_url, run)


async def _in_hall(database: Database, work: Callable[[Hall], Awaitable[None]]) -> None:
    """Do some work as one more hall on the database of those that run."""
    from parlour.hall.clocks.hall_time import HallTime, SystemClock
    from parlour.hall.rooms.hall import Hall
    from parlour.hall.storage.liveness import load_gaps

    time = HallTime(SystemClock(), await load_gaps(database))
    await work(Hall(database, time, SystemRandom()))


@click.command()
@click.argument("name")
@database_option
def ban(name: str, database_url: str) -> None:
    """Ban the account NAME.

    Its sessions and connections end, and it cannot sign in. It leaves matches that have not begun
    and resigns those that have.
    """
    from parlour.hall.people.moderation import ban as close

    _with(database_url, lambda database: _in_hall(database, lambda hall: close(hall, name)))
    click.echo(f"{name} is banned.")


@click.command()
@click.argument("name")
@database_option
def unban(name: str, database_url: str) -> None:
    """Lift the ban on the account NAME."""
    _with(database_url, lambda database: people.unban(database, Writer(database), name))
    click.echo(f"The ban on {name} is lifted.")


@click.command()
@click.argument("name")
@database_option
@click.option("--revoke", is_flag=True, help="Make it an ordinary account again.")
def admin(name: str, database_url: str, revoke: bool) -> None:
    """Make the account NAME an admin."""
    change = people.dismiss_admin if revoke else people.make_admin
    _with(database_url, lambda database: change(database, Writer(database), name))
    click.echo(f"{name} is no longer an admin." if revoke else f"{name} is an admin.")


@click.command()
@click.argument("name")
@database_option
def password(name: str, database_url: str) -> None:
    """Give the account NAME a new password, which you are asked for.

    All its sessions and tokens end.
    """
    from parlour.hall.clocks.hall_time import SystemClock
    from parlour.hall.people.accounts import Accounts

    new = click.prompt("New password", hide_input=True, confirmation_prompt=True)

    async def change(database: Database) -> None:
        await Accounts(database, Writer(database), SystemClock()).set_password(name, new)

    _with(database_url, change)
    click.echo(f"{name} has a new password.")


@click.command()
@click.argument("name")
@database_option
def export(name: str, database_url: str) -> None:
    """Print all data stored about the person NAME, as JSON."""
    found = _with(database_url, lambda database: people.export(database, name))
    click.echo(json.dumps(found, indent=2, ensure_ascii=False))


@click.command()
@click.argument("name")
@database_option
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
def forget(name: str, database_url: str, yes: bool) -> None:
    """Delete the person NAME. In saved matches their name becomes "deleted".

    Their connections end. They leave matches that have not begun and resign those that have.

    A running server may still show the name in matches that it holds in memory.
    """
    from parlour.hall.people.moderation import forget as erase

    _with(database_url, lambda database: people.find_person(database, name))
    if not yes:
        click.confirm("This cannot be undone. Delete all data about this person?", abort=True)
    _with(database_url, lambda database: _in_hall(database, lambda hall: erase(hall, name)))
    click.echo(f"All data about {name} has been deleted.")


COMMANDS = (ban, unban, admin, password, export, forget)
"""For the group `parlour hall`."""
