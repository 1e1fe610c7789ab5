"""Domain knowledge for search: evaluation, priors, rollouts, tactical actions, exact values.

Knowledge is optional. A game derives from `Knowledge`, overrides the hooks it can answer, and
returns a new instance from `Game.knowledge`. Each search thread has its own instance, so it may
hold scratch buffers. Like the hooks of a state, compiled hooks run without the GIL and do not
check their arguments. They do not change the state, except `rollout`, which plays it to the end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cython

if TYPE_CHECKING:
    from collections.abc import Container

    from parlour.table.compiled.array_types import Floats, Ints, RngState
    from parlour.table.game import Game
    from parlour.table.state import State


class Knowledge:
    """The defaults of all hooks: no evaluation, no priors, uniform rollouts."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        # The hooks of compiled knowledge are C methods, not Python attributes.
        self.python_only = any(
            hasattr(self, hook)
            for hook in ("evaluate", "priors", "rollout", "tactical", "exact_value")
        )

    def evaluate(self, state: State, out: Floats) -> int:
        """Write the static evaluation of each seat, from -1 (lost) to 1 (won); return the number
        of seats, or 0 for none. Not called in terminal states or at CHANCE."""
        if cython.compiled:
            if self.python_only:
                with cython.gil:
                    return self.python_floats("evaluate", state, out)
        return 0

    def priors(self, state: State, actions: Ints, count: int, out: Floats) -> int:
        """Write the prior of each of these actions of `state.seat`, as unnormalized weights.
        Weight 0 prunes an action: another of them is certainly as good or better. Return `count`,
        or 0 for no priors."""
        if cython.compiled:
            if self.python_only:
                with cython.gil:
                    return self.python_priors(state, actions, count, out)
        return 0

    def rollout(self, state: State, rng_state: RngState) -> int:
        """Play plausible actions to the end; return their number. As with `State.playout`, only
        `result` is valid afterwards."""
        if cython.compiled:
            if self.python_only:
                with cython.gil:
                    if hasattr(self, "rollout"):
                        return self.python_rollout(state, rng_state)
        return state.playout(rng_state)

    def tactical(self, state: State, out: Ints) -> int:
        """Write the legal actions that quiescence search extends, such as captures; return their
        number. The position is quiet, and `evaluate` reliable, if there are none."""
        if cython.compiled:
            if self.python_only:
                with cython.gil:
                    return self.python_tactical(state, out)
        return 0

    def exact_value(self, state: State, out: Floats) -> int:
        """Write the exact payoffs under best play, if known; return 1 plus the number of actions
        to the end, or 0 if they are not known."""
        if cython.compiled:
            if self.python_only:
                with cython.gil:
                    return self.python_floats("exact_value", state, out)
        return 0

    # ---- methods for Python code --------------------------------------------------------------

    def evaluation(self, state: State) -> tuple[float, ...] | None:
        """The static evaluation of each seat, or None if there is none."""
        if not cython.compiled:
            out = [0.0] * 16
        if self.evaluate(state, out) == 0:
            return None
        return tuple([float(out[i]) for i in range(state.seat_count)])

    def exact_payoffs(self, state: State) -> tuple[tuple[float, ...], int] | None:
        """The payoffs under best play and the number of actions to the end, or None."""
        if not cython.compiled:
            out = [0.0] * 16
        known = self.exact_value(state, out)
        if known == 0:
            return None
        return tuple([float(out[i]) for i in range(state.seat_count)]), known - 1

    def action_priors(
        self, state: State, among: Container[int] | None = None
    ) -> dict[int, float] | None:
        """The prior of each legal action, or only of those in `among`; None if there are none."""
        if not cython.compiled:
            actions, out = [0] * state.action_count, [0.0] * state.action_count
        count = state.legal(actions)
        if among is not None:
            legal, count = count, 0
            for i in range(legal):
                if actions[i] in among:
                    actions[count] = actions[i]
                    count += 1
        if self.priors(state, actions, count, out) == 0:
            return None
        return {int(actions[i]): float(out[i]) for i in range(count)}

    def tactical_actions(self, state: State) -> list[int]:
        """The legal actions that quiescence search extends, sorted."""
        if not cython.compiled:
            out = [0] * state.action_count
        count = self.tactical(state, out)
        return sorted([int(out[i]) for i in range(count)])

    # ---- calls from compiled code into knowledge in plain Python ------------------------------

    def python_floats(self, hook: str, state: State, out: Floats) -> int:
        if not hasattr(self, hook):
            return 0
        buffer = [0.0] * state.seat_count
        returned = getattr(self, hook)(state, buffer)
        for i in range(state.seat_count):
            out[i] = buffer[i]
        return returned

    def python_priors(self, state: State, actions: Ints, count: int, out: Floats) -> int:
        if not hasattr(self, "priors"):
            return 0
        weights = [0.0] * count
        listed = [actions[i] for i in range(count)]
        returned = getattr(self, "priors")(state, listed, count, weights)  # noqa: B009
        for i in range(count):
            out[i] = weights[i]
        return returned

    def python_rollout(self, state: State, rng_state: RngState) -> int:
        shared = [rng_state[0]]
        steps = getattr(self, "rollout")(state, shared)  # noqa: B009
        rng_state[0] = shared[0]
        return steps

    def python_tactical(self, state: State, out: Ints) -> int:
        if not hasattr(self, "tactical"):
            return 0
        buffer = [0] * state.action_count
        count = getattr(self, "tactical")(state, buffer)  # noqa: B009
        for i in range(count):
            out[i] = buffer[i]
        return count
