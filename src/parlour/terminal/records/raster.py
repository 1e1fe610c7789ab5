"""PNG pictures by resvg, GIF by Pillow. Both libraries belong to an extra of the installation."""

from __future__ import annotations

import io
from importlib import import_module
from typing import Any

from parlour.drawing.slides import slides
from parlour.table.errors import BadText
from parlour.table.looks.tints import ThemeName
from parlour.table.record import Record

WIDEST_FRAME = 640
STEP, LAST = 700, 3_000  # milliseconds


def png(svg: str, width: int | None = None) -> bytes:
    """An SVG picture as PNG."""
    resvg = _extra("resvg_py")
    return bytes(resvg.svg_to_bytes(svg_string=svg, width=width))


def gif(record: Record, theme: ThemeName = "light") -> bytes:
    """A whole match as an animation, a frame for each position."""
    image = _extra("PIL.Image")
    pictures = (io.BytesIO(png(slide.svg, WIDEST_FRAME)) for slide in slides(record, theme=theme))
    frames = [image.open(drawn).convert("RGBA") for drawn in pictures]
    largest = max(frame.height for frame in frames)
    sheets = [image.new("RGB", (WIDEST_FRAME, largest), "white") for _ in frames]
    for sheet, frame in zip(sheets, frames, strict=True):
        sheet.paste(frame, (0, 0), frame)  # its round corners are transparent
    written = io.BytesIO()
    times = [STEP] * (len(frames) - 1) + [LAST]
    sheets[0].save(written, "GIF", save_all=True, append_images=sheets[1:], duration=times, loop=0)
    return written.getvalue()


def _extra(module: str) -> Any:
    """A library of the extra, or a sentence that says how to install it."""
    try:
        return import_module(module)
    except ImportError:
        raise BadText("terminal.no_pictures") from None
