"""Those who look at a match: each is shown all of it once, and then only what changes.

What it takes to say what changed is kept once for all who see the same: the position as it was
last shown, what stood around the board for each place, and, only where a game has to look at all
its pieces to say which of them moved, these.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Sequence
from typing import NamedTuple

import msgspec

from parlour.table.match import Match
from parlour.table.state import NOBODY, State
from parlour.table.view import Changes, Piece, PieceChanges, View, compare_pieces, diff_views

Viewer = int | None
"""From where one looks: a seat, or None for spectators."""


class _Look(NamedTuple):
    """All pieces of a position; of an older one they say nothing about what stands there now."""

    state: State
    pieces: Sequence[Piece]


class Viewers:
    """The places from which a match is looked at; all of them have seen the same position."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._state = match.state
        self._around: dict[Viewer, View] = {}
        self._looks: dict[Viewer, _Look] = {}  # the last; under None where nothing is hidden

    def __contains__(self, place: Viewer) -> bool:
        return place in self._around

    def view(self, place: Viewer) -> View:
        """All that is seen from a place; from now on it can be told what changes."""
        view = self._match.view(place)
        self._around[place] = msgspec.structs.replace(view, pieces=())
        return view

    def keep(self, places: Container[Viewer]) -> None:
        """Forget all other places: nobody looks from there."""
        for place in [place for place in self._around if place not in places]:
            del self._around[place]
            self._looks.pop(place, None)

    def changes(self, places: Collection[Viewer]) -> dict[Viewer, Changes]:
        """What has changed for each of these places since they were last shown anything."""
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
        """What happened to the pieces that are seen from a place."""
        game, new = self._match.game, self._state
        viewer = NOBODY if place is None else place
        if old is new:
            return (), ()
        if (known := game.moved_pieces(old, new, viewer)) is not None:
            self._looks.pop(place, None)  # it has become old
            return known
        look = self._looks.get(place)
        before = look.pieces if look and look.state is old else game.pieces(old, viewer)
        after = game.pieces(new, viewer)
        self._looks[place] = _Look(new, after)
        return compare_pieces(before, after)
