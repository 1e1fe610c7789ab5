"""How strong a computer plays: ten levels, from a first game to the hardest."""

from __future__ import annotations

import msgspec


class Level(msgspec.Struct, frozen=True):
    """A strength that is the same on every machine: its limit is a number, never a time."""

    player: str  # as players are written: `mcts:200,overlook=0.3`
    elo: int  # its strength beside the other levels of the same game


LOWEST = 600
"""The rating of level 1, by definition; the others follow from matches between neighbours."""

STEP = 147
"""The rating that wins 70 of 100 matches against the level below."""


def ladder(*players: str) -> tuple[Level, ...]:
    """Levels from the weakest to the strongest, each meant to be a step above the one before."""
    return tuple(Level(player, LOWEST + STEP * i) for i, player in enumerate(players))


LADDER = ladder(
    "uct:10,overlook=0.6,misjudge=0.8",
    "uct:15,overlook=0.5,misjudge=0.6",
    "uct:20,overlook=0.4,misjudge=0.4",
    "uct:30,overlook=0.3,misjudge=0.3",
    "uct:50,overlook=0.2,misjudge=0.2",
    "uct:100,overlook=0.1,misjudge=0.1",
    "mcts:200,overlook=0.05",
    "mcts:600,reuse=0",
    "mcts:2000,reuse=0",
    "mcts:8000,reuse=0",
)
"""What a game plays whose levels nobody has measured."""
