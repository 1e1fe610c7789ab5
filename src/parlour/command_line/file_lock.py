"""A lock on an open file, released when the file is closed or its process ends."""

from __future__ import annotations

from importlib import import_module
from typing import IO


def take_lock(file: IO[bytes]) -> bool:
    """Lock a file until it is closed; False if another process holds the lock."""
    try:
        fcntl = import_module("fcntl")
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:  # not on Windows
        return True
    except OSError:
        return False
    return True
