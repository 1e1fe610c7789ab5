"""Small random games of which everything is known, to see what a search proves about them.

A position is the way that was taken through a tree. Who decides there, how many actions there are
and what each seat gets at the end is drawn from the way itself, so every seed is another game: for
any number of seats, with chance, with several actions of one seat in a row.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from random import Random
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from parlour.table import settings
from parlour.table.compiled.array_types import Floats, Ints
from parlour.table.game import Game
from parlour.table.state import CHANCE, NOBODY, State

Payoffs = tuple[float, ...]


class Plan(settings.Settings, frozen=True):
    seed: Annotated[int, Meta(ge=0, le=10**9, description="which wood")] = 0
    seats: Annotated[int, Meta(ge=2, le=4, description="how many walk")] = 2
    depth: Annotated[int, Meta(ge=1, le=12, description="the longest way")] = 5
    chance: Annotated[bool, Meta(description="does chance decide, too?")] = False
    fractions: Annotated[bool, Meta(description="are there ends between win and draw?")] = False
    limit: Annotated[int, Meta(ge=0, le=99, description="steps until it ends, 0 for none")] = 0


class Way(State):
    def __init__(self, game: Game[Any, Any]) -> None:
        super().__init__(game)
        self.way: tuple[int, ...] = ()

    def begin(self) -> None:
        self.arrive()

    def arrive(self) -> None:
        plan = self.game.settings
        rng = Random(f"{plan.seed} {self.way}")
        self.seat = rng.choice([CHANCE, *range(plan.seats)][not plan.chance or not self.way :])
        self.width = rng.randint(1, 3) if self.way else 3
        over = len(self.way) >= plan.depth or (len(self.way) > 1 and rng.random() < 0.1)
        if over or 0 < plan.limit <= len(self.way):
            self.seat = NOBODY
        ends = (-1.0, -0.5, 0.0, 0.25, 0.5, 1.0) if plan.fractions else (-1.0, 0.0, 1.0)
        best = [rng.choice(ends) for _ in range(plan.seats)]
        if plan.seats == 2:
            best[1] = 0.0 - best[0]
        self.gains = best if over else [0.0] * plan.seats

    def legal(self, out: Ints) -> int:
        for action in range(self.width):
            out[action] = action
        return self.width

    def play(self, action: int) -> int:
        self.way += (action,)
        self.arrive()
        return 0

    def result(self, out: Floats) -> int:
        for seat, gain in enumerate(self.gains):
            out[seat] = gain
        return 0

    def copy_from(self, other: State) -> int:
        self.way = other.way  # type: ignore[attr-defined]
        self.arrive()
        return 0


class Woods(Game[Way, Plan]):
    slug = "woods"
    title = "Woods"
    Settings = Plan
    State = Way
    safeguard: ClassVar[Mapping[str, int]] = {"limit": 3}

    def prepare(self) -> None:
        self.seats = tuple(f"Seat {n}" for n in range(self.settings.seats))
        self.action_count = 3
        self.chance = self.settings.chance

    def write_line(self, state: Way, viewer: int | None) -> str:
        return "-".join(map(str, state.way)) or "start"

    def read_line(self, line: str) -> Way:
        state = self.blank()
        state.way = () if line == "start" else tuple(map(int, line.split("-")))
        state.arrive()
        return state


def wood(**plan: Any) -> Way:
    plan.setdefault("limit", 99)
    return Woods(Plan(**plan)).start()


def outcomes(state: Any) -> set[Payoffs]:
    """All payoffs with which play can end in which everybody takes what brings it most, whatever
    they do with actions that bring them the same, and whatever chance does."""
    if state.over:
        return {state.payoffs}
    below = [outcomes(after) for after in following(state)]
    if state.seat == CHANCE:
        return set().union(*below)
    found: set[Payoffs] = set()
    for offers in product(*below):
        most = max(offer[state.seat] for offer in offers)
        found.update(offer for offer in offers if offer[state.seat] == most)
    return found


def ends_within(state: Any, seat: int, value: float, steps: int) -> bool:
    """With two seats: can `seat` make sure to get at least `value` in so many actions?"""
    if state.over:
        return state.payoffs[seat] >= value
    if steps == 0:
        return False
    sure = (ends_within(after, seat, value, steps - 1) for after in following(state))
    return any(sure) if state.seat == seat else all(sure)


def following(state: Any) -> Iterator[State]:
    for action in state.actions():
        after = state.copy()
        after.apply(action)
        yield after
