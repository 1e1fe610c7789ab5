"""What all environments render: the text board, or a picture as an array."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.table.errors import BadSettings
from parlour.table.sentences import listing, shorten
from parlour.table.state import NOBODY, State

MODES = ("ansi", "rgb_array", "human")
METADATA: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 2}
WIDTH = 480  # of pictures, in pixels


def check_mode(mode: str | None) -> None:
    if mode is not None and mode not in MODES:
        raise BadSettings("environment.no_render_mode", given=shorten(mode), known=listing(MODES))


def render(state: State, mode: str | None) -> Any:
    """The position as a spectator sees it; `human` prints it."""
    if mode == "rgb_array":
        return rgb_array(state)
    text = state.game.text(state, NOBODY)
    if mode == "human":
        print(text, flush=True)  # noqa: T201 - this is what the mode is for
        return None
    return text


def rgb_array(state: State) -> NDArray[np.uint8]:
    import resvg_py
    from PIL import Image

    png = resvg_py.svg_to_bytes(svg_string=state.game.picture(state, NOBODY), width=WIDTH)
    with Image.open(BytesIO(bytes(png))) as picture:
        return np.array(picture.convert("RGB"))
