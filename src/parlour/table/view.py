"""What a seat, or a spectator, may see of a position, as data that any front end can draw.

The board is sent once, a view at first, and from then on only changes. Sites are the names people
touch; pieces carry ids that stay the same while they move, so that moves can be animated.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress, count
from operator import attrgetter, is_not
from typing import Literal

import msgspec

from parlour.table.sentences import Sentence

Layer = Literal["ground", "block", "guard", "unit"]
"""Pieces are drawn in this order; several may stand on one site."""

LAYERS: tuple[Layer, ...] = ("ground", "block", "guard", "unit")


class Cell(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place on the board: its centre in units of one cell, x to the right and y downwards."""

    site: str
    x: float
    y: float
    shape: str = "square"
    ground: str = "plain"
    label: str = ""


class Label(msgspec.Struct, frozen=True, omit_defaults=True):
    """A coordinate written beside the board."""

    text: str
    x: float
    y: float


class Edge(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line along the board that belongs to a colour, such as a side to be joined."""

    colour: str
    x1: float
    y1: float
    x2: float
    y2: float


class Board(msgspec.Struct, frozen=True, omit_defaults=True):
    """What never changes during a match: the cells and what is written around them."""

    cells: tuple[Cell, ...]
    labels: tuple[Label, ...] = ()
    edges: tuple[Edge, ...] = ()


class Piece(msgspec.Struct, gc=False, frozen=True, omit_defaults=True):
    """Something on a site. Where `hidden`, its id and kind say nothing about what it is."""

    id: str
    site: str
    kind: str
    letter: str
    seat: int | None = None
    colour: str = ""
    layer: Layer = "unit"
    stats: dict[str, int] = msgspec.field(default_factory=dict[str, int])
    holds: str = ""
    condition: str = ""  # "spent" or "fallen", drawn faded; anything else as a small word
    hidden: bool = False


class Mark(msgspec.Struct, gc=False, frozen=True, omit_defaults=True):
    """Sites that deserve a look: the last action, a goal, a danger, an area."""

    kind: Literal["last", "goal", "danger", "area"]
    sites: tuple[str, ...]
    seat: int | None = None


class Button(msgspec.Struct, gc=False, frozen=True):
    """A site that is not on the board, such as `swap`, `end` or `done`."""

    site: str
    label: str


class Panel(msgspec.Struct, gc=False, frozen=True, omit_defaults=True):
    """What stands beside the board about one seat."""

    seat: int
    name: str
    colour: str = ""
    alive: bool = True
    acting: bool = False
    counters: dict[str, int] = msgspec.field(default_factory=dict[str, int])


class View(msgspec.Struct, gc=False, frozen=True):
    """A position as one seat (or a spectator, seat None) sees it."""

    seat: int | None
    pieces: tuple[Piece, ...]  # sorted by id
    marks: tuple[Mark, ...]
    buttons: tuple[Button, ...]
    panels: tuple[Panel, ...]
    status: Sentence  # whose turn it is, or how it ended
    prompt: Sentence | None  # what this seat is asked, if it is


class Changes(msgspec.Struct, gc=False, frozen=True, omit_defaults=True):
    """What turns one view into the next; what is None stays as it was."""

    gone: tuple[str, ...] = ()  # ids of pieces that left
    put: tuple[Piece, ...] = ()  # pieces that came, moved or changed
    marks: tuple[Mark, ...] | None = None
    buttons: tuple[Button, ...] | None = None
    panels: tuple[Panel, ...] | None = None
    status: Sentence | None = None
    prompt: tuple[Sentence | None] | None = None  # in a tuple: the prompt itself may become None


PieceChanges = tuple[tuple[str, ...], tuple[Piece, ...]]
"""The ids of pieces that left, and the pieces that came, moved or changed."""


def compare_pieces(old: Sequence[Piece], new: Sequence[Piece]) -> PieceChanges:
    """What happened to the pieces between two looks at all of them, in any order."""
    old, new = _between(old, new)
    before = {piece.id: piece for piece in old}
    put = tuple(
        piece for piece in new if (was := before.pop(piece.id, None)) is not piece and was != piece
    )
    return tuple(before), put


def _between(old: Sequence[Piece], new: Sequence[Piece]) -> tuple[Sequence[Piece], Sequence[Piece]]:
    """Both without what they share at their beginnings and ends: mostly that is nearly all."""
    shorter = min(len(old), len(new))
    start = next(compress(count(), map(is_not, old, new)), shorter)
    backwards = map(is_not, reversed(old), reversed(new))
    end = min(next(compress(count(), backwards), shorter), shorter - start)
    return old[start : len(old) - end], new[start : len(new) - end]


def diff_views(
    old: View, new: View, pieces: PieceChanges | None = None, like: Changes | None = None
) -> Changes:
    """What happened between two views of the same seat; `pieces` if that is known already.

    `like` is what happened for another seat at the same time, where nothing is hidden: the same
    to the pieces, to the panels and to the status.
    """
    if like is None:
        gone, put = compare_pieces(old.pieces, new.pieces) if pieces is None else pieces
        panels = None if old.panels == new.panels else new.panels
        status = None if old.status == new.status else new.status
    else:
        gone, put, panels, status = like.gone, like.put, like.panels, like.status
    return Changes(
        gone=gone,
        put=put,
        marks=None if old.marks == new.marks else new.marks,
        buttons=None if old.buttons == new.buttons else new.buttons,
        panels=panels,
        status=status,
        prompt=None if old.prompt == new.prompt else (new.prompt,),
    )


def apply_changes(old: View, by: Changes) -> View:
    """The view that the changes lead to."""
    pieces = {piece.id: piece for piece in old.pieces}
    for id in by.gone:
        del pieces[id]
    pieces.update((piece.id, piece) for piece in by.put)
    return View(
        seat=old.seat,
        pieces=sorted_by_id(pieces.values()),
        marks=old.marks if by.marks is None else by.marks,
        buttons=old.buttons if by.buttons is None else by.buttons,
        panels=old.panels if by.panels is None else by.panels,
        status=old.status if by.status is None else by.status,
        prompt=old.prompt if by.prompt is None else by.prompt[0],
    )


def sorted_by_id(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Pieces in the one order that views keep: by id."""
    return tuple(sorted(pieces, key=attrgetter("id")))
