"""Brambles: thickets with more in them, for what a search does elsewhere only now and then.

There may be many actions (late ones are searched less deeply), rings (a position repeats, and a
safeguard ends a match), three seats, chance, sampled actions and hidden information. Their
knowledge has exact values of the positions before the last level; it also claims of some actions
that others are as good, which is not even true.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from parlour.table.advice.knowledge import Knowledge
from parlour.table.compiled.array_types import Floats, Ints, RngState
from parlour.table.game import Game
from parlour.table.state import CHANCE, NOBODY
from tests.players.trees.thicket import PAYOFFS, Place, Thicket, ThicketSettings, Whims


class BrambleSettings(ThicketSettings, frozen=True):
    ways: Annotated[int, Meta(ge=2, le=40)] = 4
    players: Annotated[int, Meta(ge=2, le=4)] = 2
    ends: Annotated[int, Meta(ge=1)] = 6  # a path ends at one place in so many
    quiet: Annotated[int, Meta(ge=1)] = 4  # one action in so many is tactical
    rings: bool = False
    dim: bool = False
    limit: Annotated[int, Meta(ge=0)] = 0


class Thorn(Place):
    def __init__(self, game: Game[Any, Any]) -> None:
        super().__init__(game)
        self.steps = 0  # counted where there is a limit

    def key(self) -> object:
        return self.level, self.place, self.steps

    def legal(self, out: Ints) -> int:
        ways = self.game.settings.ways
        count = 1 + self.drawn(1, ways)
        for i in range(count):
            out[i] = (i + self.drawn(2, ways)) % ways
        return count

    def play(self, action: int) -> int:
        rules = self.game.settings
        self.level, self.place = self.level + 1, self.drawn(100 + action, rules.width)
        self.steps += rules.limit > 0
        if rules.rings:
            self.level %= rules.levels
        self.seat = self.drawn(3, rules.players)
        ends = self.level == rules.levels or self.drawn(4, rules.ends) == 0
        if ends or 0 < rules.limit <= self.steps:
            self.seat = NOBODY
        elif rules.dice and self.level % 4 == 3:
            self.seat = CHANCE
        return 0

    def chance_odds(self, out: Floats) -> int:
        count = len(self.actions())
        for i in range(count):
            out[i] = 2 * (i + 1) / (count * (count + 1))
        return count

    def result(self, out: Floats) -> int:
        for seat in range(self.seat_count):
            out[seat] = PAYOFFS[self.drawn(5 + 7 * seat, len(PAYOFFS))]
        if self.seat_count == 2:
            out[1] = -out[0]
        return 0

    def copy_from(self, other: Any) -> int:
        """Not the seat, which a search sets itself."""
        self.level, self.place, self.steps = other.level, other.place, other.steps
        return 0


class Dim(Thorn):
    """Samples an action now and then."""

    def sample_action(self, rng_state: RngState) -> int:
        rng_state[0] = (
            rng_state[0] * 6364136223846793005 + 1442695040888963407
        ) & 0xFFFFFFFFFFFFFFFF
        actions = self.actions()
        return actions[(rng_state[0] >> 33) % len(actions)] if self.drawn(8, 4) else -1


class Hopes(Whims):
    def evaluate(self, state: Any, out: Floats) -> int:
        for seat in range(state.seat_count):
            out[seat] = state.drawn(6 + 11 * seat, 2001) / 1000 - 1
        return state.seat_count if state.drawn(9, 7) else 0

    def priors(self, state: Any, actions: Ints, count: int, out: Floats) -> int:
        for i in range(count):
            out[i] = state.drawn(200 + actions[i], 6)
        return count if state.drawn(12, 5) else 0

    def tactical(self, state: Any, out: Ints) -> int:
        loud = [a for a in state.actions() if state.drawn(300 + a, state.game.settings.quiet) == 0]
        for i, action in enumerate(loud):
            out[i] = action
        return len(loud)

    def exact_value(self, state: Any, out: Floats) -> int:
        """Of the positions before the last level: whatever is chosen there ends it."""
        rules = state.game.settings
        if rules.rings or state.seat_count > 2 or state.level != rules.levels - 1:
            return 0
        seat = state.seat
        out[seat] = max(state.after(action).payoffs[seat] for action in state.actions())
        out[1 - seat] = -out[seat]
        return 2


class Bramble(Thicket):
    slug = "bramble"
    title = "Bramble"
    Settings = BrambleSettings
    State = Thorn
    safeguard: ClassVar[Mapping[str, int]] = {"limit": 14}

    def prepare(self) -> None:
        rules: Any = self.settings
        self.seats = ("One", "Two", "Three", "Four")[: rules.players]
        self.action_count, self.chance = rules.ways, rules.dice

    def knowledge(self) -> Knowledge | None:
        return Hopes(self)

    def write_line(self, state: Any, viewer: int | None) -> str:
        return f"{state.level} {state.place} {state.seat} {state.steps}"

    def read_line(self, line: str) -> Any:
        state: Any = self.blank()
        state.level, state.place, state.seat, state.steps = map(int, line.split())
        return state


class DimBramble(Bramble):
    """Where exactly one is, nobody can tell: at one of two places."""

    slug = "dim"
    title = "Dim bramble"
    State = Dim

    def guess(self, state: Any, seat: int, rng: Random) -> Any:
        other = state.copy()
        other.place ^= rng.getrandbits(1)
        return other

    def sees(self, state: Any, viewer: int, actor: int, action: int) -> bool:
        return viewer == actor


def brambles() -> Iterator[tuple[str, Bramble]]:
    """Each with a name."""
    bushy = BrambleSettings(seed=3, levels=40, width=700, ways=20, ends=3000, quiet=20)
    yield "-bushy", Bramble(bushy)
    yield "-certain", Bramble(BrambleSettings(seed=4, levels=6, width=80, ways=7, ends=40))
    yield "-rings", Bramble(BrambleSettings(seed=5, levels=5, width=40, ends=30, rings=True))
    three = BrambleSettings(seed=8, levels=14, width=90, ends=20, players=3, dice=True)
    yield "-three", Bramble(three)
    yield "-dim", DimBramble(BrambleSettings(seed=13, levels=12, width=60, ways=9))
