"""The sites of the last turn of a match, which everybody sees marked.

A turn is what a seat does until another one acts, with all that chance draws for it. Of a turn
that touched the board, buttons such as `end` are left out; so is what some viewer may not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from parlour.table.matches.events import Event, Transition
from parlour.table.matches.presenter import path_of
from parlour.table.state import CHANCE, NOBODY, State


class LastTurn:
    """The turn so far: who took it, and the sites in the order in which they were touched."""

    def __init__(self) -> None:
        self.seat = NOBODY
        self.sites: tuple[str, ...] = ()
        self._buttons: tuple[str, ...] = ()

    @property
    def marked(self) -> tuple[str, ...]:
        """The sites to mark: buttons only if nothing else was touched."""
        return self.sites or self._buttons

    def add(self, before: State, after: State, seat: int, action: int) -> tuple[str, ...]:
        """Add an action, and return its sites as far as everybody may know them."""
        alone = len(before.game.seats) == 1  # whose every action is a turn
        if seat != CHANCE and (seat != self.seat or alone):
            self.seat, self.sites, self._buttons = seat, (), ()
        path = public_path(before, after, seat, action)
        cells = before.game.cell_sites
        fresh = [site for site in path if site in cells and site not in self.sites]
        self.sites += tuple(fresh)
        self._buttons = tuple(site for site in path if site not in cells)
        return path

    def clear(self) -> None:
        """Nothing is marked after what is not an action."""
        self.seat, self.sites, self._buttons = NOBODY, (), ()

    def follow(self, transitions: Iterable[Transition]) -> LastTurn:
        """The last turn after all of these, added in order."""
        for before, event, action, after in transitions:
            if action is not None:
                self.add(before, after, event.seat, action)
            elif after is not before:
                self.clear()
        return self


def turn_starts(events: Sequence[Event]) -> int:
    """The index of the first event of the turn that these events end with."""
    start, seat = len(events), NOBODY
    while start > 0 and events[start - 1].kind == "action":
        actor = events[start - 1].seat
        if NOBODY != seat != actor != CHANCE:
            break
        seat = actor if actor != CHANCE else seat
        start -= 1
    return start


def public_path(before: State, after: State, seat: int, action: int) -> tuple[str, ...]:
    """The sites of an action in `before`, if every viewer may know it in `after`."""
    game = before.game
    if game.hides and not all(
        game.sees(after, viewer, seat, action) for viewer in (NOBODY, *range(len(game.seats)))
    ):
        return ()
    return path_of(before, seat, action)
