"""Where the hall's database is: an address such as `sqlite:hall.db` or `postgresql://...`."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

from parlour.hall.storage.database import WholeDatabase
from parlour.table.errors import BadSettings
from parlour.table.files import data_folder
from parlour.table.sentences import shorten

_secret = re.compile(r"(?<=:)[^/@]*(?=@)|(?<=password=)[^&]*", re.I)


def default_database_url() -> str:
    return f"sqlite:{data_folder() / 'parlour.db'}"


def open_database(address: str, new: bool = True) -> WholeDatabase:
    """The database at an address; only what it needs is imported. If it must not be a `new` one,
    no file is made."""
    kind, _, path = address.partition(":")
    if kind == "sqlite" and path and "\0" not in path:
        if not new and not Path(path).is_file():
            raise no_hall(address)
        from parlour.hall.storage.sqlite import SqliteDatabase

        return SqliteDatabase(_with_folder(Path(path)))
    if kind in ("postgresql", "postgres") and path.startswith("//"):
        if find_spec("psycopg") is None:
            raise BadSettings("hall.no_driver")
        from parlour.hall.storage.postgres import PostgresDatabase

        return PostgresDatabase(address)
    raise BadSettings("hall.no_database", address=shown(address))


def with_password(address: str, password: str) -> str:
    """An address of PostgreSQL with the password that is kept elsewhere, if there is one."""
    if not password or not address.startswith(("postgresql:", "postgres:")):
        return address
    return f"{address}{'&' if '?' in address else '?'}password={quote(password, safe='')}"


def no_hall(address: str) -> BadSettings:
    return BadSettings("hall.no_hall_kept", address=shown(address))


def shown(address: str) -> str:
    """An address without its password."""
    return shorten(_secret.sub("...", address), 200)


def _with_folder(path: Path) -> Path:
    """A path whose folder is there; if it cannot be made, SQLite will say so."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise BadSettings("hall.store_away", reason=f"{path.parent}: {reason}") from None
    return path
