"""The URL of the hall's database: `sqlite:hall.db` or `postgresql://...`."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

from parlour.hall.storage.database import AdminDatabase
from parlour.table.errors import BadSettings
from parlour.table.sentences import shorten
from parlour.table.texts.files import data_folder

_password = re.compile(r"(?<=:)[^/@]*(?=@)|(?<=password=)[^&]*", re.I)


def default_database_url() -> str:
    return f"sqlite:{data_folder() / 'parlour.db'}"


def open_database(url: str, new: bool = True) -> AdminDatabase:
    """The database at a URL; imports only the driver it needs. Creates a file only if it may be
    `new`."""
    kind, _, path = url.partition(":")
    if kind == "sqlite" and path and "\0" not in path:
        if not new and not Path(path).is_file():
            raise no_hall_error(url)
        from parlour.hall.storage.databases.sqlite import SqliteDatabase

        return SqliteDatabase(_with_folder(Path(path)))
    if kind in ("postgresql", "postgres") and path.startswith("//"):
        if find_spec("psycopg") is None:
            raise BadSettings("hall.no_driver")
        from parlour.hall.storage.databases.postgres import PostgresDatabase

        return PostgresDatabase(url)
    raise BadSettings("hall.no_database", address=without_password(url))


def with_password(url: str, password: str) -> str:
    """A PostgreSQL URL completed with a password from a secret file, if there is one."""
    if not password or not url.startswith(("postgresql:", "postgres:")):
        return url
    return f"{url}{'&' if '?' in url else '?'}password={quote(password, safe='')}"


def no_hall_error(url: str) -> BadSettings:
    return BadSettings("hall.no_hall_kept", address=without_password(url))


def without_password(url: str) -> str:
    """A URL as messages and logs may show it."""
    return shorten(_password.sub("...", url), 200)


def _with_folder(path: Path) -> Path:
    """Create the folder of a path; if that fails, say why."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise BadSettings("hall.store_away", reason=f"{path.parent}: {reason}") from None
    return path
