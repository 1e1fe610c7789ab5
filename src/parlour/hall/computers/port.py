"""The port to the hall's computer players, which never search on the event loop."""

from __future__ import annotations

from typing import Protocol

from parlour.hall.rooms.room import MatchTerms
from parlour.players.player import SEARCHLESS, is_foreign, read_player
from parlour.players.search_result import Limits
from parlour.table.errors import BadSettings, ParlourError
from parlour.table.registry import AnyGame
from parlour.table.sentences import shorten

MOST_SECONDS = 5.0
MOST_SIMULATIONS = 200_000
MOST_MEMORY = 256
"""The limits of one action, in one thread; memory in MiB."""

OWN_NETS = ("", "=0", "=1")
"""What may follow `net`: the net that a game brings, or none."""


class Busy(ParlourError):
    """The computer players are overloaded; a retry may succeed after `seconds`."""

    def __init__(self, seconds: float) -> None:
        self.seconds = max(1, round(seconds))
        super().__init__("hall.computers_busy", seconds=self.seconds)


class ComputerFailed(ParlourError):
    """A computer player has failed twice to choose an action."""


class Computers(Protocol):
    """Chooses actions for the computers' seats."""

    async def choose(
        self, terms: MatchTerms, line: str, seat: int, player: str, left: float | None = None
    ) -> str:
        """The text of the action that this player chooses in a position, for a seat.

        `left` is the time on its clock, in seconds. Raises `Busy` or `ComputerFailed`.
        """
        ...

    def refuse_if_busy(self, person: str) -> None:
        """Raise `Busy` if this person's requests would wait too long."""
        ...


def allowed_player(text: str, game: AnyGame) -> str:
    """The canonical name of a player that may run in the hall, for this game; raises BadSettings
    for others."""
    if is_foreign(text):  # programs of users never run on the hall's machine
        raise BadSettings("hall.foreign", given=shorten(text))
    if _names_a_file(text):  # before anything looks whether there is such a file
        raise _too_much(text)
    player = read_player(text)
    player.check(game)
    name = player.name
    if name in SEARCHLESS:
        return name
    # Imported late: the searches are large compiled modules.
    from parlour.players.alphabeta.player import AlphaBetaPlayer
    from parlour.players.best_player import BestPlayer
    from parlour.players.levels import LevelPlayer
    from parlour.players.mcts.player import MctsPlayer
    from parlour.players.weakened import WeakenedPlayer

    if isinstance(player, WeakenedPlayer):
        player = player.searcher
    if isinstance(player, LevelPlayer):
        return name
    if isinstance(player, MctsPlayer):
        limits, options = player.limits, player.options
        modest = options.threads == 1 and options.memory <= MOST_MEMORY
    elif isinstance(player, AlphaBetaPlayer):
        limits, modest = player.limits, player.memory <= MOST_MEMORY << 20
    elif isinstance(player, BestPlayer):
        limits, modest = player.limits, not player.options
    else:
        limits, modest = Limits(), False
    if modest and (limits.nodes or 0) <= MOST_SIMULATIONS and (limits.seconds or 0) <= MOST_SECONDS:
        return name
    raise _too_much(text)


def _names_a_file(text: str) -> bool:
    """Does an option name a net or a program by its file? The hall's files are not for users."""
    options = [option.partition("=") for option in text.strip().split(",")[1:]]
    return any(
        is_foreign(value) or (name.strip().lower() == "net" and equals + value not in OWN_NETS)
        for name, equals, value in options
    )


def _too_much(text: str) -> BadSettings:
    return BadSettings(
        "hall.player",
        given=shorten(text),
        seconds=round(MOST_SECONDS),
        simulations=MOST_SIMULATIONS,
        memory=MOST_MEMORY,
    )
