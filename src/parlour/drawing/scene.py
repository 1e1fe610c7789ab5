"""The board of a picture: cells, edges, labels, marks and pieces with their coordinates."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence, Set

from parlour.drawing.bases import gradient, hatch
from parlour.drawing.figures import draw, hatched
from parlour.drawing.palette import ink, mix
from parlour.drawing.style import Style
from parlour.drawing.svg_tags import centred, fit, move, number, tag, write
from parlour.drawing.symbol_tags import symbol
from parlour.table.looks.look import Looks
from parlour.table.looks.tints import ThemeName
from parlour.table.view import LAYERS, Board, Cell, Label, Mark, Piece, View

LONGER = 576  # target length in pixels of the longer side; a cell has 32 to 96
CHECKERED = ("light", "dark")  # grounds whose cells need no lines between them
MARKS = {  # opacity and dashes
    "last": (0.5, None),
    "goal": (0.35, "9 4"),
    "danger": (0.35, "3 3"),
    "area": (0.28, "1 5"),
}
GROUND_SIGN = 0.35  # the opacity of the symbol of a ground
LABEL_DISTANCE = 22  # the most pixels between the cells and the middle of a label

PlacedPiece = tuple[Piece, float, float, float]  # with its x, y and size


class Scene:
    """The board and its pieces, in pixels from the centre of the cell at 0, 0."""

    def __init__(self, board: Board, view: View, looks: Looks, theme: ThemeName = "light") -> None:
        self.board, self.view = board, view
        self.style = Style(looks, theme, view.panels)
        self.cells = {cell.site: cell for cell in (*board.cells, *_tray(board, view.pieces))}
        cells = self.cells.values() or [Cell("", 0, 0)]
        left, right = min(cell.x for cell in cells), max(cell.x for cell in cells)
        top, bottom = min(cell.y for cell in cells), max(cell.y for cell in cells)
        self.unit = min(96, max(32, int(LONGER // max(right - left + 1, bottom - top + 1))))
        self.thick = max(6, self.unit * 0.16)  # of edges, which are between cells and labels
        distance = LABEL_DISTANCE + (self.thick + 4 if board.edges else 0)
        near, around = 0.5 + distance / self.unit, 12 / self.unit
        self.labels = [
            Label(
                label.text,
                min(max(label.x, left - near), right + near),
                min(max(label.y, top - near), bottom + near),
            )
            for label in board.labels
        ]
        things = [*((c, 0.62) for c in cells), *((label, around) for label in self.labels)]
        left, right = min(t.x - r for t, r in things), max(t.x + r for t, r in things)
        top, bottom = min(t.y - r for t, r in things), max(t.y + r for t, r in things)
        self.left, self.top = -left * self.unit, -top * self.unit
        self.width, self.height = (right - left) * self.unit, (bottom - top) * self.unit

    def definitions(self) -> Iterator[str]:
        """The gradient of each colour and the pattern of each seat in the picture."""
        style = self.style
        things = (*self.view.pieces, *self.view.panels)
        fills = {style.colour(thing.colour, thing.seat).fill for thing in things}
        yield from map(gradient, sorted(fills))
        patterns = {hatched(style, piece) for piece in self.view.pieces}
        for seat, fill in sorted(filter(None, patterns)):
            yield hatch(seat, fill)

    def parts(self) -> Iterator[str]:
        """All SVG elements in drawing order: marks are above blocks and below guards and units."""
        yield from self.grounds()
        yield from self.edges()
        yield from self.label_texts()
        sites: dict[str, list[Piece]] = {}
        for piece in self.view.pieces:
            sites.setdefault(piece.site, []).append(piece)
        placed = [piece for site, pieces in sites.items() for piece in self.spread(site, pieces)]
        for layer in LAYERS:
            if layer == "guard":
                blocks = {piece.site for piece, *_ in placed if piece.layer == "block"}
                for mark in self.view.marks:
                    yield from self.mark(mark, blocks)
            for piece, x, y, size in placed:
                if piece.layer == layer:
                    drawn = draw(self.style, piece, size, alone=len(sites[piece.site]) == 1)
                    yield tag("g", drawn, data_layer=layer, transform=move(x, y))

    # ---- the board ----------------------------------------------------------------------------

    def outlines(self, cells: Sequence[Cell], size: float = 1) -> str:
        """A path of the outlines of cells, scaled by `size`."""
        u = self.unit
        return "".join(_outline(cell.shape, cell.x * u, cell.y * u, u * size) for cell in cells)

    def grounds(self) -> Iterator[str]:
        """One path for all cells of each ground, above a path of all cells that is the frame."""
        u, cells, frame = self.unit, self.board.cells, self.style.theme.frame
        pen = {"stroke": frame, "stroke_width": 6, "stroke_linejoin": "round"}
        yield tag("path", d=self.outlines(cells), **pen)
        for ground in sorted({cell.ground for cell in cells}):
            tint, sign = self.style.ground(ground), self.style.looks.ground(ground).symbol
            same = [cell for cell in cells if cell.ground == ground]
            line = None if ground in CHECKERED else mix(tint.fill, frame, 0.25)
            yield tag("path", d=self.outlines(same), fill=tint.fill, stroke=line)
            if sign is not None:
                for cell in same:
                    x, y = cell.x * u, cell.y * u
                    yield symbol(sign, u * 0.62, tint.ink, tint.fill, x, y, GROUND_SIGN)
        yield from (self.cell_label(cell) for cell in cells if cell.label)

    def cell_label(self, cell: Cell) -> str:
        """The name of a cell at its upper edge."""
        u, pen = self.unit, {"fill": self.style.ground(cell.ground).ink, "opacity": 0.65}
        text, x, y, size = fit(cell.label, 5, 1), cell.x * u, (cell.y - 0.36) * u, u * 0.18
        if cell.shape == "square":
            return write(text, x - 0.45 * u, y, size, **pen)
        return centred(text, x, y, size, **pen)

    def edges(self) -> Iterator[str]:
        """The edges, moved outwards by half their thickness, so that they do not cover cells."""
        u, thick, style = self.unit, self.thick, self.style
        middle = complex(self.width / 2 - self.left, self.height / 2 - self.top)
        for edge in self.board.edges:
            start, end = complex(edge.x1, edge.y1) * u, complex(edge.x2, edge.y2) * u
            normal = (end - start) * 1j / (abs(end - start) or 1)
            outwards = (((start + end) / 2 - middle) * normal.conjugate()).real
            shift = math.copysign(thick / 2 + 2, outwards) * normal
            start, end = start + shift, end + shift
            line = {"x1": start.real, "y1": start.imag, "x2": end.real, "y2": end.imag}
            colour = style.colour(edge.colour).fill
            for pen, pen_width in ((style.outline(colour), thick + 3), (colour, thick)):
                stroke = {"stroke": pen, "stroke_width": pen_width, "stroke_linecap": "round"}
                yield tag("line", **line, **stroke)

    def label_texts(self) -> Iterator[str]:
        """The labels around the cells."""
        u, size = self.unit, max(11, min(15, self.unit * 0.34))
        for label in self.labels:
            fill = self.style.theme.faint
            yield centred(label.text, label.x * u, label.y * u, size, fill=fill)

    def mark(self, mark: Mark, blocks: Set[str]) -> Iterator[str]:
        """A tint with a rim, and only a frame on blocks, whose colour matters. The rim, and the
        tint of an area, have the colour of its seat."""
        colour, (opacity, dash) = self.style.mark(mark.kind), MARKS[mark.kind]
        rim = colour if mark.seat is None else self.style.colour("", mark.seat).fill
        if mark.kind == "area":
            colour = rim
        cells = [self.cells[site] for site in mark.sites if site in self.cells]
        free = [cell for cell in cells if cell.site not in blocks]
        if free:
            fill = {"fill": colour, "fill_opacity": opacity}
            pen = {"stroke": mix(rim, "#000000", 0.25), "stroke_width": 2.5}
            path = self.outlines(free, 0.94)
            yield tag("path", data_mark=mark.kind, d=path, **fill, **pen, stroke_dasharray=dash)
        if len(free) < len(cells):
            path = self.outlines([cell for cell in cells if cell.site in blocks], 0.9)
            thick = max(3, self.unit * 0.07)
            for stroke, pen_width in ((ink(colour), thick + 2), (colour, thick)):
                pen = {"fill": "none", "stroke": stroke, "stroke_width": pen_width}
                yield tag("path", data_mark=mark.kind, d=path, **pen, stroke_linejoin="round")

    # ---- the pieces ---------------------------------------------------------------------------

    def spread(self, site: str, pieces: Sequence[Piece]) -> Iterator[PlacedPiece]:
        """Place the pieces of one site: blocks fill it, the others share it."""
        u = self.unit
        x, y = self.cells[site].x * u, self.cells[site].y * u
        tokens = [piece for piece in pieces if piece.layer == "ground"]
        figures = [piece for piece in pieces if piece.layer in ("guard", "unit")]
        yield from ((piece, x, y, u) for piece in pieces if piece.layer == "block")
        if figures and tokens:  # the tokens stay visible at the left of the figures
            step = min(0.32, 0.64 / len(tokens))
            for i, piece in enumerate(tokens):
                yield piece, x - 0.31 * u, y + (0.31 - i * step) * u, u * 0.5
            x, y, u = x + 0.1 * u, y - 0.02 * u, u * 0.8
        elif figures and any(map(self.has_sign, pieces)):  # which is in the lower left corner
            x, y, u = x + 0.07 * u, y - 0.07 * u, u * 0.84
        grid = figures or tokens
        columns = math.ceil(math.sqrt(len(grid)))
        for i, piece in enumerate(grid):
            column = i % columns - (columns - 1) / 2
            row = column if len(grid) == 2 else i // columns - (columns - 1) / 2
            step, size = 0.9 / columns, 0.66 if len(grid) == 2 else min(1, 1.08 / columns)
            yield piece, x + column * step * u, y + row * step * u, size * u

    def has_sign(self, piece: Piece) -> bool:
        """Is it a block with a symbol?"""
        return piece.layer == "block" and self.style.looks.piece(piece).symbol is not None


def _outline(shape: str, x: float, y: float, size: float) -> str:
    """The outline of a cell; a hexagon has a corner on top and its neighbours one `size` away."""
    if shape == "circle":
        r = number(size * 0.46)
        half = f"a{r} {r} 0 1 0 "
        diameter = number(size * 0.92)
        return f"M{number(x - size * 0.46)} {number(y)}{half}{diameter} 0{half}-{diameter} 0z"
    if shape == "hex":
        angles = [math.pi * (i / 3 + 1 / 6) for i in range(6)]
        radius = size / math.sqrt(3)
        corners = ((x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles)
        return f"M{' '.join(f'{number(a)} {number(b)}' for a, b in corners)}z"
    side = number(size)
    return f"M{number(x - size / 2)} {number(y - size / 2)}h{side}v{side}h-{side}z"


def _tray(board: Board, pieces: Sequence[Piece]) -> Iterator[Cell]:
    """Cells below the board for pieces whose sites are not on it."""
    on_board = {cell.site for cell in board.cells}
    xs = [cell.x for cell in board.cells] or [0]
    bottom = max((thing.y for thing in (*board.cells, *board.labels)), default=0)
    left, columns = min(xs), int(max(xs) - min(xs)) + 1
    for i, site in enumerate(sorted({piece.site for piece in pieces} - on_board)):
        yield Cell(site, left + i % columns, bottom + 1.2 + i // columns)
