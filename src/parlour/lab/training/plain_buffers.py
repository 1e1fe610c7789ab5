"""The functions of `buffers.pxd` for the interpreted mode, with the same ranges and rounding."""

from __future__ import annotations

from typing import Any, Protocol

from parlour.table.compiled.array_types import Floats, Ints


class Rows(Protocol):
    """An array of two dimensions, such as NumPy's."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: Any, /) -> Any: ...
    def __setitem__(self, index: Any, value: float, /) -> None: ...


def new_bytes(count: int) -> Ints:
    return memoryview(bytearray(count))


def new_shorts(count: int) -> Ints:
    return memoryview(bytearray(2 * count)).cast("h")


def new_ints(count: int) -> Ints:
    return memoryview(bytearray(4 * count)).cast("i")


def new_floats(count: int) -> Floats:
    return memoryview(bytearray(4 * count)).cast("f")


def bytes_from(buffer: Any, at: int) -> Ints:
    return buffer[at:]


def shorts_from(buffer: Any, at: int) -> Ints:
    return buffer[at:]


def byte_row(rows: Rows, i: int) -> Ints:
    return rows[i]


def short_row(rows: Rows, i: int) -> Ints:
    return rows[i]
