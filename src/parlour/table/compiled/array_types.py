"""Names for the few shapes that plain and compiled code hand to each other."""

from typing import Protocol


class Ints(Protocol):
    """An array of whole numbers: a list when interpreted, a C array when compiled."""

    def __getitem__(self, i: int, /) -> int: ...
    def __setitem__(self, i: int, value: int, /) -> None: ...


class Floats(Protocol):
    """An array of fractions: a list when interpreted, a C array when compiled."""

    def __getitem__(self, i: int, /) -> float: ...
    def __setitem__(self, i: int, value: float, /) -> None: ...


RngState = Ints
