"""The viewers of a match: each gets one full view, then only changes.

To compute changes, `Viewers` stores the position that was last shown, each viewer's last view
without its pieces, and, only if the game does not implement `moved_pieces`, the pieces. Viewers who
see the same share what is stored.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Sequence
from typing import NamedTuple

import msgspec

from parlour.table.match import Match
from parlour.table.state import NOBODY, State
from parlour.table.view import (
    NO_PIECES,
    Changes,
    Piece,
    PieceChanges,
    View,
    compare_pieces,
    diff_views,
)

Viewer = int | None
"""A viewer: a seat, or None for spectators."""


class _Snapshot(NamedTuple):
    """All pieces of a position, as a viewer sees them."""

    state: State
    pieces: Sequence[Piece]


class Viewers:
    """The viewers of one match; all of them were last shown the same position."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._state = match.state
        self._views: dict[Viewer, View] = {}  # without pieces
        self._snapshots: dict[Viewer, _Snapshot] = {}  # only under None if nothing is hidden

    def __contains__(self, viewer: Viewer) -> bool:
        return viewer in self._views

    def view(self, viewer: Viewer) -> View:
        """The full view of a viewer, who then receives `changes`."""
        view = self._match.view(viewer)
        self._views[viewer] = msgspec.structs.replace(view, pieces=())
        return view

    def keep(self, viewers: Container[Viewer]) -> None:
        """Drop all other viewers."""
        for viewer in [viewer for viewer in self._views if viewer not in viewers]:
            del self._views[viewer]
            self._snapshots.pop(viewer, None)

    def changes(self, viewers: Collection[Viewer]) -> dict[Viewer, Changes]:
        """The changes for each of these viewers since their last view or changes."""
        match, hides = self._match, self._match.game.hides
        old, self._state = self._state, match.state
        before, self._views = self._views, match.views_without_pieces(viewers)
        changes: dict[Viewer, Changes] = {}
        pieces, causes, like = NO_PIECES, (), None
        for viewer, view in self._views.items():
            if like is None:
                pieces = self._piece_changes(old, viewer if hides else None)
                causes = match.game.causes(pieces, match.touched)
            changes[viewer] = diff_views(before[viewer], view, pieces, causes, like)
            like = None if hides else changes[viewer]
        return changes

    def _piece_changes(self, old: State, viewer: Viewer) -> PieceChanges:
        game, new = self._match.game, self._state
        seat = NOBODY if viewer is None else viewer
        if old is new:
            return NO_PIECES
        if (moved := game.moved_pieces(old, new, seat)) is not None:
            self._snapshots.pop(viewer, None)  # outdated
            return moved
        last = self._snapshots.get(viewer)
        before = last.pieces if last and last.state is old else game.pieces(old, seat)
        after = game.pieces(new, seat)
        self._snapshots[viewer] = _Snapshot(new, after)
        return compare_pieces(before, after)
