"""What the lab takes from the extras, loaded when it is needed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from parlour.table.errors import BadSettings


def load(module: str, extra: str = "lab") -> Any:
    """A module of an extra; BadSettings says what to install if it is missing."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name and module.split(".")[0] != error.name.split(".")[0]:
            raise
        raise BadSettings("table.needs_extra", verb=module.split(".")[0], extra=extra) from None
