"""What the blocks, guards and units of Turncoat are called and how they look."""

from __future__ import annotations

from collections.abc import Mapping

from parlour.games.turncoat.blocks import KINDS
from parlour.table.looks.look import ButtonLook, ConditionLook, ItemLook, Looks, PieceLook, Role
from parlour.table.looks.standard import GROUNDS, ground
from parlour.table.looks.symbols import read_symbols
from parlour.table.sentences import Sentence
from parlour.table.view import Layer

SYMBOLS = read_symbols(__name__)
UNITS = KINDS[1:]
ROLES: Mapping[str, Role] = {
    "end": "main", "own": "main", "place": "plain", "clean": "plain", "dead": "plain",
    "destroy": "dangerous",
}  # fmt: skip


def piece(kind: str, layer: Layer, ground: str = "") -> PieceLook:
    return PieceLook(
        Sentence(f"turncoat.piece_{kind}"),
        Sentence(f"turncoat.about_{kind}"),
        SYMBOLS.get(kind),
        layer=layer,
        letter=False,
        ground=ground,
    )


LOOKS = Looks(
    pieces={
        "colour": piece("colour", "block"),
        "objective": piece("objective", "block"),
        "spawn": piece("spawn", "block"),
        "dead": piece("dead", "block", "dead"),
        "guard": piece("guard", "guard"),
        **{kind: piece(kind, "unit") for kind in UNITS},
    },
    conditions={
        "moved": ConditionLook(Sentence("turncoat.condition_moved"), symbol=SYMBOLS["moved"]),
        "acted": ConditionLook(Sentence("turncoat.condition_acted"), symbol=SYMBOLS["acted"]),
        "spent": ConditionLook(Sentence("turncoat.condition_spent"), "faded"),
    },
    items={
        kind: ItemLook(Sentence(f"turncoat.item_{kind}"), symbol=SYMBOLS[kind]) for kind in UNITS
    },
    counters={
        key: Sentence(f"turncoat.counter_{key}") for key in ("objectives", "units", "blocks")
    },
    buttons={
        **{
            site: ButtonLook(Sentence(f"turncoat.button_{site}"), role)
            for site, role in ROLES.items()
        },
        **{kind: ButtonLook(Sentence(f"turncoat.piece_{kind}")) for kind in UNITS},
    },
    grounds={
        **GROUNDS,
        "plain": ground(Sentence("turncoat.ground_plain"), "#ecdfc3", "#3d3d3b"),
        "neutral": ground(
            Sentence("turncoat.ground_neutral"), "#cfd3d6", "#2c3c50", SYMBOLS["neutral"], "-"
        ),
        "dead": ground(
            Sentence("turncoat.ground_dead"), "#57514b", "#1f1f1f", SYMBOLS["dead"], "×"
        ),
    },
)
