"""What is kept of the solved game: the value of every pair of deployments, and counts.

`solve.py` writes the file. The values are those of the default settings without a limit (§8).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from parlour.games.chessicle.characters import ChessicleSettings

SOLUTION = Path(__file__).with_name("solution.json")
FARTHEST = 89
"""The moves of the longest win from a deployment: a limit from here on changes no value."""


class LongestWin(msgspec.Struct, frozen=True):
    """The position that is farthest from its end: of each side the tiles of pawns, H1 and H2."""

    moves: int
    to_move: tuple[tuple[int, ...], int | None, int | None]
    other: tuple[tuple[int, ...], int | None, int | None]


class Solution(msgspec.Struct, frozen=True):
    """The file."""

    positions: int
    longest: LongestWin
    deployments: dict[str, tuple[int, ...]]  # by A's row, then by B's; see `solve.Deployments`
    kinds: dict[str, tuple[int, int, int, int]]  # positions, won, lost, moves of the longest win
    decided_in: tuple[int, ...]  # how many positions end in 1, 2, 3, ... moves

    def entry(self, own: str, other: str) -> int:
        """Moves to the end between two rows, if `own` moves first: odd if it wins, 0 for a draw."""
        return self.deployments[own][[*self.deployments].index(other)]


@cache
def solution() -> Solution:
    return msgspec.json.decode(SOLUTION.read_bytes(), type=Solution)


def is_solved(settings: ChessicleSettings) -> bool:
    """Are the values those of a game with these settings? Which way left is does not matter."""
    return not settings.friend_blocks and (settings.limit == 0 or settings.limit >= FARTHEST)


# ---- how to deploy -------------------------------------------------------------------------------


def row_of(order: Sequence[int]) -> str:
    """An order of the characters as a row: `1P2PP`. Pawns are alike."""
    return "".join("PPP12"[character] for character in order)


def best_first_rows() -> list[str]:
    """The rows with which A cannot lose, whatever B deploys, and to which most of B's lose."""
    safe = {
        row: sum(entry & 1 for entry in entries)
        for row, entries in solution().deployments.items()
        if all(entry == 0 or entry & 1 for entry in entries)
    }
    return [row for row, wins in safe.items() if wins == max(safe.values())]


def best_second_rows() -> list[str]:
    """The rows with which B cannot lose, whatever A has deployed unseen."""
    table = solution()
    rows = table.deployments
    return [row for row in rows if not any(table.entry(first, row) & 1 for first in rows)]


def best_replies(first: str) -> list[str]:
    """B's best rows against one that it sees: the soonest win, a draw, or the latest loss."""
    table = solution().deployments
    ranks = [_rank(entry) for entry in table[first]]
    return [row for row, rank in zip(table, ranks, strict=True) if rank == max(ranks)]


def _rank(entry: int) -> int:
    """How good an entry is for B: larger is better."""
    if entry == 0:
        return 0
    return entry - 1000 if entry & 1 else 1000 - entry
