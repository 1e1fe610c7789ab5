"""Draws the page's icons as PNG: `python -m tests.web.icons` (or `make pictures`)."""

from __future__ import annotations

import resvg_py

from tests import ROOT

ICONS = ROOT / "src" / "parlour" / "web" / "icons"
SIZES = (192, 512)


def draw_icons() -> None:
    svg = (ICONS / "icon.svg").read_text("utf-8")
    for size in SIZES:
        png = resvg_py.svg_to_bytes(svg_string=svg, width=size, height=size)
        (ICONS / f"icon-{size}.png").write_bytes(bytes(png))


if __name__ == "__main__":
    draw_icons()
