"""Who watches live lists: a connection."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from parlour.hall.people.authorise import User


class Watcher(Protocol):
    """A connection that live lists are sent to."""

    @property
    def user(self) -> User: ...

    @property
    def match(self) -> str:
        """The match whose room it is in, if any."""
        ...

    @property
    def open(self) -> bool:
        """Is it still connected?"""
        ...

    @property
    def send(self) -> Callable[[str], None]:
        """Send a message without waiting."""
        ...
