"""Players that look one action ahead and no further, at every action once.

`wary` only sees to it that it is not out at once. `glance` takes what looks best right after it.
"""

from __future__ import annotations

from random import Random

from parlour.players.search_result import Limits
from parlour.table.advice.knowledge import Knowledge
from parlour.table.registry import AnyGame
from parlour.table.state import CHANCE, State

LOST, OPEN, WON = -1.0, 0.0, 1.0


class WaryPlayer:
    """Any action that does not lose at once, each as likely as the others."""

    name = "wary"

    def __init__(self, seed: int | None = None) -> None:
        self.rng = Random(seed)

    def choose(self, state: State, seat: int, limits: Limits | None = None) -> int:
        seen = looks(state, seat, self.rng)
        safe = [action for action, then in seen if fate(then, seat) > LOST]
        return self.rng.choice(safe or state.actions(seat))

    def check(self, game: AnyGame) -> None:
        """It plays anything."""

    def stop(self) -> None:
        """It never takes long."""


class OnePlyPlayer:
    """Takes a win, avoids a loss, else goes where the game's knowledge likes it best."""

    name = "glance"

    def __init__(self, seed: int | None = None) -> None:
        self.rng = Random(seed)
        self.game: AnyGame | None = None
        self.knowledge: Knowledge | None = None

    def choose(self, state: State, seat: int, limits: Limits | None = None) -> int:
        if self.game != state.game:
            self.game, self.knowledge = state.game, state.game.knowledge()
        worth = {
            action: (fate(then, seat), self.opinion(then, seat))
            for action, then in looks(state, seat, self.rng)
        }
        best = max(worth.values())
        return self.rng.choice([action for action, value in worth.items() if value == best])

    def check(self, game: AnyGame) -> None:
        """It plays anything."""

    def stop(self) -> None:
        """It never takes long."""

    def opinion(self, state: State, seat: int) -> float:
        """How well the seat stands, as the game's knowledge sees it; 0 for all without any."""
        if state.seat == CHANCE:
            return sum(odds * self.opinion(after(state, a), seat) for a, odds in state.odds())
        if state.over or self.knowledge is None:
            return 0.0
        certain = self.knowledge.exact_payoffs(state)
        found = certain[0] if certain else self.knowledge.evaluation(state)
        return 0.0 if found is None else found[seat]


def looks(state: State, seat: int, rng: Random) -> list[tuple[int, State]]:
    """Every action of a seat, with the position after it: of a guess, where something is hidden."""
    guess = state.game.guess(state, seat, rng)
    return [(action, after(guess, action, seat)) for action in guess.actions(seat)]


def after(state: State, action: int, seat: int | None = None) -> State:
    """The position after a legal action."""
    other = state.copy()
    other.seat = state.seat if seat is None else seat
    other.apply(action)
    return other


def fate(state: State, seat: int) -> float:
    """Has this seat won, or lost? Between them while it plays on, or if all have won alike."""
    if state.seat == CHANCE:
        return sum(odds * fate(after(state, action), seat) for action, odds in state.odds())
    if not state.over:
        return OPEN if state.game.alive(state, seat) else LOST
    payoffs = state.payoffs
    if payoffs[seat] < max(payoffs):
        return LOST
    return WON if payoffs[seat] > min(payoffs) else OPEN
