"""On which boards a net for a game is trained, and in which order."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class TrainingBoard(msgspec.Struct, frozen=True):
    """Settings of the game, and how many matches are played with them at a time."""

    settings: Mapping[str, object]
    matches: int


class Stage(msgspec.Struct, frozen=True):
    """A part of the training with boards of its own; shares of the time are relative."""

    share: float
    boards: tuple[TrainingBoard, ...]


class Curriculum(msgspec.Struct, frozen=True):
    """The stages, and the shape of the net: which of the nine squares around a square, row by row,
    belong to its neighbourhood; how many residual blocks of how many channels."""

    stages: tuple[Stage, ...]
    neighbourhood: tuple[int, ...] = (1,) * 9
    blocks: int = 6
    channels: int = 64
    openings: int = 5  # random actions at the beginning of a match, at most
