"""The board of a picture: its cells, edges, labels and marks, and the pieces where they stand."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from parlour.drawing.figures import EMBLEMS, draw, emblem, gradient
from parlour.drawing.palette import FAINT, FRAME, GROUNDS, MARKS, ink, mix, paint
from parlour.drawing.svg_tags import centred, fit, move, number, tag, write
from parlour.table.view import LAYERS, Board, Cell, Label, Mark, Piece, View

LONGER = 576  # pixels that the longer side of the cells should have; a cell has 32 to 96
AWAY = 22  # pixels from the cells to the middle of a label, at most

Place = tuple[Piece, float, float, float]  # with its x, y and size


class Scene:
    """The board and what stands on it, in pixels from the centre of the cell at 0, 0."""

    def __init__(self, board: Board, view: View) -> None:
        self.board, self.view = board, view
        self.colours = {panel.seat: panel.colour for panel in view.panels}
        self.cells = {cell.site: cell for cell in (*board.cells, *_tray(board, view.pieces))}
        cells = self.cells.values() or [Cell("", 0, 0)]
        left, right = min(cell.x for cell in cells), max(cell.x for cell in cells)
        top, bottom = min(cell.y for cell in cells), max(cell.y for cell in cells)
        self.unit = min(96, max(32, int(LONGER // max(right - left + 1, bottom - top + 1))))
        self.thick = max(6, self.unit * 0.16)  # of edges, which lie between cells and labels
        away = AWAY + (self.thick + 4 if board.edges else 0)
        near, around = 0.5 + away / self.unit, 12 / self.unit
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

    def paint(self, colour: str, seat: int | None) -> str:
        """A colour, or else that of the seat."""
        return paint(colour or ("" if seat is None else self.colours.get(seat, "")), seat)

    def gradients(self) -> Iterator[str]:
        """One for each colour in the picture."""
        things = (*self.view.pieces, *self.view.panels)
        return map(gradient, sorted({self.paint(thing.colour, thing.seat) for thing in things}))

    def parts(self) -> Iterator[str]:
        """From the bottom to the top; marks lie on the blocks, under guards and units."""
        yield from self.grounds()
        yield from self.edges()
        yield from self.written()
        sites: dict[str, list[Piece]] = {}
        for piece in self.view.pieces:
            sites.setdefault(piece.site, []).append(piece)
        placed = [place for site, pieces in sites.items() for place in self.spread(site, pieces)]
        for layer in LAYERS:
            if layer == "guard":
                yield from map(self.mark, self.view.marks)
            for piece, x, y, size in placed:
                if piece.layer == layer:
                    colour = self.paint(piece.colour, piece.seat)
                    figure = draw(piece, size, colour, alone=len(sites[piece.site]) == 1)
                    yield tag("g", figure, data_layer=layer, transform=move(x, y))

    # ---- the board ----------------------------------------------------------------------------

    def outlines(self, cells: Sequence[Cell], size: float = 1) -> str:
        """A path around each of the cells, or around its inner part."""
        u = self.unit
        return "".join(_outline(cell.shape, cell.x * u, cell.y * u, u * size) for cell in cells)

    def grounds(self) -> Iterator[str]:
        """One path for all cells of a ground, and one under them all that shows as a frame."""
        u, cells = self.unit, self.board.cells
        pen = {"stroke": FRAME, "stroke_width": 6, "stroke_linejoin": "round"}
        yield tag("path", d=self.outlines(cells), **pen)
        for ground in sorted({cell.ground for cell in cells}):
            fill = GROUNDS.get(ground, GROUNDS["plain"])
            alike = [cell for cell in cells if cell.ground == ground]
            line = None if ground in ("light", "dark") else mix(fill, FRAME, 0.25)
            yield tag("path", d=self.outlines(alike), fill=fill, stroke=line)
            if ground in EMBLEMS:
                yield from (emblem(ground, u, fill, cell.x * u, cell.y * u) for cell in alike)
        for cell in cells:
            if cell.label:
                pen = {"fill": ink(GROUNDS.get(cell.ground, GROUNDS["plain"])), "opacity": 0.65}
                text, x, y, size = fit(cell.label, 5, 1), cell.x * u, (cell.y - 0.36) * u, u * 0.18
                if cell.shape == "square":
                    yield write(text, x - 0.45 * u, y, size, **pen)
                else:
                    yield centred(text, x, y, size, **pen)

    def edges(self) -> Iterator[str]:
        """Along the outside of the cells: moved away from the middle by half their thickness."""
        u, thick = self.unit, self.thick
        middle = complex(self.width / 2 - self.left, self.height / 2 - self.top)
        for edge in self.board.edges:
            start, end = complex(edge.x1, edge.y1) * u, complex(edge.x2, edge.y2) * u
            normal = (end - start) * 1j / (abs(end - start) or 1)
            outwards = (((start + end) / 2 - middle) * normal.conjugate()).real
            away = math.copysign(thick / 2 + 2, outwards) * normal
            start, end = start + away, end + away
            line = {"x1": start.real, "y1": start.imag, "x2": end.real, "y2": end.imag}
            for pen, wide in ((FRAME, thick + 3), (paint(edge.colour), thick)):
                yield tag("line", **line, stroke=pen, stroke_width=wide, stroke_linecap="round")

    def written(self) -> Iterator[str]:
        """What stands around the cells."""
        u, size = self.unit, max(11, min(15, self.unit * 0.34))
        for label in self.labels:
            yield centred(label.text, label.x * u, label.y * u, size, fill=FAINT)

    def mark(self, mark: Mark) -> str:
        """A tint with a rim of its own; the rim, and all of an area, in the colour of its seat."""
        colour, opacity, dash = MARKS[mark.kind]
        rim = colour if mark.seat is None else self.paint("", mark.seat)
        if mark.kind == "area":
            colour = rim
        cells = [self.cells[site] for site in mark.sites if site in self.cells]
        pen = {"stroke": mix(rim, "#000000", 0.25), "stroke_width": 2.5, "stroke_dasharray": dash}
        path = self.outlines(cells, 0.94)
        return tag("path", data_mark=mark.kind, d=path, fill=colour, fill_opacity=opacity, **pen)

    # ---- the pieces ---------------------------------------------------------------------------

    def spread(self, site: str, pieces: Sequence[Piece]) -> Iterator[Place]:
        """Where pieces of one site stand and how large: blocks fill it, the others share it."""
        u = self.unit
        x, y = self.cells[site].x * u, self.cells[site].y * u
        lying = [piece for piece in pieces if piece.layer == "ground"]
        standing = [piece for piece in pieces if piece.layer in ("guard", "unit")]
        yield from ((piece, x, y, u) for piece in pieces if piece.layer == "block")
        if standing and lying:  # what lies there peeps out at the left
            step = min(0.32, 0.64 / len(lying))
            for i, piece in enumerate(lying):
                yield piece, x - 0.31 * u, y + (0.31 - i * step) * u, u * 0.5
            x, y, u = x + 0.1 * u, y - 0.02 * u, u * 0.8
        sharing = standing or lying
        columns = math.ceil(math.sqrt(len(sharing)))
        for i, piece in enumerate(sharing):
            across = i % columns - (columns - 1) / 2
            down = across if len(sharing) == 2 else i // columns - (columns - 1) / 2
            far, size = 0.9 / columns, 0.66 if len(sharing) == 2 else min(1, 1.08 / columns)
            yield piece, x + across * far * u, y + down * far * u, size * u


def _outline(shape: str, x: float, y: float, size: float) -> str:
    """The path around a cell; a hexagon stands on its corner, its neighbours one size away."""
    if shape == "circle":
        r = number(size * 0.46)
        half = f"a{r} {r} 0 1 0 "
        across = number(size * 0.92)
        return f"M{number(x - size * 0.46)} {number(y)}{half}{across} 0{half}-{across} 0z"
    if shape == "hex":
        turns = [math.pi * (i / 3 + 1 / 6) for i in range(6)]
        far = size / math.sqrt(3)
        corners = ((x + far * math.cos(turn), y + far * math.sin(turn)) for turn in turns)
        return f"M{' '.join(f'{number(a)} {number(b)}' for a, b in corners)}z"
    side = number(size)
    return f"M{number(x - size / 2)} {number(y - size / 2)}h{side}v{side}h-{side}z"


def _tray(board: Board, pieces: Sequence[Piece]) -> Iterator[Cell]:
    """Places under the board for pieces whose sites are not on it."""
    known = {cell.site for cell in board.cells}
    xs = [cell.x for cell in board.cells] or [0]
    bottom = max((thing.y for thing in (*board.cells, *board.labels)), default=0)
    left, columns = min(xs), int(max(xs) - min(xs)) + 1
    for i, site in enumerate(sorted({piece.site for piece in pieces} - known)):
        yield Cell(site, left + i % columns, bottom + 1.2 + i // columns)
