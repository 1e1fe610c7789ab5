"""Nothing on the full-screen board is written in a colour that cannot be read.

The golden screens keep every character with its colours, and are compared with what is shown; so
they can be looked at instead.
"""

from __future__ import annotations

import pytest

from parlour.table.looks.standard import contrast
from tests.golden import HINT, screen_path
from tests.screens import Screen, Seen, app_of, looked_up, screens, seen

READABLE = 4.5  # WCAG 2.2, 1.4.3: text on what is behind it
VISIBLE = 3.0  # WCAG 2.2, 1.4.11: the frame of the cursor
BARS = set("▌▐")
LINES = set("─▁▂▃▄▅▆▇█")  # of frames and scroll bars, which say nothing


def hard_to_read(signs: set[Seen]) -> set[Seen]:
    """The characters that are too much like what is behind them."""
    written = {it for it in signs if not it.sign.isspace() and it.sign not in LINES}
    return {
        it
        for it in written
        if contrast(it.ink, it.ground) < (VISIBLE if it.sign in BARS else READABLE)
    }


@pytest.mark.parametrize("screen", screens(), ids=str)
def test_everything_that_is_written_can_be_read(screen: Screen):
    path = screen_path(screen)
    assert path.exists(), HINT
    signs = looked_up(path.read_text("utf-8"), screen.height)
    assert len({it.sign for it in signs}) > 20
    assert not hard_to_read(signs)


@pytest.mark.compiled_only
async def test_text_is_seen_at_first_sight_where_a_position_begins_with_buttons():
    app = app_of("chessicle")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        signs = {it for row in seen(app) for it in row}
        assert not hard_to_read(signs)
