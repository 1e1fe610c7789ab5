"""Secrets in files, which neither `ps` nor `docker inspect` shows."""

from __future__ import annotations

import os

from parlour.table.errors import BadSettings
from parlour.table.sentences import shorten
from parlour.table.texts.files import read_text

MOST = 4_000


def read_secret(variable: str) -> str:
    """The line in the file that a variable of the environment names; nothing if it names none."""
    path = os.environ.get(variable, "")
    if not path:
        return ""
    secret = read_text(path, MOST, BadSettings).removesuffix("\n").removesuffix("\r")
    if not secret or not secret.isprintable():
        raise BadSettings("hall.secret_file", path=shorten(path, 200), most=MOST)
    return secret
