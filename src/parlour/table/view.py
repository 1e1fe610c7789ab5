"""What a seat or a spectator sees of a position, as data for front ends.

The board is sent once, then one full view, then only changes. A site is the name of something a
person can touch. A piece keeps its id while it moves, so front ends can animate moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress, count
from operator import attrgetter, is_not
from typing import Literal, NamedTuple, get_args

import msgspec

from parlour.table.sentences import Sentence

Layer = Literal["ground", "block", "guard", "unit"]
"""The layers in drawing order; several pieces may be on one site."""

LAYERS: tuple[Layer, ...] = ("ground", "block", "guard", "unit")

Side = Literal["bottom", "left", "top", "right"]
"""A side of the board, where a seat sits."""


class Cell(msgspec.Struct, frozen=True, omit_defaults=True):
    """A cell of the board; x and y of its centre in cell widths, x to the right, y downwards."""

    site: str
    x: float
    y: float
    shape: str = "square"
    ground: str = "plain"
    label: str = ""


class Label(msgspec.Struct, frozen=True, omit_defaults=True):
    """A coordinate label next to the board."""

    text: str
    x: float
    y: float


class Edge(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line along the border in a player's colour, such as a side to connect."""

    colour: str
    x1: float
    y1: float
    x2: float
    y2: float


class Board(msgspec.Struct, frozen=True, omit_defaults=True):
    """The static part of the display: cells, labels and edges."""

    cells: tuple[Cell, ...]
    labels: tuple[Label, ...] = ()
    edges: tuple[Edge, ...] = ()


class Piece(msgspec.Struct, gc=False, frozen=True, omit_defaults=True):
    """A piece on a site. If it is `hidden`, its id and kind do not reveal what it is."""

    id: str
    site: str
    kind: str
    letter: str
    seat: int | None = None
    colour: str = ""
    layer: Layer = "unit"
    stats: dict[str, int] = msgspec.field(default_factory=dict[str, int])
    holds: str = ""
    condition: str = ""  # the looks of the game say how it is shown
    hidden: bool = False


class Mark(msgspec.Struct, gc=False, frozen=True, omit_defaults=True):
    """Highlighted sites: the last action, a goal, a danger, an area."""

    kind: Literal["last", "goal", "danger", "area"]
    sites: tuple[str, ...]
    seat: int | None = None


class Button(msgspec.Struct, gc=False, frozen=True):
    """A site outside the board, such as `swap`, `end` or `done`."""

    site: str
    label: str


class Panel(msgspec.Struct, gc=False, frozen=True, omit_defaults=True):
    """The panel of a seat next to the board."""

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
    prompt: Sentence | None  # what this seat has to choose, if it is to act


CauseKind = Literal[
    "moved", "placed", "hit", "healed", "captured", "removed", "turned", "revealed", "filled",
    "took", "dropped",
]  # fmt: skip
"""What can happen to a piece: it moved; was placed on a touched site; lost or got back some of a
bounded stat; left the board, because an enemy moved there or otherwise; has another owner or kind;
was hidden; came to a site that nobody touched; took or dropped what it holds."""

CAUSES: tuple[CauseKind, ...] = get_args(CauseKind)
"""The kinds in the order in which causes are told."""


class Cause(msgspec.Struct, gc=False, frozen=True, omit_defaults=True):
    """One thing that happened to a piece, by its id. A move has two sites, from and to."""

    kind: CauseKind
    piece: str
    sites: tuple[str, ...]
    by: int = 0  # how much was lost or got back


class Changes(msgspec.Struct, gc=False, frozen=True, omit_defaults=True):
    """The difference between a view and the next one; None means unchanged."""

    gone: tuple[str, ...] = ()  # ids of removed pieces
    put: tuple[Piece, ...] = ()  # pieces that are new, moved or changed
    marks: tuple[Mark, ...] | None = None
    buttons: tuple[Button, ...] | None = None
    panels: tuple[Panel, ...] | None = None
    status: Sentence | None = None
    prompt: tuple[Sentence | None] | None = None  # in a tuple, since the prompt may become None
    causes: tuple[Cause, ...] = ()  # what happened to pieces, in order


class PieceChanges(NamedTuple):
    """The pieces of two positions that are not in both of them; a changed piece is in both lists,
    under the same id."""

    was: Sequence[Piece]
    now: Sequence[Piece]

    @property
    def gone(self) -> tuple[str, ...]:
        """The ids of the pieces that are no more."""
        now = {piece.id for piece in self.now}
        return tuple([piece.id for piece in self.was if piece.id not in now])


NO_PIECES = PieceChanges((), ())


def compare_pieces(old: Sequence[Piece], new: Sequence[Piece]) -> PieceChanges:
    """The difference between two lists of all pieces, each in any order."""
    old, new = _trim(old, new)
    before = {piece.id: piece for piece in old}
    was: list[Piece] = []
    now: list[Piece] = []
    for piece in new:
        same = before.pop(piece.id, None)
        if same is not piece and same != piece:
            now.append(piece)
            if same is not None:
                was.append(same)
    was += before.values()
    return PieceChanges(was, now)


def _trim(old: Sequence[Piece], new: Sequence[Piece]) -> tuple[Sequence[Piece], Sequence[Piece]]:
    """Both lists without their common prefix and suffix: most pieces are the same objects."""
    shorter = min(len(old), len(new))
    start = next(compress(count(), map(is_not, old, new)), shorter)
    backwards = map(is_not, reversed(old), reversed(new))
    end = min(next(compress(count(), backwards), shorter), shorter - start)
    return old[start : len(old) - end], new[start : len(new) - end]


def diff_views(
    old: View,
    new: View,
    pieces: PieceChanges | None = None,
    causes: tuple[Cause, ...] = (),
    like: Changes | None = None,
) -> Changes:
    """The difference between two views of a seat; `pieces` if they are compared already, and then
    what caused their changes.

    `like` is the difference for another seat between the same positions, if nothing is hidden:
    its pieces, causes, panels and status are reused.
    """
    if like is None:
        pieces = compare_pieces(old.pieces, new.pieces) if pieces is None else pieces
        gone, put = pieces.gone, tuple(pieces.now)
        panels = None if old.panels == new.panels else new.panels
        status = None if old.status == new.status else new.status
    else:
        gone, put, causes = like.gone, like.put, like.causes
        panels, status = like.panels, like.status
    return Changes(
        gone=gone,
        put=put,
        marks=None if old.marks == new.marks else new.marks,
        buttons=None if old.buttons == new.buttons else new.buttons,
        panels=panels,
        status=status,
        prompt=None if old.prompt == new.prompt else (new.prompt,),
        causes=causes,
    )


def apply_changes(old: View, by: Changes) -> View:
    """The view after the changes."""
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
    """Pieces sorted by id, as every view lists them."""
    return tuple(sorted(pieces, key=attrgetter("id")))
