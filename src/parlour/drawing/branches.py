"""A picture of a tree, such as that of a search: from left to right, with lines by visits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from parlour.drawing.palette import ACCENT, FAINT, LINE, TEXT, mix
from parlour.drawing.picture import card, sheet
from parlour.drawing.svg_tags import fit, tag, tooltip, write

COLUMN, ROW, MARGIN, TOP = 190.0, 34.0, 20.0, 64.0
THICKEST = 9.0


class Branch(msgspec.Struct, frozen=True):
    """A node with the way that leads to it."""

    label: str
    visits: int
    value: float = 0.0  # from -1 to 1, for the seat that chose it
    note: str = ""
    children: Sequence[Branch] = ()

    @property
    def rows(self) -> int:
        """How many lines the node and all below it take."""
        return max(1, sum(child.rows for child in self.children))

    @property
    def depth(self) -> int:
        return 1 + max((child.depth for child in self.children), default=0)


def tree_picture(title: str, about: str, root: Branch) -> str:
    """The tree as SVG; lines are as wide as their share of the root's visits."""
    wide = MARGIN * 2 + COLUMN * root.depth
    high = TOP + ROW * root.rows + MARGIN
    parts = [
        sheet(wide, high),
        tooltip(title),
        card(wide, high),
        write(fit(title, wide - 2 * MARGIN, 17), MARGIN, 22, 17, font_weight="bold"),
        write(fit(about, wide - 2 * MARGIN, 13), MARGIN, 44, 13, fill=FAINT),
        *_node(root, MARGIN, TOP, max(1, root.visits)),
        "</svg>",
    ]
    return "".join(parts)


def _node(node: Branch, left: float, top: float, total: int) -> Iterator[str]:
    """A node, and the lines to its children before them, so that text is above lines."""
    middle, below = top + ROW * node.rows / 2, top
    end = left + COLUMN - 14
    for child in node.children:
        y = below + ROW * child.rows / 2
        thick = max(1.0, THICKEST * (child.visits / total) ** 0.5)
        colour = mix("#d8342c", ACCENT, (1 + max(-1.0, min(1.0, child.value))) / 2)
        bend = f"M{end - 34:.1f} {middle:.1f}C{end:.1f} {middle:.1f} {end - 14:.1f} {y:.1f}"
        curve = f"{bend} {left + COLUMN:.1f} {y:.1f}"
        yield tag("path", d=curve, fill="none", stroke=colour, stroke_width=thick)
        yield from _node(child, left + COLUMN, below, total)
        below += ROW * child.rows
    look = {"rx": 6, "fill": "#ffffff", "stroke": LINE}
    yield tag("rect", x=left, y=middle - 14, width=COLUMN - 48, height=28, **look)
    yield write(fit(node.label, COLUMN - 60, 13), left + 6, middle - 5, 13, fill=TEXT)
    yield write(fit(node.note, COLUMN - 60, 10), left + 6, middle + 8, 10, fill=FAINT)
