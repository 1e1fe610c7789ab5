"""The computer's ten levels of strength, from beginner to the strongest."""

from __future__ import annotations

import msgspec


class Level(msgspec.Struct, frozen=True):
    """A level limits simulations or depth, never time, so it is equally strong on any machine."""

    player: str  # a player specification, such as `mcts:200,overlook=0.3`
    elo: int  # relative to the other levels of the same game


LOWEST = 600
"""The rating of level 1, by definition; matches between adjacent levels give the others."""

STEP = 147
"""The rating difference that scores 70 % against the level below."""


def ladder(*players: str) -> tuple[Level, ...]:
    """Levels from the weakest to the strongest, each rated one STEP above the one before."""
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
"""The default levels, for a game whose levels have not been measured."""
