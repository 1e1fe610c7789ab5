"""The few array shapes that plain and compiled code hand to each other."""

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
    """The first content of an array attribute, in both modes: `self.near = ints(16)`.

    Compiled code copies the list into the C array, so the counts must agree. This is for tables
    that are made once; a state, of which a search makes many, allocates lists only when
    interpreted.
    """
    return [value] * count


def floats(count: int, value: float = 0.0) -> list[float]:
    """As `ints`, for an array of floats."""
    return [value] * count
