"""What the verbs that look after a hall share: which database, and opening it for a while."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import click

from parlour.hall.address import default_address, open_database
from parlour.hall.database import WholeDatabase

Result = TypeVar("Result")

database_option = click.option(
    "--database",
    "address",
    default=default_address,
    metavar="ADDRESS",
    help="sqlite:PATH or postgresql://...; default: a file in Parlour's data folder.",
)


def with_database(address: str, work: Callable[[WholeDatabase], Awaitable[Result]]) -> Result:
    """Do something with a database, and close it."""

    async def run() -> Result:
        database = open_database(address)
        try:
            return await work(database)
        finally:
            await database.close()

    return asyncio.run(run())
