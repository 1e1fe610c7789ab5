"""Array types for annotations in rules that run both interpreted and compiled."""

from typing import Protocol


class Ints(Protocol):
    """An array of integers: a list when interpreted, a C array when compiled."""

    def __getitem__(self, i: int, /) -> int: ...
    def __setitem__(self, i: int, value: int, /) -> None: ...


class Floats(Protocol):
    """An array of floats: a list when interpreted, a C array when compiled."""

    def __getitem__(self, i: int, /) -> float: ...
    def __setitem__(self, i: int, value: float, /) -> None: ...


RngState = Ints


def ints(count: int, value: int = 0) -> list[int]:
    """Fill an array attribute in both modes: `self.near = ints(16)`.

    Compiled code copies the list into the C array, so both must have the same length. A state does
    not use it: it is copied too often to build a list each time.
    """
    return [value] * count


def floats(count: int, value: float = 0.0) -> list[float]:
    """Like `ints`, for an array of floats."""
    return [value] * count
