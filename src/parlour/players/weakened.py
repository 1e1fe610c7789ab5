"""Players that err as people do: `mcts:200,overlook=0.3,misjudge=0.2`.

Who errs does not think less, it overlooks some of what it could do, and is wrong about the worth of
the rest. Each decision errs anew, and by its seed always alike.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

import msgspec

from parlour.players.player import Thinker, read_thinker
from parlour.players.search_result import Limits, Thought
from parlour.table.errors import BadSettings
from parlour.table.registry import AnyGame
from parlour.table.sentences import shorten
from parlour.table.state import State


class ErringPlayer:
    """A search whose player does not see every action, nor value them truly."""

    def __init__(
        self, thinker: Thinker, *, overlook: float = 0.0, misjudge: float = 0.0, seed: int | None
    ) -> None:
        self.thinker = thinker
        self.overlook = overlook  # how likely it does not see an action that it could choose
        self.misjudge = misjudge  # how far it errs about the value of one, from -1 to 1
        self.rng = Random(seed)
        errors = {"overlook": overlook, "misjudge": misjudge}
        said = [f"{name}={value:g}" for name, value in errors.items() if value]
        self.name = ",".join([thinker.name, *said])

    def check(self, game: AnyGame) -> None:
        self.thinker.check(game)

    def choose(self, state: State, seat: int, limits: Limits | None = None) -> int:
        return self.think(state, seat, limits).action

    def stop(self) -> None:
        self.thinker.stop()

    def think(
        self,
        state: State,
        seat: int,
        limits: Limits | None = None,
        among: Sequence[int] | None = None,
    ) -> Thought:
        could = state.actions(seat) if among is None else among
        seen = [action for action in could if self.rng.random() >= self.overlook]
        seen = seen or [self.rng.choice(could)]
        if len(seen) == 1 and among is None:  # who sees nothing else does not think about it
            return Thought(seen[0], 0.0, 0, {seen[0]: 0}, line=(seen[0],))
        return self.misjudged(self.thinker.think(state, seat, limits, seen))

    def misjudged(self, thought: Thought) -> Thought:
        """What is chosen if every value is known with an error only."""
        if self.misjudge == 0.0 or len(thought.values) < 2:
            return thought
        felt = {
            action: value + self.rng.gauss(0.0, self.misjudge)
            for action, value in thought.values.items()
        }
        action = max(felt, key=lambda action: (felt[action], -action))
        if action == thought.action:
            return thought
        return msgspec.structs.replace(
            thought, action=action, value=thought.values[action], line=(action,), end=None
        )


MOST = {"overlook": 1.0, "misjudge": 2.0}
"""Who overlooks everything, or errs by all that lies between loss and win, plays at random."""


def read_erring(
    head: str, options: Sequence[str], seed: int | None = None, within: float | None = None
) -> ErringPlayer:
    """The player that is left without its errors, and these: `mcts:200` and `overlook=0.3`."""
    errors, others = dict[str, float](), [head]
    for option in options:
        name, _, given = option.partition("=")
        if name in MOST:
            errors[name] = _read_error(option, given, MOST[name])
        else:
            others.append(option)
    rng = Random(seed)
    thinker = read_thinker(",".join(others), rng.getrandbits(63), within)
    return ErringPlayer(thinker, seed=rng.getrandbits(63), **errors)


def _read_error(option: str, given: str, most: float) -> float:
    if not re.fullmatch(r"[0-9](\.[0-9]{1,4})?", given) or float(given) > most:
        raise BadSettings("player.error", given=shorten(option), most=f"{most:g}")
    return float(given)
