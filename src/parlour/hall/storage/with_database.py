"""What the verbs that look after a hall share: which database, and opening it for a while."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import click

from parlour.hall.operating.secret_files import read_secret
from parlour.hall.storage.database import WholeDatabase
from parlour.hall.storage.database_url import (
    default_database_url,
    no_hall,
    open_database,
    with_password,
)

Result = TypeVar("Result")


def _with_secret(_context: object, _option: object, address: str) -> str:
    return with_password(address, read_secret("PARLOUR_DATABASE_PASSWORD_FILE"))


database_option = click.option(
    "--database",
    "address",
    default=default_database_url,
    metavar="ADDRESS",
    envvar="PARLOUR_DATABASE",
    show_envvar=True,
    callback=_with_secret,
    help="The database: sqlite:PATH or postgresql://...; default: a file in Parlour's data folder.",
)


def with_database(
    address: str, work: Callable[[WholeDatabase], Awaitable[Result]], new: bool = False
) -> Result:
    """Do something with a database, and close it. There must be a hall in it, or it is `new`: a
    mistyped address shall not pass for a hall in which nobody has been."""

    async def run() -> Result:
        database = open_database(address, new)
        try:
            if not new and not await database.columns("people"):
                raise no_hall(address)
            return await work(database)
        finally:
            await database.close()

    return asyncio.run(run())
