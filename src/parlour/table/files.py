"""Files: read with a bound on their size, written as a whole or not at all.

What cannot be read is refused by a sentence, in the error that the caller names. Writing raises
OSError, since only the caller knows whether that matters; `unwritable` words it.
"""

from __future__ import annotations

import os
from errno import EACCES, EINVAL, EISDIR, ELOOP, ENOENT
from pathlib import Path
from secrets import token_hex

from parlour.table.errors import BadText, ParlourError
from parlour.table.sentences import Sentence, shorten

SHOWN = 200  # characters of a path in a sentence


def data_folder() -> Path:
    """Where Parlour keeps things for this user, unless PARLOUR_DATA names another folder."""
    from platformdirs import user_data_path  # most who read files do not need it

    named = os.environ.get("PARLOUR_DATA")
    return Path(named) if named else user_data_path("parlour")


def read_text(path: Path | str, most: int, error: type[ParlourError] = BadText) -> str:
    """The text of a file of at most so many bytes, with or without a byte-order mark."""
    shown = shorten(str(path), SHOWN)
    try:
        data = _read(Path(path), most)
    except (OSError, ValueError) as trouble:  # ValueError: no file can have such a name
        raise error(unreadable(path, trouble)) from None
    if data is None:
        raise error(Sentence("file.too_large", path=shown, most=most))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise error(Sentence("file.not_text", path=shown)) from None


def _read(path: Path, most: int) -> bytes | None:
    """The bytes of a file, None for too many; a file that is known to have them is not opened."""
    if path.is_file() and path.stat().st_size > most:
        return None
    with path.open("rb") as file:
        data = file.read(most + 1)  # of what has no size, such as a pipe, no more either
    return data if len(data) <= most else None


def check_writable(path: Path | str, error: type[ParlourError] = BadText) -> None:
    """Before long work: see that a file could be written there, as far as that can be seen."""
    try:
        target = Path(os.path.realpath(path))
        if target.is_dir():
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        folder = target.parent
        if not folder.is_dir():
            raise FileNotFoundError(ENOENT, os.strerror(ENOENT))
        if not os.access(folder, os.W_OK) and not os.access(target, os.W_OK):
            raise PermissionError(EACCES, os.strerror(EACCES))
    except (OSError, ValueError) as trouble:  # ValueError: no file can have such a name
        raise error(unwritable(path, trouble)) from None


def write_atomically(path: Path | str, data: bytes) -> None:
    """Write a file so that it is either the old one or the new one, whatever happens.

    A new file gets the permissions that the umask leaves, an old one keeps its own. A link stays a
    link, and a pipe or a device is written to: nothing may take its place."""
    try:
        target = Path(os.path.realpath(path))
    except ValueError as trouble:  # a name that no file can have
        raise OSError(EINVAL, str(trouble)) from None
    if target.is_symlink():
        raise OSError(ELOOP, os.strerror(ELOOP))
    if target.exists() and not target.is_file() and not target.is_dir():
        target.write_bytes(data)
        return
    beside = target.with_name(f".parlour-{token_hex(8)}")
    try:
        with beside.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            beside.chmod(target.stat().st_mode)
        beside.replace(target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def unreadable(path: Path | str, trouble: Exception) -> Sentence:
    """Why a file cannot be opened or read."""
    shown = shorten(str(path), SHOWN)
    if isinstance(trouble, FileNotFoundError):
        return Sentence("file.missing", path=shown)
    if isinstance(trouble, IsADirectoryError):
        return Sentence("file.folder", path=shown)
    return Sentence("file.unreadable", path=shown, reason=reason(trouble))


def unwritable(path: Path | str, trouble: Exception) -> Sentence:
    """Why a file cannot be written."""
    return Sentence("file.unwritable", path=shorten(str(path), SHOWN), reason=reason(trouble))


def reason(trouble: Exception) -> str:
    """What the system says."""
    return getattr(trouble, "strerror", None) or str(trouble) or type(trouble).__name__
