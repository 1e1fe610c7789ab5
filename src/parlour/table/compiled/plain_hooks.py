"""Calls from compiled code into games in plain Python, without a .pxd: the base of `State`.

The hooks of a compiled game are C methods. Those of a plug-in in plain Python are Python methods
that take lists; each method here calls one, checks what it wrote, and copies it into a C array.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from parlour.table.compiled.array_types import Floats, Ints, RngState
    from parlour.table.game import Game

MAX_LEGAL = 8_192
"""The most legal actions in one state: compiled code has its action buffers on the stack."""


class PlainHooks:
    """The hooks of a state as Python methods."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.action_count = game.action_count
        self.seat_count = len(game.seats)
        # The hooks of a compiled game are C methods, not Python attributes.
        self.python_only = hasattr(self, "play")

    def python_legal(self, out: Ints) -> int:
        listed = [0] * self.action_count
        count = getattr(self, "legal")(listed)  # noqa: B009
        if count > MAX_LEGAL:
            raise ValueError(f"{self.game.slug} lists {count} actions, more than {MAX_LEGAL}")
        for i in range(count):
            a = listed[i]
            if a < 0 or a >= self.action_count:
                raise ValueError(f"{self.game.slug} lists action {a} of {self.action_count}")
            out[i] = a
        return count

    def python_result(self, out: Floats) -> int:
        payoffs = [0.0] * self.seat_count
        getattr(self, "result")(payoffs)  # noqa: B009
        for i in range(self.seat_count):
            out[i] = payoffs[i]
        return 0

    def python_chance_odds(self, out: Floats) -> int:
        count = len(getattr(self, "actions")())  # noqa: B009
        odds = [1.0 / count] * count
        if hasattr(self, "chance_odds"):
            getattr(self, "chance_odds")(odds)  # noqa: B009
        for i in range(count):
            out[i] = odds[i]
        return count

    def python_playout(self, rng_state: RngState) -> int:
        shared = [rng_state[0]]
        steps = getattr(self, "playout")(shared)  # noqa: B009
        rng_state[0] = shared[0]
        return steps

    def python_sample_action(self, rng_state: RngState) -> int:
        shared = [rng_state[0]]
        action = getattr(self, "sample_action")(shared)  # noqa: B009
        if action < -1 or action >= self.action_count:
            raise ValueError(f"{self.game.slug} thinks of action {action} of {self.action_count}")
        rng_state[0] = shared[0]
        return action

    def python_encode(self, seat: int, out: Ints) -> int:
        if hasattr(self, "encode"):
            values = [0] * self.game.encoding.size
            getattr(self, "encode")(seat, values)  # noqa: B009
        else:
            values = self.game.encoded_view(self, seat)
        count = len(values)
        if count != self.game.encoding.size:
            raise ValueError(f"{self.game.slug} encodes {count} numbers")
        for i in range(count):
            value = values[i]
            if value < 0 or value > 127:
                raise ValueError(f"{self.game.slug} encodes {value}, not 0 to 127")
            out[i] = value
        return 0
