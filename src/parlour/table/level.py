"""How strong a computer plays: ten levels, from a first game to the hardest."""

from __future__ import annotations

import msgspec


class Level(msgspec.Struct, frozen=True):
    """A strength that is the same on every machine: its limit is a number, never a time."""

    player: str  # who searches, such as `mcts:200`
    overlook: float = 0.0  # how likely it does not see an action that it could choose
    misjudge: float = 0.0  # how far it errs about the value of one, on the scale from -1 to 1
    elo: int = 0  # its strength beside the other levels of the same game


LOWEST = 600
"""The rating of level 1, by definition; the others follow from matches between neighbours."""

STEP = 147
"""The rating that wins 70 of 100 matches against the level below."""


def ladder(*steps: tuple[str, float, float]) -> tuple[Level, ...]:
    """Levels from the weakest to the strongest, each meant to be a step above the one before."""
    return tuple(Level(*step, elo=LOWEST + STEP * i) for i, step in enumerate(steps))


LADDER = ladder(
    ("uct:10", 0.6, 0.8),
    ("uct:15", 0.5, 0.6),
    ("uct:20", 0.4, 0.4),
    ("uct:30", 0.3, 0.3),
    ("uct:50", 0.2, 0.2),
    ("uct:100", 0.1, 0.1),
    ("mcts:200", 0.05, 0.0),
    ("mcts:600", 0.0, 0.0),
    ("mcts:2000", 0.0, 0.0),
    ("mcts:8000", 0.0, 0.0),
)
"""What a game plays whose levels nobody has measured."""
