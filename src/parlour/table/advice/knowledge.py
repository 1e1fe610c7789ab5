"""What is known about playing a game well, beside its rules: optional, and never needed to play.

A game that has some writes a subclass with those hooks that it has something to say to, and returns
a new one from `Game.knowledge`. Players ask it during a search; each thread has its own, so it may
keep scratch memory. Like the hooks of a state these run without the GIL where they are compiled,
trust their caller, and never change the state (but for `rollout`, whose purpose that is).
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
    """No opinion on anything: what a hook answers that a game did not write."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        # In compiled code the hooks of compiled knowledge are no Python attributes.
        self.python_only = any(
            hasattr(self, hook)
            for hook in ("evaluate", "priors", "rollout", "tactical", "exact_value")
        )

    def evaluate(self, state: State, out: Floats) -> int:
        """Write how well each seat stands, from -1 (lost) to 1 (won); return how many, or 0 for
        no opinion. Asked only while the game goes on and somebody decides."""
        if cython.compiled:
            if self.python_only:
                with cython.gil:
                    return self.python_floats("evaluate", state, out)
        return 0

    def priors(self, state: State, actions: Ints, count: int, out: Floats) -> int:
        """Write how promising each of these actions of `state.seat` looks, as weights that need not
        add up to one; 0 says that another of them is as good or better, for certain. Return
        `count`, or 0 for no opinion."""
        if cython.compiled:
            if self.python_only:
                with cython.gil:
                    return self.python_priors(state, actions, count, out)
        return 0

    def rollout(self, state: State, rng_state: RngState) -> int:
        """Play likely actions to the end; return how many. As with `State.playout`, only the result
        is promised afterwards."""
        if cython.compiled:
            if self.python_only:
                with cython.gil:
                    if hasattr(self, "rollout"):
                        return self.python_rollout(state, rng_state)
        return state.playout(rng_state)

    def tactical(self, state: State, out: Ints) -> int:
        """Write those legal actions that may turn the balance at once, such as captures; return how
        many. A search that stops at a depth looks at these before it trusts `evaluate`."""
        if cython.compiled:
            if self.python_only:
                with cython.gil:
                    return self.python_tactical(state, out)
        return 0

    def exact_value(self, state: State, out: Floats) -> int:
        """Write the payoffs that best play brings, where they are known for certain; return 0 where
        they are not, else 1 more than the number of actions until the end."""
        if cython.compiled:
            if self.python_only:
                with cython.gil:
                    return self.python_floats("exact_value", state, out)
        return 0

    # ---- what Python code calls ---------------------------------------------------------------

    def evaluation(self, state: State) -> tuple[float, ...] | None:
        """How well each seat stands, or None for no opinion."""
        if not cython.compiled:
            out = [0.0] * 16
        if self.evaluate(state, out) == 0:
            return None
        return tuple([float(out[i]) for i in range(state.seat_count)])

    def exact_payoffs(self, state: State) -> tuple[tuple[float, ...], int] | None:
        """The payoffs of best play and the number of actions to the end, where they are known."""
        if not cython.compiled:
            out = [0.0] * 16
        known = self.exact_value(state, out)
        if known == 0:
            return None
        return tuple([float(out[i]) for i in range(state.seat_count)]), known - 1

    def action_priors(
        self, state: State, among: Container[int] | None = None
    ) -> dict[int, float] | None:
        """How promising each legal action looks, or each of those that are `among` some others;
        None for no opinion."""
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
        """The legal actions that may turn the balance at once, sorted."""
        if not cython.compiled:
            out = [0] * state.action_count
        count = self.tactical(state, out)
        return sorted([int(out[i]) for i in range(count)])

    # ---- from compiled code to knowledge without a .pxd ----------------------------------------

    def python_floats(self, hook: str, state: State, out: Floats) -> int:
        if not hasattr(self, hook):
            return 0
        given = [0.0] * state.seat_count
        answer = getattr(self, hook)(state, given)
        for i in range(state.seat_count):
            out[i] = given[i]
        return answer

    def python_priors(self, state: State, actions: Ints, count: int, out: Floats) -> int:
        if not hasattr(self, "priors"):
            return 0
        given = [0.0] * count
        answer = getattr(self, "priors")(state, [actions[i] for i in range(count)], count, given)  # noqa: B009
        for i in range(count):
            out[i] = given[i]
        return answer

    def python_rollout(self, state: State, rng_state: RngState) -> int:
        shared = [rng_state[0]]
        steps = getattr(self, "rollout")(state, shared)  # noqa: B009
        rng_state[0] = shared[0]
        return steps

    def python_tactical(self, state: State, out: Ints) -> int:
        if not hasattr(self, "tactical"):
            return 0
        given = [0] * state.action_count
        count = getattr(self, "tactical")(state, given)  # noqa: B009
        for i in range(count):
            out[i] = given[i]
        return count
