"""The port to the hall's computer players: they think elsewhere, never on the loop."""

from __future__ import annotations

from typing import Protocol

from parlour.hall.room import About
from parlour.players.player import RandomPlayer, is_foreign, read_player
from parlour.table.errors import BadSettings, ParlourError
from parlour.table.sentences import shorten

MOST_SECONDS = 5.0
MOST_SIMULATIONS = 200_000
"""For one action. Nobody hires the machine for an hour."""


class Busy(ParlourError):
    """The computers have more to do than they can; try again later."""


class ComputerFailed(ParlourError):
    """A computer player has not come up with an action, though it was asked twice."""


class Computers(Protocol):
    """Chooses actions for the chairs in which computers sit."""

    async def choose(
        self, about: About, line: str, seat: int, player: str, left: float | None = None
    ) -> str:
        """The text of the action that this player chooses in this position, for this seat.

        `left` is what its clock has, in seconds. Raises `Busy` or `ComputerFailed`.
        """
        ...

    def refuse_if_busy(self) -> None:
        """Raise `Busy` if no more matches against computers should begin now."""
        ...


def allowed_player(text: str) -> str:
    """The plain name of a player that may sit in the hall; BadSettings says why another may not."""
    if is_foreign(text):  # nobody's program runs on the hall's machine
        raise BadSettings("hall.foreign", given=shorten(text))
    player = read_player(text)
    if isinstance(player, RandomPlayer):
        return player.name
    from parlour.players.uct_player import UctPlayer  # compiled: only where it is asked for

    if isinstance(player, UctPlayer):
        limits = player.limits
        if (limits.nodes or 0) <= MOST_SIMULATIONS and (limits.seconds or 0) <= MOST_SECONDS:
            return player.name
    raise BadSettings(
        "hall.player",
        given=shorten(text),
        seconds=round(MOST_SECONDS),
        simulations=MOST_SIMULATIONS,
    )
