"""A position of Feud in one line: written, parsed and validated.

    BA33,BK44,BM33,BA33/BN33,BS44,BW33,BN33/WN33,WS44,WW33,WN33/WA33,WK44,WM33,WA33 B swap 0 0 0

Tiles say side, kind, hit points and their maximum; then follow who is to do what (`- over` at the
end), how often Black and White have skipped in a row, and the turns counted against a limit.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from parlour.games.feud.grid import ACTING, KIND, KING, NONE, OVER, SHIELD, SWAPPING
from parlour.games.feud.names import FULL, KINDS, LETTERS, MOST, SIDES, SITES, isolated
from parlour.games.feud.rules import Rules
from parlour.table.errors import BadText
from parlour.table.sentences import shorten
from parlour.table.state import NOBODY
from parlour.table.texts.typed import whole_number

PHASES = ("swap", "action", "over")
START = (
    "BA33,BK44,BM33,BA33/BN33,BS{0}4,BW33,BN33/WN33,WS44,WW33,WN33/WA33,WK44,WM33,WA33 B swap 0 0 0"
)
_piece = re.compile(r"([BW])([ANKMSW])([0-9]+)")


class Position(NamedTuple):
    """The arguments of `Rules.set_up`; `points` has an entry for each tile."""

    pieces: tuple[int, ...]
    points: tuple[int, ...]
    black_shield: int
    seat: int
    phase: int
    skips: tuple[int, int]
    turns: int


def write(state: Rules) -> str:
    """The position of a state in one line."""
    points, full = state.points, state.full
    cells = [
        "."
        if piece == NONE
        else f"{'BW'[piece // 8]}{LETTERS[KIND[piece]]}{points[piece]}{full[piece]}"
        for piece in state.tile[:16]
    ]
    rows = "/".join(",".join(cells[start : start + 4]) for start in range(0, 16, 4))
    turn = "-" if state.seat == NOBODY else "BW"[state.seat]
    black, white = state.skips
    return f"{rows} {turn} {PHASES[state.phase]} {black} {white} {state.turns}"


def read(line: str, limit: int) -> Position:
    """Parse a line; BadText says why it is not a possible position."""
    parts = line.split(" ")
    if len(parts) != 6:
        raise BadText("feud.line_parts")
    pieces, points, black_shield = _read_board(parts[0])
    seat, phase = _read_turn(parts[1], parts[2])
    skips = _read_number(parts[3], 3), _read_number(parts[4], 3)
    if skips[0] is None or skips[1] is None:
        given = shorten(parts[3] if skips[0] is None else parts[4])
        raise BadText("feud.line_skips", given=given)
    turns = _read_number(parts[5], limit)
    if turns is None:
        raise BadText("feud.line_turns", limit=limit, given=shorten(parts[5]))
    read = Position(pieces, points, black_shield, seat, phase, (skips[0], skips[1]), turns)
    reason = _end(read, limit)
    if reason and phase != OVER:
        raise BadText("feud.line_ended", reason=reason)
    if phase == OVER and not reason:
        raise BadText("feud.line_going")
    return read


def _read_number(text: str, most: int) -> int | None:
    number = whole_number(text)
    fits = number is not None and 0 <= number <= most and str(number) == text
    return number if fits else None


def _read_turn(turn: str, phase: str) -> tuple[int, int]:
    """Who is to do what."""
    if turn in ("B", "W") and phase in PHASES[:OVER]:
        return "BW".index(turn), SWAPPING if phase == "swap" else ACTING
    if (turn, phase) != ("-", "over"):
        raise BadText("feud.line_turn", given=shorten(f"{turn} {phase}"))
    return NOBODY, OVER


# ---- the board ----------------------------------------------------------------------------------


def _read_board(text: str) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """The piece and the hit points on each tile, and the maximum of Black's shield."""
    rows = text.split("/")
    if len(rows) != 4:
        raise BadText("feud.line_rows", given=len(rows))
    cells: list[str] = []
    for number, row in enumerate(rows, start=1):
        cells += (tiles := row.split(","))
        if len(tiles) != 4:
            raise BadText("feud.line_row", row=number, given=len(tiles))
    pieces, points, black_shield = [NONE] * 16, [0] * 16, FULL[SHIELD]
    counts = [[0] * len(KINDS) for _ in SIDES]
    for tile, cell in enumerate(cells):
        if cell == ".":
            continue
        side, kind, points[tile], full = _read_piece(cell, SITES[tile])
        pieces[tile] = 8 * side + sum(MOST[:kind]) + counts[side][kind]
        counts[side][kind] += 1
        if (side, kind) == (0, SHIELD):
            black_shield = full
        if counts[side][kind] > MOST[kind]:
            _refuse_count(cells, side, kind)
    return tuple(pieces), tuple(points), black_shield


def _refuse_count(cells: list[str], side: int, kind: int) -> None:
    given = sum(cell.startswith("BW"[side] + LETTERS[kind]) for cell in cells)
    raise BadText(
        "feud.line_count", side=SIDES[side], kind=KINDS[kind], given=given, most=MOST[kind]
    )


def _read_piece(cell: str, tile: str) -> tuple[int, int, int, int]:
    """Side, kind, hit points and their maximum of `BA23`."""
    found = _piece.fullmatch(cell)
    if not found or len(found[3]) < 2:
        raise BadText("feud.line_tile", tile=tile, given=shorten(cell) or "nothing")
    side, kind = "BW".index(found[1]), LETTERS.index(found[2])
    points, full = found[3][:-1], int(found[3][-1])
    if (side, kind) == (0, SHIELD):
        if full not in (3, 4):
            raise BadText("feud.line_full_shield", tile=tile, given=full)
    elif full != FULL[kind]:
        names = {"side": SIDES[side], "kind": KINDS[kind]}
        raise BadText("feud.line_full", tile=tile, full=FULL[kind], given=full, **names)
    if len(points) > 1 or not 1 <= int(points) <= full:
        names = {"side": SIDES[side], "kind": KINDS[kind]}
        raise BadText("feud.line_points", tile=tile, full=full, given=shorten(points), **names)
    return side, kind, int(points), full


# ---- whether it is over -------------------------------------------------------------------------


def _end(read: Position, limit: int) -> str:
    """Why a position is over, in a few words, else an empty text; BadText for impossible ends."""
    armies = [sum(1 << i for i, p in enumerate(read.pieces) if p // 8 == side) for side in (0, 1)]
    alone = [len(isolated(army)) == army.bit_count() for army in armies]
    kingless = [8 * side + sum(MOST[:KING]) not in read.pieces for side in (0, 1)]
    skipped = [skips == 3 for skips in read.skips]
    if all(kingless):
        raise BadText("feud.line_kings")
    if any(kingless):
        loser = kingless.index(True)
        if read.skips[1 - loser] > 0:
            raise BadText("feud.line_felled", side=SIDES[loser])
        if alone[1 - loser]:
            raise BadText("feud.line_helpless", side=SIDES[loser])
    if all(skipped) or (any(skipped) and (any(kingless) or any(alone))):
        raise BadText("feud.line_skipped")
    if any(kingless):
        return f"no {SIDES[kingless.index(True)]} king"
    if any(alone):
        sides = " and ".join(side for side, lonely in zip(SIDES, alone, strict=True) if lonely)
        return f"{sides} isolated"
    if any(skipped):
        return "three skips"
    return f"{limit} turns" if limit and read.turns == limit else ""
