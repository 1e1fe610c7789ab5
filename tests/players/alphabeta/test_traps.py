"""Traps: where best play is a draw, the action after which the other most likely errs."""

from __future__ import annotations

from typing import Any

import pytest

from parlour.players.alphabeta.player import AlphaBetaPlayer
from parlour.players.alphabeta.traps import Traps
from parlour.table import settings
from parlour.table.advice.knowledge import Knowledge
from parlour.table.compiled.array_types import Floats, Ints
from parlour.table.game import Game
from parlour.table.state import NOBODY, State

Tree = float | list[Any]
"""What the first seat gets, or what follows each action; the seats take turns."""

WIN, DRAW, LOSS = 1.0, 0.0, -1.0


class Path(State):
    def __init__(self, game: Game[Any, Any]) -> None:
        super().__init__(game)
        self.way: tuple[int, ...] = ()

    @property
    def here(self) -> Tree:
        game: Any = self.game
        here: Tree = game.tree
        for action in self.way:
            assert isinstance(here, list)
            here = here[action]
        return here

    def begin(self) -> None:
        self.arrive()

    def arrive(self) -> None:
        self.seat = len(self.way) % 2 if isinstance(self.here, list) else NOBODY

    def legal(self, out: Ints) -> int:
        here = self.here
        assert isinstance(here, list)
        for action in range(len(here)):
            out[action] = action
        return len(here)

    def play(self, action: int) -> int:
        self.way += (action,)
        self.arrive()
        return 0

    def result(self, out: Floats) -> int:
        here = self.here
        assert isinstance(here, float)
        out[0], out[1] = here, -here
        return 0

    def copy_from(self, other: Any) -> int:
        self.way = other.way
        self.arrive()
        return 0


class Certain(Knowledge):
    """Knows every position."""

    def evaluate(self, state: Any, out: Floats) -> int:
        out[0] = out[1] = 0.0
        return 2

    def exact_value(self, state: Any, out: Floats) -> int:
        value, distance = solved(state.here, state.seat)
        out[0], out[1] = value, -value
        return 1 + distance


def solved(here: Tree, seat: int) -> tuple[float, int]:
    """What the first seat gets, and after how many actions; winners hurry, losers do not."""
    if not isinstance(here, list):
        return here, 0
    sign = 1 - 2 * seat
    ends = [solved(below, 1 - seat) for below in here]
    best = max(sign * value for value, _ in ends) * sign
    ways = [distance for value, distance in ends if value == best]
    return best, 1 + (min(ways) if best * sign > 0 else max(ways))


class Ambush(Game[Path, settings.Settings]):
    slug = "ambush"
    title = "Ambush"
    Settings = settings.Settings
    State = Path
    tree: Tree = DRAW

    def prepare(self) -> None:
        self.seats = ("One", "Two")
        self.action_count = 4

    def knowledge(self) -> Knowledge:
        return Certain(self)

    def write_line(self, state: Path, viewer: int | None) -> str:
        return "-".join(map(str, state.way)) or "start"

    def read_line(self, line: str) -> Path:
        state = self.blank()
        state.way = () if line == "start" else tuple(map(int, line.split("-")))
        state.arrive()
        return state


def ambush(tree: Tree) -> Path:
    class Laid(Ambush):
        pass

    Laid.tree = tree
    return Laid(settings.Settings()).start()


def later(end: Tree) -> Tree:
    """The same end, two actions later."""
    return [[end]]


LATE = later(WIN)  # who loses at once sees it coming
MORE_ERRORS = [[DRAW, DRAW, WIN], [LATE, DRAW, DRAW], [LATE, LATE, DRAW], [DRAW, LATE, DRAW]]
FURTHER_AWAY = [[LATE, DRAW], [later(LATE), DRAW], [later(later(LATE)), DRAW], [DRAW, DRAW]]
OWN_CHOICE = [[[[LATE, DRAW, DRAW], [DRAW, DRAW]], DRAW], [[[DRAW], [LATE, LATE, DRAW]], DRAW]]
AT_ONCE = [[LATE, DRAW, DRAW], [[[LATE, DRAW, DRAW]], DRAW, DRAW]]


@pytest.mark.parametrize(
    ("tree", "wanted"),
    [(MORE_ERRORS, 2), (FURTHER_AWAY, 2), (OWN_CHOICE, 1), (AT_ONCE, 0)],
)
def test_the_action_is_chosen_after_which_the_other_errs_most_likely(tree: Tree, wanted: int):
    """More of its actions lose, or they lose later, or one may still choose the better trap, or
    the trap is laid now and not after another turn."""
    state = ambush(tree)
    player = AlphaBetaPlayer(nodes=5_000)
    result = player.search(state, 0)
    assert (result.action, result.value) == (wanted, 0.0)
    mirrored = ambush([turned(tree)])
    mirrored.push(0)
    assert player.search(mirrored, 1).action == wanted


def turned(tree: Tree) -> Tree:
    """The same for the other seat."""
    return [turned(below) for below in tree] if isinstance(tree, list) else -tree


def traps(state: Path) -> Traps:
    return Traps(state, Certain(state.game), lambda: 0.0)


def test_where_nobody_can_err_there_is_no_trap():
    state = ambush([[DRAW, DRAW], [DRAW]])
    assert traps(state).best(state, [0, 1], 1_000, None) == -1


def test_a_trap_is_chosen_among_the_given_actions():
    state = ambush(MORE_ERRORS)
    assert traps(state).best(state, [0, 1, 3], 1_000, None) in (1, 3)
    assert traps(state).best(state, [0, 1], 1_000, None) == 1


def test_the_result_of_the_last_complete_depth_counts():
    """The first look goes one action deep, and takes 16 nodes here."""
    state = ambush(MORE_ERRORS)
    assert traps(state).best(state, [0, 1, 2, 3], 3, None) == -1
    assert traps(state).best(state, [0, 1, 2, 3], 40, None) == 2
