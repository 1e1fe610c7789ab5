"""What the knights, their items and the arena are called and how they look."""

from __future__ import annotations

from parlour.games.knights.presentation import ITEM_NAMES
from parlour.table.looks.look import ConditionLook, ItemLook, Looks, PieceLook, StatLook
from parlour.table.looks.standard import GROUNDS, ground
from parlour.table.looks.symbols import read_symbols
from parlour.table.sentences import Sentence

SYMBOLS = read_symbols(__name__)


def item(name: str) -> tuple[Sentence, Sentence]:
    return Sentence(f"knights.item_{name}"), Sentence(f"knights.about_{name}")


LOOKS = Looks(
    pieces={
        "knight": PieceLook(
            Sentence("knights.piece_knight"),
            Sentence("knights.about_knight"),
            SYMBOLS["knight"],
            letter=False,
        ),
        "fallen": PieceLook(
            Sentence("knights.piece_fallen"),
            Sentence("knights.about_fallen"),
            SYMBOLS["fallen"],
            layer="ground",
            letter=False,
        ),
        **{
            name: PieceLook(*item(name), SYMBOLS[name], layer="ground", letter=False)
            for name in ITEM_NAMES
        },
    },
    stats={
        stat: StatLook(Sentence(f"knights.stat_{stat}"), symbol=SYMBOLS[stat])
        for stat in ("attack", "defence")
    },
    conditions={"fallen": ConditionLook(Sentence("knights.condition_fallen"), "faded")},
    items={name: ItemLook(*item(name), SYMBOLS[name]) for name in ITEM_NAMES},
    counters={stat: Sentence(f"knights.stat_{stat}") for stat in ("attack", "defence")},
    grounds={
        **GROUNDS,
        "water": ground(
            Sentence("knights.ground_water"), "#8fbcdb", "#1d3d5c", SYMBOLS["water"], "≈"
        ),
    },
)
