"""A heap of things, of which one is worth all: who has taken it wins, whenever that was.

Two seats take turns to take one thing each, until nothing is left, or the first takes things alone.
So what an action is worth
hardly depends on when it is played: a game for searches that learn from that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from msgspec import Meta

from parlour.table import settings
from parlour.table.compiled.array_types import Floats, Ints
from parlour.table.compiled.plain_hooks import MAX_LEGAL
from parlour.table.game import Game
from parlour.table.sentences import Sentence
from parlour.table.state import NOBODY, State
from parlour.table.view import Board, Piece


class HeapSettings(settings.Settings, frozen=True):
    things: Annotated[int, Meta(ge=2, le=32_768)] = 30
    treasure: Annotated[int, Meta(ge=0, le=32_767)] = 23
    turns: Annotated[int, Meta(ge=1, le=32_768)] = 30
    alone: bool = False


class Taken(State):
    def __init__(self, game: Game[Any, Any]) -> None:
        super().__init__(game)
        self.taken: tuple[int, ...] = ()

    def begin(self) -> None:
        self.seat = 0

    def legal(self, out: Ints) -> int:
        left = [thing for thing in range(self.game.settings.things) if thing not in self.taken]
        for i, thing in enumerate(left[:MAX_LEGAL]):
            out[i] = thing
        return min(len(left), MAX_LEGAL)

    def play(self, action: int) -> int:
        self.taken += (action,)
        plan = self.game.settings
        done = len(self.taken) == min(plan.things, plan.turns)
        self.seat = NOBODY if done else self.taker(len(self.taken))
        return 0

    def taker(self, turn: int) -> int:
        """Who takes something in this turn."""
        return 0 if self.game.settings.alone else turn % 2

    def result(self, out: Floats) -> int:
        treasure = self.game.settings.treasure
        out[0] = 0.0
        if treasure in self.taken:
            out[0] = 1.0 - 2.0 * self.taker(self.taken.index(treasure))
        out[1] = -out[0]
        return 0

    def copy_from(self, other: Any) -> int:
        self.taken, self.seat = other.taken, other.seat
        return 0


class Heap(Game[Taken, HeapSettings]):
    slug = "heap"
    title = "Heap"
    Settings = HeapSettings
    State = Taken

    def prepare(self) -> None:
        self.seats = ("One", "Two")
        self.action_count = self.settings.things

    def write(self, state: Taken, action: int) -> str:
        return str(action)

    def write_line(self, state: Taken, viewer: int | None) -> str:
        return "-".join(map(str, state.taken)) or "start"

    def read_line(self, line: str) -> Taken:
        state = self.blank()
        state.begin()
        for thing in () if line == "start" else line.split("-"):
            state.play(int(thing))
        return state

    def board(self) -> Board:
        return Board(())

    def pieces(self, state: Taken, viewer: int) -> Sequence[Piece]:
        return ()

    def verdict(self, state: Taken, names: Sequence[str]) -> tuple[str, Sentence]:
        return "end", Sentence("table.over")


def heap(**given: Any) -> Taken:
    return Heap(HeapSettings(**given)).start()
