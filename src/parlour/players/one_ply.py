"""Players that look exactly one action ahead.

`wary` avoids actions that eliminate it at once; `glance` takes the action with the best evaluation.
"""

from __future__ import annotations

from random import Random

from parlour.players.search_result import Limits
from parlour.table.advice.knowledge import Knowledge
from parlour.table.registry import AnyGame
from parlour.table.state import CHANCE, State

LOST, UNDECIDED, WON = -1.0, 0.0, 1.0


class WaryPlayer:
    """Chooses uniformly at random among the actions that do not lose at once."""

    name = "wary"

    def __init__(self, seed: int | None = None) -> None:
        self.rng = Random(seed)

    def choose(self, state: State, seat: int, limits: Limits | None = None) -> int:
        following = successors(state, seat, self.rng)
        safe = [action for action, then in following if result_for(then, seat) > LOST]
        return self.rng.choice(safe or state.actions(seat))

    def check(self, game: AnyGame) -> None:
        """It plays every game."""

    def stop(self) -> None:
        """It never searches."""


class OnePlyPlayer:
    """Takes a win, avoids a loss, and otherwise maximises the knowledge's evaluation."""

    name = "glance"

    def __init__(self, seed: int | None = None) -> None:
        self.rng = Random(seed)
        self.game: AnyGame | None = None
        self.knowledge: Knowledge | None = None

    def choose(self, state: State, seat: int, limits: Limits | None = None) -> int:
        if self.game != state.game:
            self.game, self.knowledge = state.game, state.game.knowledge()
        values = {
            action: (result_for(then, seat), self.evaluation(then, seat))
            for action, then in successors(state, seat, self.rng)
        }
        best = max(values.values())
        return self.rng.choice([action for action, value in values.items() if value == best])

    def check(self, game: AnyGame) -> None:
        """It plays every game."""

    def stop(self) -> None:
        """It never searches."""

    def evaluation(self, state: State, seat: int) -> float:
        """The evaluation of a position for a seat, exact if possible; 0 without knowledge."""
        if state.seat == CHANCE:
            return sum(odds * self.evaluation(after(state, a), seat) for a, odds in state.odds())
        if state.over or self.knowledge is None:
            return 0.0
        exact = self.knowledge.exact_payoffs(state)
        values = exact[0] if exact else self.knowledge.evaluation(state)
        return 0.0 if values is None else values[seat]


def successors(state: State, seat: int, rng: Random) -> list[tuple[int, State]]:
    """Each action of a seat with the position after it, in a guess if something is hidden."""
    guess = state.game.guess(state, seat, rng)
    return [(action, after(guess, action, seat)) for action in guess.actions(seat)]


def after(state: State, action: int, seat: int | None = None) -> State:
    """The position after a legal action, unchecked."""
    other = state.copy()
    other.seat = state.seat if seat is None else seat
    other.apply(action)
    return other


def result_for(state: State, seat: int) -> float:
    """WON or LOST for a seat; UNDECIDED while it plays on and in a draw; the mean over chance."""
    if state.seat == CHANCE:
        return sum(odds * result_for(after(state, action), seat) for action, odds in state.odds())
    if not state.over:
        return UNDECIDED if state.game.alive(state, seat) else LOST
    payoffs = state.payoffs
    if payoffs[seat] < max(payoffs):
        return LOST
    return WON if payoffs[seat] > min(payoffs) else UNDECIDED
