"""What the stones of Brique are called and how they look."""

from __future__ import annotations

from parlour.table.looks.look import ButtonLook, Looks, PieceLook
from parlour.table.sentences import Sentence

LOOKS = Looks(
    pieces={
        "stone": PieceLook(
            Sentence("brique.piece_stone"),
            Sentence("brique.about_stone"),
            base="stone",
            letter=False,
        )
    },
    buttons={
        "swap": ButtonLook(Sentence("brique.button_swap"), "main"),
        "keep": ButtonLook(Sentence("brique.button_keep"), "pass"),
    },
)
