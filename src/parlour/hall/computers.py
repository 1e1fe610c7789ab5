"""The port to the hall's computer players: they think elsewhere, never on the loop."""

from __future__ import annotations

from typing import Protocol

from parlour.hall.room import About


class Computers(Protocol):
    """Chooses actions for the chairs in which computers sit."""

    async def choose(self, about: About, line: str, seat: int, player: str) -> str:
        """The text of the action that this player chooses in this position, for this seat."""
        ...
