"""A position of any game, with all the rules need: who decides, what is legal, what an action does.

A game writes a handful of hooks on flat arrays (`begin`, `legal`, `play`, `result`, `copy_from`,
and `acting` where several seats act at once); everything a person or a program calls is given here
and derived from them. The hooks trust their caller; `push` checks.

The hooks look at `self.seat` alone to know who acts. While several seats may act, `seat` is the
lowest of them, and `actions(seat)` and `push(action, seat)` turn it to the one that does.
"""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any, Self

import cython

from parlour.table.errors import IllegalAction, NotYourTurn
from parlour.table.sentences import shorten

if not cython.compiled:
    from parlour.table.compiled.rng import random_below, random_unit

    CHANCE = -1
    NOBODY = -2
    ABI = 3

if TYPE_CHECKING:
    from parlour.table.compiled.array_types import Floats, Ints, RngState
    from parlour.table.game import Game
    from parlour.table.outcome import Outcome

ONE = 1

MAX_LEGAL = 8_192
"""No position may offer more legal actions than this: compiled code keeps them on the stack."""

MAX_ACTIONS = 32_768
"""No game may have a larger action space than this."""

MAX_SEATS = 16


class State:
    """A position. Equal states are those that the rules cannot tell apart."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.action_count = game.action_count
        self.seat_count = len(game.seats)
        self.seat = NOBODY
        self.shared_ints = game.shared_ints
        # In compiled code the hooks of a compiled game are no Python attributes.
        self.python_only = hasattr(self, "play")

    # ---- what a game writes -------------------------------------------------------------------

    def begin(self) -> None:
        """Set up the first position."""
        raise NotImplementedError

    def legal(self, out: Ints) -> int:
        """Write the legal actions of `self.seat` to `out`, in any order; return how many."""
        if not cython.compiled:
            raise NotImplementedError
        with cython.gil:
            return self.python_legal(out)

    def play(self, action: int) -> int:
        """Carry out a legal action of `self.seat`, and set `self.seat` to who decides next."""
        if not cython.compiled:
            raise NotImplementedError
        with cython.gil:
            getattr(self, "play")(action)  # noqa: B009 - the subclass's, not the compiled one
        return 0

    def result(self, out: Floats) -> int:
        """Write one payoff for each seat to `out`; asked only when the game is over."""
        if not cython.compiled:
            raise NotImplementedError
        with cython.gil:
            return self.python_result(out)

    def copy_from(self, other: State) -> int:
        """Take over the position of another state of the same kind, but not its settings."""
        if not cython.compiled:
            raise NotImplementedError
        with cython.gil:
            getattr(self, "copy_from")(other)  # noqa: B009
        return 0

    # ---- what a game may write ----------------------------------------------------------------

    def acting(self) -> tuple[int, ...]:
        """The seats that may act now, the lowest first; several in a simultaneous set-up."""
        return () if self.seat == NOBODY else (self.seat,)

    def chance_odds(self, out: Floats) -> int:
        """At CHANCE: write how likely each legal action is, in the order of `legal`."""
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
        """Something hashable that holds all that the rules can tell apart, besides `seat`."""
        return self.game.line(self)

    def key64(self) -> int:
        """The key in 64 bits, for tables that may forget."""
        if not cython.compiled:
            return hash(self) & 0xFFFFFFFFFFFFFFFF
        with cython.gil:
            return hash(self) & 0xFFFFFFFFFFFFFFFF

    def repetition_key64(self) -> int:
        """The same without what only counts towards a limit: equal if a position comes again."""
        return self.key64()

    def playout(self, rng_state: RngState) -> int:
        """Play random actions to the end; return how many. Only the result is promised afterwards,
        no position, and where the result is certain a game may play on."""
        if cython.compiled:
            if self.python_only:
                with cython.gil:
                    if hasattr(self, "playout"):
                        return self.python_playout(rng_state)
        else:
            out = [0] * self.action_count
        return self.uniform_playout(out, rng_state)

    def sample_action(self, rng_state: RngState) -> int:
        """A likely action of `self.seat`, drawn anew each time; -1 for no idea.

        Where there are far more actions than a search has simulations, it tries these alone.
        """
        if cython.compiled:
            if self.python_only:
                with cython.gil:
                    if hasattr(self, "sample_action"):
                        return self.python_sample_action(rng_state)
        return -1

    # ---- what every game is given -------------------------------------------------------------

    def uniform_playout(self, out: Ints, rng_state: RngState) -> int:
        """Random actions through `legal` and `play`, to the end or for a very long while."""
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
        """One of the `count` chance actions in `out`, as likely as `chance_odds` says."""
        if not cython.compiled:
            odds = [0.0] * self.action_count
        self.chance_odds(odds)
        mark = random_unit(rng_state)
        for i in range(count - 1):
            mark -= odds[i]
            if mark < 0.0:
                return out[i]
        return out[count - 1]

    def check_seat(self, seat: int) -> None:
        """Refuse what `seat` cannot be, wherever Python code assigns it: the rules trust it."""
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
        """Every legal action of the seat that decides (or of `seat`), sorted, each once."""
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
        # One bit for each action sorts them: ids are dense, and bits are read in order.
        count = self.legal(out)
        words = (self.action_count + 63) >> 6
        for w in range(words):
            marks[w] = 0
        for i in range(count):
            marks[out[i] >> 6] |= ONE << (out[i] & 63)
        count = 0
        for w in range(words):
            count += __builtin_popcountll(marks[w])
        new = PyList_New(count)
        to, shared = parlour_slots(new), parlour_slots(self.shared_ints)
        i = 0
        for w in range(words):
            word = marks[w]
            while word:
                parlour_put(to, i, shared, (w << 6) + __builtin_ctzll(word))
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
        deciding = self.seat
        self.seat = seat
        try:
            return self.is_legal(action)
        finally:
            self.seat = deciding

    def apply(self, action: int) -> None:
        """Carry out an action, in place, trusting that it is legal."""
        try:
            number = action
        except OverflowError:  # compiled, `number` is a machine word
            number = -1
        if number < 0 or number >= self.action_count:
            raise IllegalAction(
                "table.no_such_action", action=shorten(action), count=self.action_count
            )
        if self.seat == NOBODY:
            raise IllegalAction("table.over")
        self.play(number)

    def push(self, action: int, seat: int | None = None) -> None:
        """Carry out an action, in place; raises IllegalAction with a sentence that says why not."""
        wanted = action_number(action, self.action_count)
        if self.seat == NOBODY:
            raise IllegalAction("table.over")
        decider = self.seat if seat is None else seat
        if decider not in self.acting():
            raise NotYourTurn(self.game.not_your_turn(self, decider))
        lowest = self.seat
        self.seat = decider
        try:
            allowed = self.is_legal(wanted)
        except BaseException:
            self.seat = lowest
            raise
        if not allowed:
            self.seat = lowest
            text = self.game.write(self, wanted)
            raise IllegalAction(self.game.why(self, text, decider))
        self.play(wanted)

    def after(self, action: int, seat: int | None = None) -> Self:
        """The position after an action; this one stays as it is."""
        other = self.copy()
        other.push(action, seat)
        return other

    def copy(self) -> Self:
        """Another state with the same position, that never changes when this one does."""
        other = type(self)(self.game)
        other.seat = self.seat
        other.copy_from(self)
        return other

    @property
    def payoffs(self) -> tuple[float, ...]:
        """What each seat gets: one entry a seat, all 0 while the game goes on."""
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
        """How it ended: ranks, a code and a sentence; None while the game goes on."""
        return self.game.outcome(self) if self.seat == NOBODY else None

    def odds(self) -> list[tuple[int, float]]:
        """At CHANCE: each possible action with its probability; elsewhere nothing."""
        if self.seat != CHANCE:
            return []
        if not cython.compiled:
            out, odds = [0] * self.action_count, [0.0] * self.action_count
        count = self.legal(out)
        self.chance_odds(odds)
        return sorted([(out[i], odds[i]) for i in range(count)])

    # ---- how states behave as Python objects --------------------------------------------------

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.seat == other.seat and self.game == other.game and self.key() == other.key()

    def __hash__(self) -> int:
        return hash((self.seat, self.key()))

    def hash_key(self) -> int:
        """What `key64` says, for Python code."""
        return self.key64()

    def repetition_key(self) -> int:
        """What `repetition_key64` says, for Python code."""
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
        """The picture that a notebook shows: what a spectator may see."""
        return self.game.picture(self)

    # ---- from compiled code to a game without a .pxd ------------------------------------------

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
        count = len(self.sorted_legal())
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


def action_number(action: object, count: int) -> int:
    """The action as a whole number of the action space, or a sentence why it is none."""
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
    """A pickled state comes back from its line: the same in both modes."""
    return game.from_line(line)
