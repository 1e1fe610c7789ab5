"""The viewers of a match: each gets one full view, and then only changes.

What is needed to compute changes is kept once for all who see the same: the position as it was last
shown, each viewer's view without its pieces, and, if the game cannot tell directly which pieces
moved, its pieces.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Sequence
from typing import NamedTuple

import msgspec

from parlour.table.match import Match
from parlour.table.state import NOBODY, State
from parlour.table.view import Changes, Piece, PieceChanges, View, compare_pieces, diff_views

Viewer = int | None
"""A viewer: a seat, or None for spectators."""


class _Look(NamedTuple):
    """All pieces of a position; only valid while that position is the current one."""

    state: State
    pieces: Sequence[Piece]


class Viewers:
    """The viewers of one match; all of them were last shown the same position."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._state = match.state
        self._around: dict[Viewer, View] = {}
        self._looks: dict[Viewer, _Look] = {}  # the latest; under None if nothing is hidden

    def __contains__(self, place: Viewer) -> bool:
        return place in self._around

    def view(self, place: Viewer) -> View:
        """The full view of a viewer; from now on `changes` covers it."""
        view = self._match.view(place)
        self._around[place] = msgspec.structs.replace(view, pieces=())
        return view

    def keep(self, places: Container[Viewer]) -> None:
        """Drop all other viewers."""
        for place in [place for place in self._around if place not in places]:
            del self._around[place]
            self._looks.pop(place, None)

    def changes(self, places: Collection[Viewer]) -> dict[Viewer, Changes]:
        """What changed for each of these viewers since the last view or changes."""
        match, hides = self._match, self._match.game.hides
        old, self._state = self._state, match.state
        before, self._around = self._around, match.views_without_pieces(places)
        told: dict[Viewer, Changes] = {}
        like = None
        for place, around in self._around.items():
            pieces = self._moved(old, place if hides else None) if like is None else None
            told[place] = diff_views(before[place], around, pieces, like)
            like = None if hides else told[place]
        return told

    def _moved(self, old: State, place: Viewer) -> PieceChanges:
        """How the pieces changed for a viewer."""
        game, new = self._match.game, self._state
        viewer = NOBODY if place is None else place
        if old is new:
            return (), ()
        if (known := game.moved_pieces(old, new, viewer)) is not None:
            self._looks.pop(place, None)  # outdated
            return known
        look = self._looks.get(place)
        before = look.pieces if look and look.state is old else game.pieces(old, viewer)
        after = game.pieces(new, viewer)
        self._looks[place] = _Look(new, after)
        return compare_pieces(before, after)
