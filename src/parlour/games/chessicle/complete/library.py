"""The solver of all positions, compiled where it runs: by nvcc for a GPU, by g++ without one.

Its tables have a bit for each position, so a solver for three pawns a side takes 106 GiB, on a GPU
of that size; one for a single pawn takes 11 MB. `positions.h` says how positions are numbered.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
KINDS = 256
MOST_PAWNS = 3
GONE = 15
MOVES = 20
HERO_TILES = tuple(10 * row + column for row in range(3) for column in range(5))
PAWN_SETS = tuple(
    tiles
    for size in range(MOST_PAWNS + 1)
    for tiles in sorted(combinations(range(25), size), key=lambda tiles: tiles[::-1])
)
"""All sets of pawns in the order of their numbers: by size, then by the mask of their tiles."""

_number_of_set = {tiles: number for number, tiles in enumerate(PAWN_SETS)}


class SolverUnavailable(Exception):
    """There is no compiler, no GPU, or not enough memory."""


class PositionNumber(ctypes.Structure):
    """The number of a position: of the side that moved last and of the side to move."""

    _fields_ = [
        ("last_pawns", ctypes.c_int32),
        ("next_pawns", ctypes.c_int32),
        ("last_heroes", ctypes.c_int32),
        ("next_heroes", ctypes.c_int32),
    ]


class Side(NamedTuple):
    """The tiles of a side's pawns, in order, and of its heroes (None: gone)."""

    pawns: tuple[int, ...]
    h1: int | None
    h2: int | None


class Sweep(NamedTuple):
    """What one sweep has found: how many positions of each kind, and the first of them."""

    number: int
    by_kind: tuple[int, ...]
    example: PositionNumber

    @property
    def found(self) -> int:
        return sum(self.by_kind)


class PositionSolver:
    """The tables of all positions with up to so many pawns a side."""

    def __init__(self, pawns: int, friend_blocks: bool = False, gpu: bool = False) -> None:
        self.pawns = pawns
        self._folder = tempfile.TemporaryDirectory()
        self.library = _compile(gpu, Path(self._folder.name) / "solver.so")
        missing = self.library.solver_open(pawns, int(friend_blocks))
        if missing:
            raise SolverUnavailable(f"The solver could not begin: {missing.decode()}.")

    def sweep(self, number: int) -> Sweep:
        """Find the positions that are decided in so many moves; call it with 1, 2, 3, ..."""
        by_kind, example = (ctypes.c_int64 * KINDS)(), PositionNumber()
        self.library.solver_sweep(number, by_kind, ctypes.byref(example))
        return Sweep(number, tuple(by_kind), example)

    def count(self) -> tuple[int, ...]:
        """How many positions of each kind there are."""
        by_kind = (ctypes.c_int64 * KINDS)()
        self.library.solver_count(by_kind)
        return tuple(by_kind)

    def values(self, places: Sequence[PositionNumber]) -> list[int]:
        """1 where the side to move is known to win, -1 where it loses, else 0."""
        values = (ctypes.c_int8 * len(places))()
        self.library.solver_values((PositionNumber * len(places))(*places), len(places), values)
        return list(values)

    def close(self) -> None:
        self.library.solver_close()
        self._folder.cleanup()


def place_of(last: Side, next: Side) -> PositionNumber:
    """The number of a position."""
    pawns = (_number_of_set[side.pawns] for side in (last, next))
    return PositionNumber(*pawns, _pair(last), _pair(next))


def sides_of(place: PositionNumber) -> tuple[Side, Side]:
    """The side that moved last, and the side to move."""
    return (
        _side(place.last_pawns, place.last_heroes),
        _side(place.next_pawns, place.next_heroes),
    )


def _side(pawns: int, heroes: int) -> Side:
    h1, h2 = (None if h == GONE else HERO_TILES[h] for h in divmod(heroes, 16))
    return Side(PAWN_SETS[pawns], h1, h2)


def _pair(side: Side) -> int:
    h1, h2 = (GONE if tile is None else HERO_TILES.index(tile) for tile in (side.h1, side.h2))
    return 16 * h1 + h2


def _compile(gpu: bool, target: Path) -> ctypes.CDLL:
    compiler = shutil.which("nvcc" if gpu else "g++")
    if compiler is None:
        raise SolverUnavailable(f"The solver needs the compiler {'nvcc' if gpu else 'g++'}.")
    options = ["-std=c++17", "-O3", "-shared", "-o", str(target)]
    if gpu:
        options += ["-arch=native", "-Xcompiler", "-fPIC", str(HERE / "sweep.cu")]
    else:
        options += ["-fPIC", str(HERE / "sweep.cpp")]
    done = subprocess.run(  # noqa: S603 - our own file, and no text of anybody else
        [compiler, *options], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SolverUnavailable(f"The solver could not be compiled: {done.stderr[-500:]}")
    library = ctypes.CDLL(str(target))
    library.solver_open.restype = ctypes.c_char_p
    library.solver_sweep.restype = ctypes.c_int64
    library.solver_values.argtypes = [ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p]
    library.solver_follow.argtypes = [ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p]
    library.solver_samples.argtypes = [
        ctypes.c_uint64, ctypes.c_int64, ctypes.c_int, ctypes.c_void_p,
    ]  # fmt: skip
    return library
