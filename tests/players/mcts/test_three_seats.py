"""Three seats: what is proved about one of them says nothing about the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from parlour.players.mcts.options import Options
from parlour.players.mcts.player import MctsPlayer
from parlour.players.search_result import Limits
from parlour.table import settings
from parlour.table.advice.knowledge import Knowledge
from parlour.table.compiled.array_types import Floats, Ints
from parlour.table.game import Game
from parlour.table.state import NOBODY, State

STAY, GO = 0, 1
LENGTH = 12


class Crossing(State):
    """The first seat stays, which is a poor draw, or goes. Then the second wins either way, and
    decides nothing but how long the others walk; at the end the first gets more than by staying.
    """

    def __init__(self, game: Game[Any, Any]) -> None:
        super().__init__(game)
        self.way: tuple[int, ...] = ()

    def begin(self) -> None:
        self.seat = 0

    def legal(self, out: Ints) -> int:
        out[0], out[1] = STAY, GO
        return 2

    def play(self, action: int) -> int:
        self.way += (action,)
        self.arrive()
        return 0

    def arrive(self) -> None:
        """Who goes meets the second seat once, then the third until the end."""
        if not self.way:
            self.seat = 0
        elif self.way[0] == STAY:
            self.seat = NOBODY if len(self.way) == LENGTH else 2
        elif len(self.way) == 1:
            self.seat = 1
        elif self.way[1] == STAY or len(self.way) == LENGTH:
            self.seat = NOBODY
        else:
            self.seat = 2

    def result(self, out: Floats) -> int:
        if self.way[0] == STAY:  # the mean of what follows is 0
            out[0], out[1], out[2] = (0.2 if self.way[-1] else -0.2), 0.0, 0.0
        elif self.way[1] == STAY:
            out[0], out[1], out[2] = -0.5, 1.0, -0.5
        else:
            out[0], out[1], out[2] = 0.9, 1.0, -1.0
        return 0

    def copy_from(self, other: Any) -> int:
        self.way = other.way
        self.arrive()
        return 0


class River(Game[Crossing, settings.Settings]):
    slug = "river"
    title = "River"
    Settings = settings.Settings
    State = Crossing
    safeguard: ClassVar[Mapping[str, int]] = {}

    def prepare(self) -> None:
        self.seats = ("One", "Two", "Three")
        self.action_count = 2

    def write_line(self, state: Crossing, viewer: int | None) -> str:
        return "".join(map(str, state.way)) or "start"

    def read_line(self, line: str) -> Crossing:
        state = self.blank()
        state.way = () if line == "start" else tuple(map(int, line))
        state.arrive()
        return state


class Even(Knowledge):
    """Every action looks as good, so the search asks for its opinion, and learns nothing."""

    def priors(self, state: State, actions: Ints, count: int, out: Floats) -> int:
        for i in range(count):
            out[i] = 1.0
        return count


class KnownRiver(River):
    def knowledge(self) -> Knowledge:
        return Even(self)


def visits(kind: type[River]) -> dict[int, int]:
    state = kind(settings.Settings()).start()
    return MctsPlayer(Limits(nodes=2_000), Options(), 1).search(state, 0).visits


def test_a_win_of_another_seat_does_not_end_the_search_for_ours():
    """By confidence bounds, and by weights."""
    for kind in (River, KnownRiver):
        found = visits(kind)
        assert found[GO] > found[STAY], kind
