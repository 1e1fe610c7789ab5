"""Positions in one line. Reading rejects every impossible position with a sentence.

    A-P1,.,.,.,A-H1/.,.,.,.,./.,.,.,.,./.,.,.,.,./B-P1,.,.,.,. A 0

Rows from the top; then whose move it is, or `deploy`; and the moves since the last capture, counted
only where there is a limit.
"""

from __future__ import annotations

from parlour.games.chessicle.characters import PIECES, Characters
from parlour.games.chessicle.rules import NONE, Rules
from parlour.table.errors import BadText
from parlour.table.sentences import shorten
from parlour.table.texts.typed import whole_number


class ChessicleLines(Characters):
    """Writes and reads the line of a position."""

    def write_line(self, state: Rules, viewer: int | None) -> str:
        cells = [
            "."
            if piece == NONE
            else "?"
            if self.secret(state, viewer, int(piece > 5))
            else PIECES[piece]
            for piece in state.tile[:25]
        ]
        rows = "/".join(",".join(cells[start : start + 5]) for start in range(0, 25, 5))
        turn = "AB"[state.turn] if all(state.deployed) else "deploy"
        return f"{rows} {turn} {state.quiet}"

    def read_line(self, line: str) -> Rules:
        parts = line.split(" ")
        if len(parts) != 3:
            raise BadText("chessicle.line_parts")
        tiles = read_rows(parts[0])
        if parts[1] not in ("deploy", "A", "B"):
            raise BadText("chessicle.line_turn", given=shorten(parts[1]))
        deploying, turn = parts[1] == "deploy", int(parts[1] == "B")
        a, b = self._check_deployment(tiles) if deploying else (True, True)
        if not deploying:
            check_sides(tiles, turn)
        quiet, limit = whole_number(parts[2]), 0 if deploying else self.settings.limit
        if quiet is None or not 0 <= quiet <= limit or str(quiet) != parts[2]:
            raise BadText("chessicle.line_quiet", limit=limit, given=shorten(parts[2]))
        state = self.blank()
        state.set_up(tiles, a, b, turn, quiet)
        return state

    def _check_deployment(self, tiles: list[int]) -> tuple[bool, bool]:
        """Who is deployed, in a position before the first move."""
        a, b = all(tiles[:5]), all(tiles[20:])
        placed = sum(piece != NONE for piece in tiles)
        own = all(0 < piece <= 5 for piece in tiles[:5]) or not any(tiles[:5])
        theirs = all(piece > 5 for piece in tiles[20:]) or not any(tiles[20:])
        if not own or not theirs or placed != 5 * (a + b):
            raise BadText("chessicle.line_deploy")
        if a and b:
            raise BadText("chessicle.line_deployed")
        if b and self.settings.deployment == "open":
            raise BadText("chessicle.line_deploy_b")
        return a, b


def read_rows(text: str) -> list[int]:
    """The piece on each tile; refuses unknown names, doubles and heroes where none can stand."""
    rows = text.split("/")
    if len(rows) != 5:
        raise BadText("chessicle.line_rows", given=len(rows))
    tiles: list[int] = []
    for number, row in enumerate(rows, start=1):
        cells = row.split(",")
        if len(cells) != 5:
            raise BadText("chessicle.line_row", row=number, given=len(cells))
        for cell in cells:
            if cell != "." and cell not in PIECES[1:]:
                raise BadText("chessicle.line_tile", row=number, given=shorten(cell))
            piece = NONE if cell == "." else PIECES.index(cell)
            if piece != NONE and piece in tiles:
                raise BadText("chessicle.line_twice", name=cell)
            if piece % 5 in (4, 0) and piece != NONE and number % 2 == 0:
                raise BadText("chessicle.line_hero", name=cell, row=number)
            tiles.append(piece)
    return tiles


def check_sides(tiles: list[int], turn: int) -> None:
    """Somebody is left, and a side that has won is not to move."""
    left = [sum(0 < piece <= 5 for piece in tiles), sum(piece > 5 for piece in tiles)]
    if not any(left):
        raise BadText("chessicle.line_empty")
    if left[1 - turn] == 0:
        raise BadText("chessicle.line_last", winner="AB"[turn])
