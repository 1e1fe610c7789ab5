"""Thousands of matches of one game, one action of each in a call, in NumPy arrays.

No Python runs for a single match, and none of its threads holds the GIL. A match that ends begins
anew in the same call: `rewards` and `ended` tell of the old match, everything else of the new one.

    env = VectorEnv("knights", matches=1_024, seed=1)
    batch = env.reset()
    while learning:
        batch = env.step(policy(batch.observations, batch.masks))
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, NamedTuple

import cython
import numpy as np
from numpy.typing import ArrayLike, NDArray

from parlour.lab.environments import english as english  # imported for the texts
from parlour.table.errors import BadSettings, IllegalAction
from parlour.table.registry import AnyGame, game

if not cython.compiled:
    from parlour.table.compiled.rng import random_below
    from parlour.table.state import CHANCE, NOBODY

if TYPE_CHECKING:
    from parlour.table.compiled.array_types import RngState
    from parlour.table.state import State

MOST_MATCHES = 1_000_000
MOST_THREADS = 256
WORD = 2**64 - 1


class Batch(NamedTuple):
    """All matches at once, one a row. The arrays are those of the environment: the next step
    changes them."""

    observations: NDArray[np.uint8]  # as the seat to act sees the position: see game.encoding
    masks: NDArray[np.bool_]  # which actions are legal
    seats: NDArray[np.int32]  # who is to act
    rewards: NDArray[np.float32]  # what each seat was paid by the last step
    ended: NDArray[np.bool_]  # did the last step end a match?


class VectorEnv:
    """Many matches of one game; chance draws from the seed of its match.

    The safeguard of the game is on, so that every match ends. Without `observations` positions are
    not encoded, which saves most of the time in games with large boards.
    """

    def __init__(
        self,
        slug: str | AnyGame,
        /,
        matches: int,
        *,
        seed: int | Sequence[int] = 0,
        threads: int = 1,
        observations: bool = True,
        **settings: object,
    ) -> None:
        if not 1 <= matches <= MOST_MATCHES or not 1 <= threads <= MOST_THREADS:
            raise BadSettings("environment.vector_size", most=MOST_MATCHES, threads=MOST_THREADS)
        self.game = (game(slug, **settings) if isinstance(slug, str) else slug).guarded()
        self.count, self.threads, self.observing = matches, threads, observations
        self.first = self.game.start()
        self.seat_count, self.action_count = len(self.game.seats), self.game.action_count
        self.states = [self.game.start() for _ in range(matches)]
        self.addresses = np.array([id(state) for state in self.states], np.uintp)
        self.observations = np.zeros((matches, self.game.encoding.size * observations), np.int8)
        self.masks = np.zeros((matches, self.action_count), np.int8)
        self.rewards = np.zeros((matches, self.seat_count), np.float32)
        self.seats, self.chosen, self.choices = (np.zeros(matches, np.int32) for _ in range(3))
        self.ended = np.zeros(matches, np.int8)
        self.batch = Batch(
            *map(
                read_only,
                (
                    np.asarray(self.observations).view(np.uint8),
                    np.asarray(self.masks).view(np.bool_),
                    np.asarray(self.seats),
                    np.asarray(self.rewards),
                    np.asarray(self.ended).view(np.bool_),
                ),
            )
        )
        self.pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self.reset(seed)

    # ---- for Python ---------------------------------------------------------------------------

    def reset(self, seed: int | Sequence[int] | None = None) -> Batch:
        """Begin every match anew; with a seed for all, or one for each, chance begins anew too."""
        if seed is not None:
            seeds = [seed + i for i in range(self.count)] if isinstance(seed, int) else list(seed)
            if len(seeds) != self.count:
                raise BadSettings("environment.vector_seeds", count=self.count, given=len(seeds))
            self.dice = dice([2 * number for number in seeds])
            self.choice_dice = dice([2 * number + 1 for number in seeds])
        for i in range(self.count):
            self.ended[i] = 1
        self.in_parts(True)
        return self.batch

    def step(self, actions: ArrayLike) -> Batch:
        """One action in each match, of the seat that is to act. If one of them is illegal, nothing
        is done in any match."""
        given = np.asarray(actions)
        if given.shape != (self.count,) or given.dtype.kind not in "iu":
            raise IllegalAction("environment.vector_actions", count=self.count)
        if given.dtype != np.int32:  # what does not fit is illegal in any case
            given = given.astype(np.int64).clip(-1, self.action_count).astype(np.int32)
        self.chosen = np.ascontiguousarray(given)
        wrong = self.first_illegal()
        if wrong >= 0:
            raise self.refusal(wrong)
        self.in_parts(False)
        return self.batch

    def sample(self) -> NDArray[np.int32]:
        """A random legal action for each match; the array is overwritten by the next call."""
        with cython.nogil:
            self.draw_choices()
        return np.asarray(self.choices)

    def state(self, match: int) -> State:
        """The position of one match."""
        return self.states[match].copy()

    def refusal(self, match: int) -> IllegalAction:
        """Why the chosen action of a match is illegal."""
        state = self.states[match].copy()
        try:
            state.push(self.chosen[match])
        except IllegalAction as error:
            reason = str(error)
        else:
            reason = str(IllegalAction("table.not_legal", text=str(self.chosen[match])))
        return IllegalAction("environment.vector_illegal", match=match, reason=reason)

    def close(self) -> None:
        """End the threads."""
        if self.pool is not None:
            self.pool.shutdown()

    # ---- without the GIL ----------------------------------------------------------------------

    def in_parts(self, anew: bool) -> None:
        """Each thread has an equal part of the matches."""
        if self.pool is None:
            self.advance(0, self.count, anew)
            return
        ends = [self.count * i // self.threads for i in range(self.threads + 1)]
        list(self.pool.map(self.advance, ends[: self.threads], ends[1:], [anew] * self.threads))

    def advance(self, begin: int, end: int, anew: bool) -> None:
        """Play or begin anew the matches from `begin` to before `end`."""
        with cython.nogil:
            for i in range(begin, end):
                if cython.compiled:
                    self.advance_one(
                        cython.cast(State, cython.cast(Address, self.addresses[i])), i, anew
                    )
                else:
                    self.advance_one(self.states[i], i, anew)

    def advance_one(self, state: State, i: int, anew: bool) -> int:
        """The chosen action, what chance does then, and a new match where this one ends."""
        payoffs = [0.0] * 16
        if self.ended[i]:
            self.ended[i] = 0
            for seat in range(self.seat_count):
                self.rewards[i, seat] = 0.0
        if anew:
            state.copy_from(self.first)
        elif cython.compiled:
            state.play(self.chosen[i])
        else:
            state.play(int(self.chosen[i]))  # rules count with Python's own numbers
        self.draw_chance(state, i)
        if state.seat == NOBODY:
            state.result(payoffs)
            for seat in range(self.seat_count):
                self.rewards[i, seat] = payoffs[seat]
            self.ended[i] = 1
            state.copy_from(self.first)
            self.draw_chance(state, i)
        return self.show(state, i)

    def show(self, state: State, i: int) -> int:
        """Write what a row shows."""
        self.seats[i] = state.seat
        if not cython.compiled:
            state.mask(self.masks[i])
            if self.observing:
                self.observations[i] = 0
                state.encode(state.seat, self.observations[i])
            return 0
        state.mask(cython.address(self.masks[i, 0]))
        if self.observing:
            state.encode(state.seat, cython.address(self.observations[i, 0]))
        return 0

    def draw_chance(self, state: State, i: int) -> int:
        """Chance decides, by the odds, until a seat does or the match is over."""
        if not cython.compiled:
            listed = [0] * self.action_count
        while state.seat == CHANCE:
            count = state.legal(listed)
            state.play(state.draw(listed, count, die(self.dice, i)))
        return 0

    def draw_choice(self, state: State, i: int) -> int:
        if not cython.compiled:
            listed = [0] * self.action_count
        count = state.legal(listed)
        self.choices[i] = listed[random_below(die(self.choice_dice, i), count)]
        return 0

    def draw_choices(self) -> int:
        for i in range(self.count):
            if cython.compiled:
                self.draw_choice(cython.cast(State, cython.cast(Address, self.addresses[i])), i)
            else:
                self.draw_choice(self.states[i], i)
        return 0

    def first_illegal(self) -> int:
        """The first match whose chosen action is not in its mask; -1 if there is none."""
        for i in range(self.count):
            action = self.chosen[i]
            if action < 0 or action >= self.action_count or not self.masks[i, action]:
                return i
        return -1


def dice(seeds: Sequence[int]) -> Any:
    """The states of generators: a C array, or a list of arrays of length one."""
    numbers = [seed & WORD for seed in seeds]
    if not cython.compiled:
        return [[number] for number in numbers]
    return np.array(numbers, np.uint64)


def die(all_dice: Any, i: int) -> RngState:
    """The generator of one match."""
    if not cython.compiled:
        return all_dice[i]
    return cython.address(all_dice[i])


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    """What only the environment may change: it plays what its masks allow."""
    shown = array.view()
    shown.flags.writeable = False
    return shown
