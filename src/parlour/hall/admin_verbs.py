"""`parlour hall ban|unban|admin|export|forget`: looking after the people of a hall."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from random import SystemRandom
from typing import TYPE_CHECKING, TypeVar

import click

from parlour.hall import admin as people
from parlour.hall.database import Database
from parlour.hall.opening import database_option, with_database
from parlour.hall.schema import migrate
from parlour.hall.writer import Writer

if TYPE_CHECKING:
    from parlour.hall.hall import Hall

Result = TypeVar("Result")


def _with(address: str, work: Callable[[Database], Awaitable[Result]]) -> Result:
    """Do something with a database that is up to date."""

    async def run(database: Database) -> Result:
        await migrate(database)
        return await work(database)

    return with_database(address, run)


async def _in_hall(database: Database, work: Callable[[Hall], Awaitable[None]]) -> None:
    """Do something as a hall of one's own, beside those that are open."""
    from parlour.hall.hall import Hall
    from parlour.hall.store import load_gaps
    from parlour.hall.time import HallTime, SystemWatch

    time = HallTime(SystemWatch(), await load_gaps(database))
    await work(Hall(database, time, SystemRandom()))


@click.command()
@click.argument("name")
@database_option
def ban(name: str, address: str) -> None:
    """Ban the account NAME.

    Its sessions and connections end, and it cannot sign in. It leaves matches that have not begun
    and resigns those that have.
    """
    from parlour.hall.moderation import ban as close

    _with(address, lambda database: _in_hall(database, lambda hall: close(hall, name)))
    click.echo(f"{name} is banned")


@click.command()
@click.argument("name")
@database_option
def unban(name: str, address: str) -> None:
    """Lift the ban on the account NAME."""
    _with(address, lambda database: people.unban(database, Writer(database), name))
    click.echo(f"{name} may come in again")


@click.command()
@click.argument("name")
@database_option
def admin(name: str, address: str) -> None:
    """Make the account NAME an admin."""
    _with(address, lambda database: people.make_admin(database, Writer(database), name))
    click.echo(f"{name} is an admin")


@click.command()
@click.argument("name")
@database_option
def export(name: str, address: str) -> None:
    """Print all data stored about the person NAME, as JSON."""
    found = _with(address, lambda database: people.export(database, name))
    click.echo(json.dumps(found, indent=2, ensure_ascii=False))


@click.command()
@click.argument("name")
@database_option
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
def forget(name: str, address: str, yes: bool) -> None:
    """Delete the person NAME. In saved matches their name becomes "deleted".

    A running server may still show the name in matches that it holds in memory.
    """
    _with(address, lambda database: people.find_person(database, name))
    if not yes:
        click.confirm("This cannot be undone. Delete all data about this person?", abort=True)
    _with(address, lambda database: people.forget(database, Writer(database), name))
    click.echo(f"{name} is forgotten")


COMMANDS = (ban, unban, admin, export, forget)
"""For the group `parlour hall`."""
