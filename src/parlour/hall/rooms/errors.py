"""Why an operation in a room is refused."""

from __future__ import annotations

from parlour.table.errors import ParlourError


class Stale(ParlourError):
    """The room has changed since the last entry that the client has seen."""


class NoSuchMatch(ParlourError):
    """There is no match with this id, or none that this user may see."""


class InternalError(ParlourError):
    """The hall or a game has failed. The operation may have been carried out, or not."""
