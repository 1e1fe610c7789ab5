"""Reading files up to a maximal size, and writing them atomically.

A file that cannot be read raises the ParlourError that the caller names. Writing raises OSError,
since only the caller knows whether the failure matters; `unwritable` gives its sentence.
"""

from __future__ import annotations

import os
from errno import EACCES, EINVAL, EISDIR, ELOOP, ENOENT
from pathlib import Path
from secrets import token_hex

from parlour.table.errors import BadText, ParlourError
from parlour.table.sentences import Sentence, shorten

SHOWN = 200  # the most characters of a path in a sentence


def data_folder() -> Path:
    """Parlour's data folder of this user; the variable PARLOUR_DATA overrides it."""
    from platformdirs import user_data_path  # imported here: most readers of files do without it

    named = os.environ.get("PARLOUR_DATA")
    return Path(named) if named else user_data_path("parlour")


def read_text(path: Path | str, most: int, error: type[ParlourError] = BadText) -> str:
    """The UTF-8 text of a file of at most `most` bytes, without a byte-order mark."""
    shown = shorten(str(path), SHOWN)
    try:
        data = _read(Path(path), most)
    except (OSError, ValueError) as cause:  # ValueError: the path has a null character
        raise error(unreadable(path, cause)) from None
    if data is None:
        raise error(Sentence("file.too_large", path=shown, most=most))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise error(Sentence("file.not_text", path=shown)) from None


def _read(path: Path, most: int) -> bytes | None:
    """The bytes of a file, or None if it is too large; a large regular file is not opened."""
    if path.is_file() and path.stat().st_size > most:
        return None
    with path.open("rb") as file:
        data = file.read(most + 1)  # a pipe or a device has no size in advance
    return data if len(data) <= most else None


def check_writable(path: Path | str, error: type[ParlourError] = BadText) -> None:
    """Check before long work that the file can be written, as far as permissions tell."""
    try:
        target = Path(os.path.realpath(path))
        if target.is_dir():
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        folder = target.parent
        if not folder.is_dir():
            raise FileNotFoundError(ENOENT, os.strerror(ENOENT))
        if not os.access(folder, os.W_OK) and not os.access(target, os.W_OK):
            raise PermissionError(EACCES, os.strerror(EACCES))
    except (OSError, ValueError) as cause:  # ValueError: the path has a null character
        raise error(unwritable(path, cause)) from None


def write_atomically(path: Path | str, data: bytes) -> None:
    """Replace a file atomically: after a crash it has either its old or its new content.

    A new file gets the permissions of the umask; an existing one keeps its own. A symbolic link is
    followed. A pipe or a device is written to directly, since it must not be replaced."""
    try:
        target = Path(os.path.realpath(path))
    except ValueError as cause:  # the path has a null character
        raise OSError(EINVAL, str(cause)) from None
    if target.is_symlink():
        raise OSError(ELOOP, os.strerror(ELOOP))
    if target.exists() and not target.is_file() and not target.is_dir():
        target.write_bytes(data)
        return
    temporary = target.with_name(f".parlour-{token_hex(8)}")
    try:
        with temporary.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            temporary.chmod(target.stat().st_mode)
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def unreadable(path: Path | str, cause: Exception) -> Sentence:
    """Why a file cannot be opened or read."""
    shown = shorten(str(path), SHOWN)
    if isinstance(cause, FileNotFoundError):
        return Sentence("file.missing", path=shown)
    if isinstance(cause, IsADirectoryError):
        return Sentence("file.folder", path=shown)
    return Sentence("file.unreadable", path=shown, reason=reason(cause))


def unwritable(path: Path | str, cause: Exception) -> Sentence:
    """Why a file cannot be written."""
    return Sentence("file.unwritable", path=shorten(str(path), SHOWN), reason=reason(cause))


def reason(cause: Exception) -> str:
    """The operating system's message, or else the exception's own."""
    return getattr(cause, "strerror", None) or str(cause) or type(cause).__name__
