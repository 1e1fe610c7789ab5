"""The state of any game: the seat to act, the legal actions, and what an action does.

A game implements a few hooks on flat arrays: `begin`, `legal`, `play`, `result`, `copy_from`, and
`acting` if several seats may act at once. All other methods are derived from the hooks. Hooks do
not check their arguments; `push` does.

Hooks act for `self.seat`. While several seats may act, `seat` is the lowest of them;
`actions(seat)` and `push(action, seat)` set it to another one for the call.
"""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any, Self

import cython

from parlour.table.compiled.plain_hooks import PlainHooks
from parlour.table.errors import IllegalAction, NotYourTurn
from parlour.table.sentences import shorten

if not cython.compiled:
    from parlour.table.compiled.rng import random_below, random_unit

    CHANCE = -1
    NOBODY = -2
    ABI = 4

if TYPE_CHECKING:
    from parlour.table.compiled.array_types import Floats, Ints, RngState
    from parlour.table.game import Game
    from parlour.table.outcome import Outcome

ONE = 1

MAX_ACTIONS = 32_768
"""The largest action space of a game."""

MAX_SEATS = 16


class State(PlainHooks):
    """A mutable game state. Two states are equal if the rules cannot tell them apart."""

    def __init__(self, game: Game[Any, Any]) -> None:
        PlainHooks.__init__(self, game)
        self.seat = NOBODY
        self.shared_ints = game.shared_ints

    # ---- hooks that a game must implement -----------------------------------------------------

    def begin(self) -> None:
        """Set up the initial state."""
        raise NotImplementedError

    def legal(self, out: Ints) -> int:
        """Write the legal actions of `self.seat` to `out`, in any order; return their number."""
        if not cython.compiled:
            raise NotImplementedError
        with cython.gil:
            return self.python_legal(out)

    def play(self, action: int) -> int:
        """Apply a legal action of `self.seat`, and set `self.seat` to the next seat to act."""
        if not cython.compiled:
            raise NotImplementedError
        with cython.gil:
            getattr(self, "play")(action)  # noqa: B009 - the subclass's Python method
        return 0

    def result(self, out: Floats) -> int:
        """Write the payoff of each seat to `out`; called only in terminal states."""
        if not cython.compiled:
            raise NotImplementedError
        with cython.gil:
            return self.python_result(out)

    def copy_from(self, other: State) -> int:
        """Copy the position of another state of the same game class; settings are not copied."""
        if not cython.compiled:
            raise NotImplementedError
        with cython.gil:
            getattr(self, "copy_from")(other)  # noqa: B009
        return 0

    # ---- optional hooks -----------------------------------------------------------------------

    def acting(self) -> tuple[int, ...]:
        """The seats that may act now, in ascending order; several in a simultaneous set-up."""
        return () if self.seat == NOBODY else (self.seat,)

    def chance_odds(self, out: Floats) -> int:
        """At CHANCE: write the probability of each legal action, in the order of `legal`."""
        if cython.compiled:
            if self.python_only:
                with cython.gil:
                    return self.python_chance_odds(out)
        else:
            buffer = [0] * self.action_count
        count = self.legal(buffer)
        for i in range(count):
            out[i] = 1.0 / count
        return count

    def key(self) -> object:
        """A hashable value that, together with `seat`, identifies the state."""
        return self.game.line(self)

    def key64(self) -> int:
        """A 64-bit hash of the state, such as a Zobrist key, for transposition tables."""
        if not cython.compiled:
            return hash(self) & 0xFFFFFFFFFFFFFFFF
        with cython.gil:
            return hash(self) & 0xFFFFFFFFFFFFFFFF

    def repetition_key64(self) -> int:
        """A hash that recurs with the position: `key64` without counters of moves or rounds."""
        return self.key64()

    def playout(self, rng_state: RngState) -> int:
        """Play random actions to the end; return their number. Only `result` is valid afterwards:
        a game may stop keeping up the position once the result is certain."""
        if cython.compiled:
            if self.python_only:
                with cython.gil:
                    if hasattr(self, "playout"):
                        return self.python_playout(rng_state)
        else:
            out = [0] * self.action_count
        return self.uniform_playout(out, rng_state)

    def sample_action(self, rng_state: RngState) -> int:
        """Sample a plausible action of `self.seat`; -1 if the game has no such distribution.

        A search expands only sampled actions where there are far more actions than simulations.
        """
        if cython.compiled:
            if self.python_only:
                with cython.gil:
                    if hasattr(self, "sample_action"):
                        return self.python_sample_action(rng_state)
        return -1

    def encode(self, seat: int, out: Ints) -> int:
        """Write what `seat` may know of the position as numbers from 0 to 127, in the order of
        `game.encoding`. By default they come from the view."""
        if not cython.compiled:
            for i, number in enumerate(self.game.encoded_view(self, seat)):
                out[i] = number
            return 0
        with cython.gil:
            return self.python_encode(seat, out)

    # ---- derived methods ----------------------------------------------------------------------

    def mask(self, out: Ints) -> int:
        """Write a 1 for each legal action of `self.seat` and a 0 for every other action."""
        if not cython.compiled:
            listed = [0] * self.action_count
        for i in range(self.action_count):
            out[i] = 0
        if self.seat != NOBODY:
            count = self.legal(listed)
            for i in range(count):
                out[listed[i]] = 1
        return 0

    def uniform_playout(self, out: Ints, rng_state: RngState) -> int:
        """Play uniformly random actions until the game is over or 100,000 actions are played."""
        steps = 0
        while self.seat != NOBODY and steps < 100_000:
            count = self.legal(out)
            if count == 0:
                break
            if self.seat == CHANCE:
                self.play(self.draw(out, count, rng_state))
            else:
                self.play(out[random_below(rng_state, count)])
            steps += 1
        return steps

    def draw(self, out: Ints, count: int, rng_state: RngState) -> int:
        """Sample one of the `count` chance actions in `out` by their probabilities."""
        if not cython.compiled:
            odds = [0.0] * self.action_count
        self.chance_odds(odds)
        target = random_unit(rng_state)
        for i in range(count - 1):
            target -= odds[i]
            if target < 0.0:
                return out[i]
        return out[count - 1]

    def check_seat(self, seat: int) -> None:
        """Raise IllegalAction for an invalid seat. Every assignment in Python code is checked,
        since the hooks index arrays by `seat`."""
        try:
            number = index(seat)
        except TypeError:
            number = NOBODY - 1
        if (number == CHANCE and not self.game.chance) or not NOBODY <= number < self.seat_count:
            raise IllegalAction("table.no_such_seat", seat=shorten(seat), count=self.seat_count)

    @property
    def over(self) -> bool:
        return self.seat == NOBODY

    def actions(self, seat: int | None = None) -> list[int]:
        """The legal actions of the seat to act (or of `seat`), sorted, without duplicates."""
        if seat is None or seat == self.seat:
            return self.sorted_legal()
        if seat not in self.acting():
            return []
        lowest = self.seat
        self.seat = seat
        try:
            return self.sorted_legal()
        finally:
            self.seat = lowest

    def sorted_legal(self) -> list[int]:
        """The legal actions of `self.seat`, sorted."""
        if self.seat == NOBODY:
            return []
        if not cython.compiled:
            out = [0] * self.action_count
            return sorted(out[: self.legal(out)])
        # A bitset sorts the actions and removes duplicates in one pass, since ids are dense.
        count = self.legal(out)
        words = (self.action_count + 63) >> 6
        for w in range(words):
            bits[w] = 0
        for i in range(count):
            bits[out[i] >> 6] |= ONE << (out[i] & 63)
        count = 0
        for w in range(words):
            count += __builtin_popcountll(bits[w])
        new = PyList_New(count)
        target, shared = parlour_items(new), parlour_items(self.shared_ints)
        i = 0
        for w in range(words):
            word = bits[w]
            while word:
                parlour_set_item(target, i, shared, (w << 6) + __builtin_ctzll(word))
                word &= word - 1
                i += 1
        return new

    def is_legal(self, action: int) -> bool:
        """Is this a legal action of `self.seat`?"""
        if not cython.compiled:
            out = [0] * self.action_count
        if self.seat == NOBODY:
            return False
        count = self.legal(out)
        for i in range(count):
            if out[i] == action:
                return True
        return False

    def permits(self, action: int, seat: int) -> bool:
        """Is this a legal action of a seat that may act now?"""
        lowest = self.seat
        self.seat = seat
        try:
            return self.is_legal(action)
        finally:
            self.seat = lowest

    def apply(self, action: int) -> None:
        """Apply an action in place, without checking that it is legal."""
        try:
            number = action
        except OverflowError:  # when compiled, `number` is a C int
            number = -1
        if number < 0 or number >= self.action_count:
            raise IllegalAction(
                "table.no_such_action", action=shorten(action), count=self.action_count
            )
        if self.seat == NOBODY:
            raise IllegalAction("table.over")
        self.play(number)

    def push(self, action: int, seat: int | None = None) -> None:
        """Apply an action in place; raise IllegalAction with the reason if it is not legal."""
        number = action_number(action, self.action_count)
        if self.seat == NOBODY:
            raise IllegalAction("table.over")
        actor = self.seat if seat is None else seat
        if actor not in self.acting():
            raise NotYourTurn(self.game.not_your_turn(self, actor))
        lowest = self.seat
        self.seat = actor
        try:
            legal = self.is_legal(number)
        except BaseException:
            self.seat = lowest
            raise
        if not legal:
            self.seat = lowest
            text = self.game.write(self, number)
            raise IllegalAction(self.game.why(self, text, actor))
        self.play(number)

    def after(self, action: int, seat: int | None = None) -> Self:
        """A new state after an action; this one does not change."""
        other = self.copy()
        other.push(action, seat)
        return other

    def copy(self) -> Self:
        """An independent copy of this state."""
        other = type(self)(self.game)
        other.seat = self.seat
        other.copy_from(self)
        return other

    @property
    def payoffs(self) -> tuple[float, ...]:
        """The payoff of each seat; all 0 until the game is over."""
        if self.seat != NOBODY:
            return (0.0,) * self.seat_count
        return self.final_payoffs()

    def final_payoffs(self) -> tuple[float, ...]:
        if not cython.compiled:
            out = [0.0] * self.seat_count
        self.result(out)
        return tuple([float(out[i]) for i in range(self.seat_count)])

    @property
    def outcome(self) -> Outcome | None:
        """The outcome: ranks, payoffs, a code and a sentence; None until the game is over."""
        return self.game.outcome(self) if self.seat == NOBODY else None

    def odds(self) -> list[tuple[int, float]]:
        """At CHANCE: each action with its probability; at other seats an empty list."""
        if self.seat != CHANCE:
            return []
        if not cython.compiled:
            out, odds = [0] * self.action_count, [0.0] * self.action_count
        count = self.legal(out)
        self.chance_odds(odds)
        return sorted([(out[i], odds[i]) for i in range(count)])

    # ---- Python's protocols: equality, copy, pickle, text and picture --------------------------

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.seat == other.seat and self.game == other.game and self.key() == other.key()

    def __hash__(self) -> int:
        return hash((self.seat, self.key()))

    def hash_key(self) -> int:
        """`key64` for Python code."""
        return self.key64()

    def repetition_key(self) -> int:
        """`repetition_key64` for Python code."""
        return self.repetition_key64()

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return revive, (self.game, self.game.line(self))

    def __str__(self) -> str:
        return self.game.text(self)

    def __repr__(self) -> str:
        return f"{self.game!r}.from_line({self.game.line(self)!r})"

    def _repr_svg_(self) -> str:
        """The picture of the state in a notebook, as a spectator sees it."""
        return self.game.picture(self)


def action_number(action: object, count: int) -> int:
    """The action as an int in the action space; raise IllegalAction if it is not one."""
    try:
        number = index(action)  # type: ignore[arg-type]
    except TypeError:
        raise IllegalAction("table.not_a_number", given=shorten(action)) from None
    if number < 0 or number >= count:
        raise IllegalAction("table.no_such_action", action=shorten(number), count=count)
    return number


def assign_seat(state: State, seat: int) -> None:
    state.check_seat(seat)
    state.__dict__["seat"] = seat


if cython.compiled:
    parlour_check_seats(State.__dict__["seat"])
else:
    setattr(State, "seat", property(lambda state: state.__dict__["seat"], assign_seat))  # noqa: B010


def revive(game: Game[Any, Any], line: str) -> State:
    """Unpickle a state from its line, which is the same in both modes."""
    return game.from_line(line)
