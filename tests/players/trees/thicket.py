"""Thickets: small two-seat games without sense, grown from a seed, to try searches on.

A position is a level and a place on it. Who decides there, where each action leads, whether the
path ends and what it brings is drawn by the numbers alone: seats may have several actions in a row,
and many ways lead to the same place. What its knowledge says is drawn as well, and worth nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from msgspec import Meta

from parlour.table import settings
from parlour.table.advice.knowledge import Knowledge
from parlour.table.compiled.array_types import Floats, Ints
from parlour.table.game import Game
from parlour.table.sentences import Sentence
from parlour.table.state import CHANCE, NOBODY, State
from parlour.table.view import Board, Piece

PAYOFFS = (1.0, 0.5, 0.0, 0.0, -0.5, -1.0)


class ThicketSettings(settings.Settings, frozen=True):
    seed: Annotated[int, Meta(ge=0)] = 0
    levels: Annotated[int, Meta(ge=1, le=99)] = 7
    width: Annotated[int, Meta(ge=1, le=999)] = 12
    dice: bool = False


class Place(State):
    def __init__(self, game: Game[Any, Any]) -> None:
        super().__init__(game)
        self.level = self.place = 0

    def drawn(self, about: int, sides: int) -> int:
        """A number that depends on the seed and the position only."""
        mixed = (self.game.settings.seed * 1009 + self.level) * 1009 + self.place * 31 + about
        for factor in (0xBF58476D1CE4E5B9, 0x94D049BB133111EB):
            mixed = ((mixed ^ mixed >> 29) * factor) & 0xFFFFFFFFFFFFFFFF
        return (mixed >> 32) % sides

    def begin(self) -> None:
        self.seat = 0

    def legal(self, out: Ints) -> int:
        count = 1 + self.drawn(1, 4)
        for i in range(count):
            out[i] = (i + self.drawn(2, 4)) % 4
        return count

    def play(self, action: int) -> int:
        self.level, self.place = self.level + 1, self.drawn(10 + action, self.game.settings.width)
        self.seat = self.drawn(3, 2)
        if self.level == self.game.settings.levels or self.drawn(4, 6) == 0:
            self.seat = NOBODY
        elif self.game.settings.dice and self.level == 3:
            self.seat = CHANCE
        return 0

    def result(self, out: Floats) -> int:
        out[0] = PAYOFFS[self.drawn(5, len(PAYOFFS))]
        out[1] = -out[0]
        return 0

    def copy_from(self, other: Any) -> int:
        self.level, self.place, self.seat = other.level, other.place, other.seat
        return 0


class Whims(Knowledge):
    def evaluate(self, state: Any, out: Floats) -> int:
        out[0] = state.drawn(6, 2001) / 1000 - 1
        out[1] = -out[0]
        return 2

    def priors(self, state: Any, actions: Ints, count: int, out: Floats) -> int:
        for i in range(count):
            out[i] = 1 + state.drawn(20 + actions[i], 10)
        return count

    def tactical(self, state: Any, out: Ints) -> int:
        loud = [action for action in state.actions() if state.drawn(30 + action, 3) == 0]
        for i, action in enumerate(loud):
            out[i] = action
        return len(loud)


class Thicket(Game[Place, ThicketSettings]):
    slug = "thicket"
    title = "Thicket"
    Settings = ThicketSettings
    State = Place

    def prepare(self) -> None:
        self.seats = ("One", "Two")
        self.action_count = 4
        self.chance = self.settings.dice

    def knowledge(self) -> Knowledge | None:
        return Whims(self)

    def write(self, state: Place, action: int) -> str:
        return f"way {action}"

    def write_line(self, state: Place, viewer: int | None) -> str:
        return f"{state.level} {state.place} {state.seat}"

    def read_line(self, line: str) -> Place:
        state = self.blank()
        state.level, state.place, state.seat = map(int, line.split())
        return state

    def board(self) -> Board:
        return Board(())

    def pieces(self, state: Place, viewer: int) -> Sequence[Piece]:
        return ()

    def verdict(self, state: Place, names: Sequence[str]) -> tuple[str, Sentence]:
        return "end", Sentence("table.over")


def thicket(seed: int, kind: type[Thicket] = Thicket, **given: Any) -> Thicket:
    return kind(ThicketSettings(seed=seed, **given))
