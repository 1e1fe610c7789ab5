"""The list of one's own matches, as people watch it: where is it my turn?

A commit only notes the match. Once a second, each watcher is sent what has changed for it: from the
room if that is in memory, else from the database. A connection that is in the room itself is told
there, and about this list when it leaves.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from contextlib import suppress
from typing import TYPE_CHECKING

from parlour.hall.lists.own_entries import Entries, entries_of, load_entries, load_matches
from parlour.hall.lists.watcher import Watcher
from parlour.hall.rooms.open_room import OpenRoom
from parlour.table.errors import ParlourError
from parlour.wire.messages import OwnMatch, OwnNews, frame

if TYPE_CHECKING:
    from parlour.hall.rooms.hall import Hall

INTERVAL = 1.0
"""Seconds between two rounds of news."""
MOST = 200
"""Matches in the list of one watcher; then those that are over leave it."""
AT_ONCE, IN_ONE_QUERY = 100, 50
"""Matches that are looked at before the event loop runs other tasks, and that one query reads."""
MOST_NOTES = 2_000
"""Matches of other processes, in which seats have changed, that one round looks at."""


class OwnMatches:
    """The watchers of their own matches in this process, and what each was sent."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._shown: dict[Watcher, dict[str, OwnMatch]] = {}  # by match
        self._of: defaultdict[str, set[Watcher]] = defaultdict(set)  # by person
        self._showing: defaultdict[str, set[Watcher]] = defaultdict(set)  # by match
        self._changed: dict[str, None] = {}  # matches to look at in the next round
        self._seats_changed: dict[str, None] = {}  # the same, if somebody who watches sits there

    # ---- watchers -----------------------------------------------------------------------------

    async def watch(self, watcher: Watcher) -> None:
        """Send the list, and from now on what changes in it."""
        self.drop(watcher)
        person = watcher.user.person
        if person:
            self._shown[watcher] = {}
            self._of[person].add(watcher)  # before reading: what changes meanwhile is noted
        found = await self._load_list(person) if person else {}
        if not watcher.open:
            return
        for entry in found.values():
            self._remember(watcher, entry)
        watcher.send(frame("mine", OwnNews(matches=tuple(found.values()))))

    def drop(self, watcher: Watcher) -> None:
        """The watcher is not interested any more, or disconnected."""
        shown = self._shown.pop(watcher, None)
        if shown is None:
            return
        _discard(self._of, watcher.user.person, watcher)
        for match in shown:
            _discard(self._showing, match, watcher)

    def left(self, watcher: Watcher, match: str) -> None:
        """A watcher has left a room: what it was told there is now told here."""
        if watcher in self._shown:
            self._changed[match] = None

    def _remember(self, watcher: Watcher, entry: OwnMatch) -> None:
        if watcher in self._shown:
            self._shown[watcher][entry.match] = entry
            self._showing[entry.match].add(watcher)

    def _forget(self, watcher: Watcher, match: str) -> None:
        self._shown[watcher].pop(match, None)
        _discard(self._showing, match, watcher)

    # ---- what has changed ---------------------------------------------------------------------

    def note(self, open_room: OpenRoom) -> None:
        """Entries of a room were committed here. This runs at every move."""
        if not self._of:
            return
        room = open_room.room
        match = room.terms.id
        if match in self._showing or any(
            sit is not None and sit.person in self._of for sit in room.occupants
        ):
            self._changed[match] = None

    def note_remote(self, match: str, *, seats: bool) -> None:
        """Another process has written to a match; have its seats changed, perhaps?"""
        if match in self._showing:
            self._changed[match] = None
        elif seats and self._of and len(self._seats_changed) < MOST_NOTES:
            self._seats_changed[match] = None

    def note_all(self) -> None:
        """Notes of other processes may have been lost."""
        self._changed.update(dict.fromkeys(self._showing))

    async def update(self) -> None:
        """Send all watchers what has changed since the last round."""
        changed, self._changed = list(self._changed), {}
        elsewhere, self._seats_changed = list(self._seats_changed), {}
        if not self._of:
            return
        news: dict[Watcher, tuple[list[OwnMatch], list[str]]] = {}
        for number, match in enumerate(changed, start=1):
            open_room = self._hall.rooms.get(match)
            if open_room is None or open_room.outdated or match in self._hall.rooms.diverged:
                elsewhere.append(match)
            elif open_room.room_lock.locked:  # it may be ahead of the disk
                self._changed[match] = None
            else:
                self._compare(match, entries_of(open_room.room), news)
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)
        for start in range(0, len(elsewhere), IN_ONE_QUERY):
            some = elsewhere[start : start + IN_ONE_QUERY]
            found = await load_entries(self._hall.database, some)
            for match in some:
                self._compare(match, found.get(match, {}), news)
        for watcher, (put, gone) in news.items():
            if watcher in self._shown:
                watcher.send(frame("mine", OwnNews(put=tuple(put), gone=tuple(gone))))

    def _compare(
        self,
        match: str,
        entries: Entries,
        news: dict[Watcher, tuple[list[OwnMatch], list[str]]],
    ) -> None:
        """Collect what is new about a match for those who watch it, or have to from now on."""
        watchers = set(self._showing.get(match, ()))
        for person in entries.keys() & self._of.keys():
            watchers |= self._of[person]
        for watcher in watchers:
            shown, entry = self._shown[watcher], entries.get(watcher.user.person)
            before = shown.get(match)
            if entry == before or _is_told_in_the_room(watcher, before, entry):
                continue
            put, gone = news.setdefault(watcher, ([], []))
            if entry is None:
                self._forget(watcher, match)
                gone.append(match)
                continue
            self._remember(watcher, entry)
            put.append(entry)
            for old in _superfluous(shown):
                self._forget(watcher, old)
                gone.append(old)

    # ---- reading the list of a person ---------------------------------------------------------

    async def _load_list(self, person: str) -> dict[str, OwnMatch]:
        """The unfinished matches of a person and those that ended last, by match."""
        database = self._hall.database
        matches = await load_matches(database, person)
        found: dict[str, OwnMatch] = {}
        for start in range(0, len(matches), IN_ONE_QUERY):
            some = matches[start : start + IN_ONE_QUERY]
            entries = await load_entries(database, some, self._turns_of_old)
            found |= {match: of[person] for match, of in entries.items() if person in of}
        return {match: found[match] for match in matches if match in found}

    async def _turns_of_old(self, match: str) -> tuple[int, ...]:
        """Whose turn it is in a match whose entries were written before they said so."""
        with suppress(ParlourError):
            async with self._hall.locked_room(match) as open_room:
                return open_room.room.to_move()
        return ()


def _is_told_in_the_room(watcher: Watcher, before: OwnMatch | None, entry: OwnMatch | None) -> bool:
    """Is it in the room, and is this only about whose turn it is?"""
    if before is None or entry is None or watcher.match != entry.match:
        return False
    return before.status == entry.status


def _superfluous(shown: dict[str, OwnMatch]) -> list[str]:
    """Matches to leave out of a list that has become too long: those that are over."""
    if len(shown) <= MOST:
        return []
    over = [match for match, entry in shown.items() if entry.status == "over"]
    return over[: len(shown) - MOST]


def _discard(sets: defaultdict[str, set[Watcher]], key: str, watcher: Watcher) -> None:
    sets[key].discard(watcher)
    if not sets[key]:
        del sets[key]
