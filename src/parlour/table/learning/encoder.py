"""Encodings and masks into buffers of the caller, without a copy and without the GIL.

Any C-contiguous, writable buffer of 32-bit floats, 8-bit integers or booleans will do: a bytearray,
an `array`, a NumPy array, memory shared between processes.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

import cython

from parlour.table.errors import BadBuffer, BadSettings, IllegalAction

if not cython.compiled:
    from parlour.table.state import NOBODY

    MOST_NUMBERS = 65_536  # of one encoding: compiled code has them on the stack

if TYPE_CHECKING:
    from parlour.table.compiled.array_types import Ints
    from parlour.table.game_parts.learning import Learning
    from parlour.table.state import State

BYTES = ("B", "b", "?")


class Encoder:
    """Writes the positions of one game."""

    def __init__(self, game: Learning[Any, Any]) -> None:
        self.game = game
        self.size = game.encoding.size
        self.action_count = game.action_count
        if self.size > MOST_NUMBERS:
            raise ValueError(f"{game.slug} encodes {self.size} numbers, more than {MOST_NUMBERS}")
        self.shares = array("f", [1.0 / most for most in game.encoding.most])

    def encode(self, state: State, seat: int, out: object) -> None:
        """Write the position as a seat may know it."""
        self.check(state)
        if seat < 0 or seat >= state.seat_count:
            raise IllegalAction("table.no_such_seat", seat=seat, count=state.seat_count)
        self.write(state, seat, out, False)

    def mask(self, state: State, seat: int, out: object) -> None:
        """Write a 1 for each legal action of a seat, and a 0 for all others."""
        self.check(state)
        if seat != state.seat and seat not in state.acting():
            seat = NOBODY
        self.write(state, seat, out, True)

    def check(self, state: State) -> None:
        """The buffer is as long as the positions of this game need."""
        if state.game is not self.game and state.game != self.game:
            raise BadSettings("table.other_game", given=repr(state.game), game=repr(self.game))

    def write(self, state: State, seat: int, out: object, masking: bool) -> None:
        count = self.action_count if masking else self.size
        if not cython.compiled:
            target, numbers = writable(out, count), [0] * count
            self.fill(state, seat, numbers, masking)
            for i in range(count):
                target[i] = self.converted(numbers[i], i, target.format, masking)
            return
        open_buffer(out, cython.address(view), count)
        try:
            with cython.nogil:
                if view.itemsize == 1:
                    self.fill(state, seat, cython.cast(Bytes, view.buf), masking)
                else:
                    self.fill(state, seat, numbers, masking)
                    floats = cython.cast(Floats32, view.buf)
                    for i in range(count):
                        floats[i] = numbers[i] if masking else numbers[i] * self.shares[i]
        finally:
            PyBuffer_Release(cython.address(view))

    def fill(self, state: State, seat: int, out: Ints, masking: bool) -> int:
        """Write the encoding or, for `seat`, the mask."""
        if not masking:
            return state.encode(seat, out)
        lowest = state.seat
        state.seat = seat
        try:
            state.mask(out)
        finally:
            state.seat = lowest
        return 0

    def converted(self, number: int, i: int, format: str, masking: bool) -> float:
        """The i-th number as a buffer of this format holds it."""
        if format in BYTES:
            return number
        return float(number) if masking else number * self.shares[i]


def writable(out: object, count: int) -> memoryview[Any]:
    """A buffer of the caller, looked at as a flat array of its items."""
    try:
        view = memoryview(out)  # type: ignore[reportArgumentType]
    except TypeError:
        raise BadBuffer("table.buffer_needed") from None
    if view.readonly or not view.c_contiguous or view.format.lstrip("<=@") not in ("f", *BYTES):
        raise BadBuffer("table.buffer_needed")
    items = view.nbytes // view.itemsize
    if items != count:
        raise BadBuffer("table.buffer_size", count=count, given=items)
    return view.cast("B").cast(view.format.lstrip("<=@"))  # type: ignore[reportArgumentType]


def open_buffer(out: object, view: Any, count: int) -> int:
    """The same for compiled code, which releases the view afterwards."""
    if not cython.compiled:
        return 0
    try:
        PyObject_GetBuffer(out, view, PyBUF_C_CONTIGUOUS | PyBUF_WRITABLE | PyBUF_FORMAT)
    except (BufferError, TypeError, ValueError):
        raise BadBuffer("table.buffer_needed") from None
    given = view.len // view.itemsize if view.itemsize else 0
    fits = parlour_fits(view.format)
    if fits and given == count:
        return 0
    PyBuffer_Release(view)
    if fits:
        raise BadBuffer("table.buffer_size", count=count, given=given)
    raise BadBuffer("table.buffer_needed")
