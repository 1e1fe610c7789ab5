"""The port to a database: short reads, and writes that are on disk when they return.

The hall speaks plain SQL that SQLite and PostgreSQL both understand, with `:name` for values.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from typing import Any, NamedTuple, Protocol

from parlour.table.errors import ParlourError
from parlour.table.sentences import Sentence

Row = tuple[Any, ...]
Values = dict[str, Any]


class Statement(NamedTuple):
    """Something to write: SQL with its values.

    `match` is the match that it changes for those who are in it: other processes are told of that,
    and whether it is something `extra` the entries, such as chat or presence.
    """

    sql: str
    values: Values
    match: str = ""
    extra: bool = False


EXTRA_MARK = "+"
"""Follows the id of a match in news; no id has it."""


class DuplicateKey(Exception):
    """A unique key is there already: somebody else was first, or it is a repetition."""


class DatabaseUnavailable(ParlourError):
    """The database cannot keep anything now. Nothing of what was asked has been acknowledged."""

    @property
    def told(self) -> Sentence:
        """What strangers are told: not the reason, which may name hosts and files."""
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
        """As `write`, for changes of the tables themselves: they take as long as they take."""
        ...

    async def close(self) -> None: ...


class WholeDatabase(Database, Protocol):
    """A database that one can claim for a hall, and of which one can make a copy."""

    def claim(self) -> None:
        """Be the only hall on it, where there can be only one; `BadSettings` if there is another.

        The claim ends with the process, however that ends."""
        ...

    async def columns(self, table: str) -> list[str]: ...

    def export(self, queries: Sequence[str]) -> AsyncIterator[tuple[int, Row]]:
        """All rows of all queries as they are at one moment, with the number of the query."""
        ...
