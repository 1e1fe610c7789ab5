"""The port to a database: short reads, and writes that are on disk when they return.

Statements are plain SQL that SQLite and PostgreSQL both understand, with `:name` for parameters.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from typing import Any, Protocol

import msgspec

from parlour.table.errors import ParlourError
from parlour.table.sentences import Sentence

Row = tuple[Any, ...]
Values = dict[str, Any]


class Statement(msgspec.Struct, gc=False, frozen=True):
    """An SQL statement with its parameters.

    `match` is the match that it changes for those who are in its room: other processes are
    notified. `extra` marks a change of chat or presence, which is no entry of the match.
    """

    sql: str
    values: Values
    match: str = ""
    extra: bool = False


EXTRA_MARK = "+"
"""Follows the id of a match in a notification of an `extra` change; no id contains it."""


def in_list(ids: Sequence[str]) -> tuple[str, dict[str, str]]:
    """The parameters of an SQL `in (...)`: their names, and their values."""
    values = {f"id_{i}": id for i, id in enumerate(ids)}
    return ", ".join(f":{name}" for name in values), values


class DuplicateKey(Exception):
    """A unique key exists already: another process was first, or a command was repeated."""


class DatabaseUnavailable(ParlourError):
    """The database cannot store anything now. Nothing of the request has been acknowledged."""

    @property
    def public_sentence(self) -> Sentence:
        """The sentence for clients: without the reason, which may name hosts and files."""
        return Sentence("hall.away_now") if "reason" in self.sentence.values else self.sentence


class Database(Protocol):
    """What the hall needs of a database."""

    @property
    def shared(self) -> bool:
        """May several processes of the hall use it at the same time?"""
        ...

    async def read(self, sql: str, **values: Any) -> list[Row]: ...

    async def write(self, statements: Sequence[Statement]) -> None:
        """Commit all statements or none; they are on disk on return.

        Raises `DuplicateKey` or `DatabaseUnavailable` if none was committed.
        """
        ...

    def notifications(self) -> AsyncGenerator[str]:
        """The ids of matches to which other processes commit, as they are notified.

        `EXTRA_MARK` follows the id if the change was not an entry. An empty string means that
        notifications may have been missed.
        """
        ...

    async def alter(self, statements: Sequence[Statement]) -> None:
        """As `write`, for changes of the schema, which have no deadline."""
        ...

    async def close(self) -> None: ...


class AdminDatabase(Database, Protocol):
    """A database that can also be claimed for one hall, and copied."""

    def claim(self) -> None:
        """Lock a database that only one hall may use; `BadSettings` if another one has it.

        The claim ends with the process, however that ends."""
        ...

    async def columns(self, table: str) -> list[str]: ...

    def export(self, queries: Sequence[str]) -> AsyncIterator[tuple[int, Row]]:
        """All rows of all queries in one snapshot, each with the number of its query."""
        ...
