"""For the verbs that administer a hall: the option `--database`, and opening that database."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import click

from parlour.hall.operating.secret_files import read_secret
from parlour.hall.storage.database import AdminDatabase
from parlour.hall.storage.databases.database_url import (
    default_database_url,
    no_hall_error,
    open_database,
    with_password,
)

Result = TypeVar("Result")


def _add_password(_context: object, _option: object, url: str) -> str:
    return with_password(url, read_secret("PARLOUR_DATABASE_PASSWORD_FILE"))


database_option = click.option(
    "--database",
    "database_url",
    default=default_database_url,
    metavar="ADDRESS",
    envvar="PARLOUR_DATABASE",
    show_envvar=True,
    callback=_add_password,
    help="The database: sqlite:PATH or postgresql://...; default: a file in Parlour's data folder.",
)


def with_database(
    database_url: str, work: Callable[[AdminDatabase], Awaitable[Result]], new: bool = False
) -> Result:
    """Open a database, do some work, and close it. Unless it is `new` it must belong to a hall: a
    mistyped URL must not pass for a hall that nobody has used."""

    async def run() -> Result:
        database = open_database(database_url, new)
        try:
            if not new and not await database.columns("people"):
                raise no_hall_error(database_url)
            return await work(database)
        finally:
            await database.close()

    return asyncio.run(run())
