"""What the pieces of Feud are called and how they look."""

from __future__ import annotations

from parlour.games.feud.names import KINDS
from parlour.table.looks.look import ButtonLook, ConditionLook, Looks, PieceLook, StatLook
from parlour.table.looks.symbols import read_symbols
from parlour.table.sentences import Sentence

SYMBOLS = read_symbols(__name__)


def piece(kind: str) -> PieceLook:
    shield = kind == "shield"
    return PieceLook(
        Sentence(f"feud.piece_{kind}"),
        Sentence(f"feud.about_{kind}"),
        SYMBOLS[kind],
        base="shield" if shield else "disc",
        layer="guard" if shield else "unit",
        letter=False,
    )


LOOKS = Looks(
    pieces={kind: piece(kind) for kind in KINDS},
    stats={
        "hp": StatLook(Sentence("feud.stat_hp"), "bar", most="max"),
        "max": StatLook(Sentence("feud.stat_max")),
    },
    conditions={
        "isolated": ConditionLook(Sentence("feud.condition_isolated"), symbol=SYMBOLS["isolated"])
    },
    counters={key: Sentence(f"feud.counter_{key}") for key in ("pieces", "skips")},
    buttons={
        "done": ButtonLook(Sentence("feud.button_done"), "main"),
        "skip": ButtonLook(Sentence("feud.button_skip"), "pass"),
    },
)
