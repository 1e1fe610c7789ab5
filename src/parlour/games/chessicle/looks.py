"""What the characters of Chessicle are called and how they look."""

from __future__ import annotations

from parlour.games.chessicle.characters import NAMES
from parlour.table.looks.look import ButtonLook, Looks, PieceLook
from parlour.table.looks.symbols import read_symbols
from parlour.table.sentences import Sentence

SYMBOLS = read_symbols(__name__)
KINDS = dict(zip(NAMES, ("pawn", "pawn", "pawn", "straight_hero", "diagonal_hero"), strict=True))


LOOKS = Looks(
    pieces={
        name: PieceLook(
            Sentence(f"chessicle.piece_{name}"),
            Sentence(f"chessicle.about_{kind}"),
            SYMBOLS[kind],
            base="none",
        )
        for name, kind in KINDS.items()
    },
    counters={"characters": Sentence("chessicle.counter_characters")},
    buttons={name: ButtonLook(Sentence(f"chessicle.piece_{name}")) for name in NAMES},
)
