"""The colours around the board of a picture, in a light and in a dark theme."""

from __future__ import annotations

from typing import NamedTuple

from parlour.drawing.palette import ACCENT, FAINT, FRAME, LINE, PAPER, TEXT
from parlour.table.looks.tints import ThemeName


class Theme(NamedTuple):
    name: ThemeName
    paper: str
    panel: str
    line: str  # around the picture, panels and buttons
    text: str
    faint: str  # texts that matter less
    frame: str  # of the board
    accent: str
    back: str  # of hidden pieces
    wash: str  # blocks that are only coloured ground are mixed with it


LIGHT = Theme(
    "light", PAPER, "#ffffff", LINE, TEXT, FAINT, FRAME, ACCENT, back="#454b57", wash="#fffaf0"
)
DARK = Theme(
    "dark", "#211e1b", "#2b2724", "#47403a", "#ece5d8", "#b3a897", "#14110f", "#62b873",
    back="#5a6170", wash="#26221f",
)  # fmt: skip
THEMES = {theme.name: theme for theme in (LIGHT, DARK)}
