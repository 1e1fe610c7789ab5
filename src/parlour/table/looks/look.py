"""How the things of a game look and what they are called, told once as data beside its rules.

Pictures, the page, terminals and screen readers draw and speak from it; none of them knows a kind
of piece. Every name is a sentence, so that it can be translated. What a game does not describe
looks plain and is called by its key: see `Looks.piece` and the methods after it.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from parlour.table.looks.standard import COLOURS, GROUNDS, MARKS
from parlour.table.looks.tints import ColourLook, GroundLook, MarkLook, Symbol
from parlour.table.sentences import Sentence
from parlour.table.view import Layer, Piece

Base = Literal["disc", "shield", "tile", "token", "stone", "none"]
"""What a symbol is drawn on, in the colour of its owner; a stone has no symbol."""

BASES: dict[Layer, Base] = {"ground": "token", "block": "tile", "guard": "shield", "unit": "disc"}
"""The base of a kind that names none, by its layer."""


Role = Literal["plain", "main", "pass", "dangerous"]
"""What a button is for: the main one completes or ends something, `pass` does nothing, and what is
dangerous destroys or gives away something of one's own."""


class PieceLook(msgspec.Struct, frozen=True, omit_defaults=True):
    """A kind of piece."""

    name: Sentence
    about: Sentence | None = None  # what it does, in one sentence
    symbol: Symbol | None = None
    base: Base | None = None  # None: as usual in its layer
    layer: Layer = "unit"
    ground: str = ""  # a block without an owner that looks as if its cell had this ground
    letter: bool = True  # is its letter shown, besides the symbol if it has one?


class StatLook(msgspec.Struct, frozen=True, omit_defaults=True):
    """A number of a piece; one that is the bound of another is not shown by itself."""

    name: Sentence
    show: Literal["bar", "number"] = "number"
    most: str = ""  # the stat that bounds it, such as `max_hp`; a bar needs one
    symbol: Symbol | None = None


class ConditionLook(msgspec.Struct, frozen=True, omit_defaults=True):
    """A condition of a piece: shown by fading the piece, or as a small badge on it, with the symbol
    if there is one and else the name."""

    name: Sentence
    show: Literal["faded", "badge"] = "badge"
    symbol: Symbol | None = None


class ItemLook(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that a piece holds."""

    name: Sentence
    about: Sentence | None = None
    symbol: Symbol | None = None


class ButtonLook(msgspec.Struct, frozen=True, omit_defaults=True):
    """A button."""

    label: Sentence
    role: Role = "plain"


class Looks(msgspec.Struct, frozen=True):
    """Everything that a game shows, by the keys that its views use. A game adds grounds of its own
    with `grounds={**GROUNDS, ...}`."""

    pieces: dict[str, PieceLook] = {}
    stats: dict[str, StatLook] = {}
    conditions: dict[str, ConditionLook] = {}
    items: dict[str, ItemLook] = {}
    counters: dict[str, Sentence] = {}
    buttons: dict[str, ButtonLook] = {}
    grounds: dict[str, GroundLook] = msgspec.field(default_factory=lambda: dict(GROUNDS))
    colours: dict[str, ColourLook] = msgspec.field(default_factory=lambda: dict(COLOURS))
    marks: dict[str, MarkLook] = msgspec.field(default_factory=lambda: dict(MARKS))

    def piece(self, piece: Piece) -> PieceLook:
        """The look of a piece. A hidden one is a blank back with the base of its layer."""
        if piece.hidden:
            return PieceLook(Sentence("table.hidden_piece"), layer=piece.layer)
        return self.pieces.get(piece.kind) or PieceLook(named(piece.kind), layer=piece.layer)

    def base(self, piece: Piece) -> Base:
        """What the symbol of a piece is drawn on."""
        return self.piece(piece).base or BASES[piece.layer]

    def stat(self, key: str) -> StatLook:
        return self.stats.get(key) or StatLook(named(key))

    def bounds(self) -> dict[str, str]:
        """The stats that are bounded by another, with that other."""
        return {key: look.most for key, look in self.stats.items() if look.most}

    def shown_stats(self, piece: Piece) -> dict[str, StatLook]:
        """The stats of a piece that are shown by themselves, with their looks."""
        looks = {key: self.stat(key) for key in piece.stats}
        bounds = {look.most for look in looks.values()}
        return {key: look for key, look in looks.items() if key not in bounds}

    def condition(self, key: str) -> ConditionLook:
        return self.conditions.get(key) or ConditionLook(named(key))

    def fades(self, piece: Piece) -> bool:
        """Is the piece drawn faded because of its condition?"""
        return bool(piece.condition) and self.condition(piece.condition).show == "faded"

    def item(self, key: str) -> ItemLook:
        return self.items.get(key) or ItemLook(named(key))

    def ground(self, key: str) -> GroundLook:
        return self.grounds.get(key) or self.grounds["plain"]

    def counter(self, key: str) -> Sentence:
        return self.counters.get(key) or named(key)


def named(key: str) -> Sentence:
    """A name for what a game does not describe: its key as words."""
    return Sentence("table.named", name=key.replace("_", " "))
