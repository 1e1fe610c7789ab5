"""What is on disk, seen from outside the hall, and all that follows from it.

It reads the same file through a connection of its own after every commit, replays every entry, and
says what each place could have been shown after each of them.
"""

from __future__ import annotations

from copy import copy
from pathlib import Path
from typing import Any

import apsw

from parlour.hall import deeds
from parlour.hall.audience import Place
from parlour.hall.deeds import Entry, Flag, Sit
from parlour.hall.proofs import Broken
from parlour.hall.proofs.faults import UNREADABLE
from parlour.hall.room import About, Room
from parlour.hall.store import ABOUT, read_about
from parlour.table.errors import ParlourError
from parlour.table.match import Match
from parlour.table.record import Event
from parlour.table.sentences import Sentence
from parlour.table.view import View

SOON = 0.1
"""Seconds within which a flag has to fall."""


class Story:
    """One match as its entries tell it, and how it was after each of them."""

    def __init__(self, about: About, codes: dict[int, str]) -> None:
        self.room = Room(about)
        self.room.codes = codes
        self.holders: dict[int, str] = {}  # the client that sits in each chair
        self.then: list[Room] = [self._snapshot()]
        self.commands: dict[str, int] = {}
        self.last_at = 0.0
        self._views: dict[tuple[int, Place], View] = {}
        self._moves: dict[tuple[int, Place], list[Event]] = {}

    def _snapshot(self) -> Room:
        """States are never changed once they are in a match; what is around them is."""
        room = copy(self.room)
        room.chairs, room.again = list(room.chairs), set(room.again)
        room.used, room.stood, room.last = dict(room.used), dict(room.stood), dict(room.last)
        if room.match is not None:
            room.match = copy(room.match)
            room.match.events = list(room.match.events)
        return room

    def add(self, entry: Entry) -> None:
        """The next entry; everything that can be wrong with it alone is found here."""
        name = f"{self.room.about.id} {entry.seq}"
        if entry.seq != self.room.seq + 1:
            raise Broken(f"{name}: comes after {self.room.seq}; a gap, or an entry twice")
        if entry.command is not None and entry.command in self.commands:
            raise Broken(f"{name}: the command {entry.command} was done twice")
        if entry.at < self.last_at:
            raise Broken(f"{name}: hall time went back from {self.last_at} to {entry.at}")
        self._check_flags(name, entry)
        try:
            self.room.repeat(entry)
        except ParlourError as error:
            raise Broken(f"{name}: {entry.deed} cannot be repeated: {error}") from None
        self.room.acts.clear()
        self.last_at = entry.at
        if entry.command is not None:
            self._check_holder(name, entry, entry.command)
            self.commands[entry.command] = entry.seq
        self.then.append(self._snapshot())

    def _check_holder(self, name: str, entry: Entry, command: str) -> None:
        """Only who sits in a chair acts for it; clients put their names into their commands."""
        client = command.partition(":")[2].rpartition(".")[0]
        if isinstance(entry.deed, Sit):
            self.holders[entry.seat] = client
        elif client and self.holders[entry.seat] != client:
            holder = self.holders[entry.seat]
            raise Broken(f"{name}: {client} did {entry.deed} for seat {entry.seat} of {holder}")

    def was_done(self, command: str) -> bool:
        """Is a client's command on disk? The names of clients make them different everywhere."""
        return any(done.partition(":")[2] == command for done in self.commands)

    def _check_flags(self, name: str, entry: Entry) -> None:
        due = self.room.due()
        if isinstance(entry.deed, Flag):
            if due is None or entry.at < due:
                raise Broken(f"{name}: a flag fell at {entry.at}, time is up at {due}")
            if entry.at - due > SOON:
                raise Broken(f"{name}: a flag fell {entry.at - due:.3f} seconds late")
        elif due is not None and entry.at >= due:
            raise Broken(f"{name}: {entry.deed} was done after the time was up")

    def match(self, seq: int) -> Match | None:
        return self.then[seq].match

    def view(self, seq: int, place: Place) -> View | None:
        """What a place sees after an entry; None before the match begins."""
        match = self.match(seq)
        if match is None:
            return None
        if (seq, place) not in self._views:
            self._views[seq, place] = match.view(place)
        return self._views[seq, place]

    def moves(self, seq: int, place: Place) -> list[Event]:
        """The list of moves that a place may know after an entry."""
        match = self.match(seq)
        if match is None:
            return []
        if (seq, place) not in self._moves:
            seen = match.record().seen_by(place).events if match.game.hides else match.events
            self._moves[seq, place] = list(seen)
        return self._moves[seq, place]

    def paths(self, seq: int, place: Place) -> Any:
        room = self.then[seq]
        if room.match is None or place is None or place not in room.to_move():
            return None
        return room.match.game.paths(room.match.state, place).tree

    def dangers(self, seq: int, place: Place) -> dict[int, Sentence]:
        room = self.then[seq]
        if room.match is None or place is None or place not in room.to_move():
            return {}
        return room.match.game.dangers(room.match.state, place)


class Truth:
    """All matches, as they are on disk."""

    def __init__(self, path: Path) -> None:
        self._db = apsw.Connection(str(path))
        self._row = 0
        self.stories: dict[str, Story] = {}

    def begin(self, about: About, codes: dict[int, str]) -> None:
        self.stories[about.id] = Story(about, codes)

    def look(self) -> None:
        """Read what was kept since the last look."""
        found: list[Any] = list(
            self._db.execute(  # pyright: ignore[reportUnknownMemberType, reportUnknownArgumentType]
                "select rowid, match, seq, seat, what, at, command from events"
                " where rowid > ? order by rowid",
                (self._row,),
            )
        )
        for row, match, seq, seat, what, at, command in found:
            self._row = row
            if match == UNREADABLE:
                continue
            if match not in self.stories:  # played again: the hall has made it by itself
                self.begin(self._about(match), {})
            self.stories[match].add(Entry(seq, seat, deeds.decode(what), at, command))

    def _about(self, match: str) -> About:
        rows: list[Any] = list(
            self._db.execute(  # pyright: ignore[reportUnknownMemberType, reportUnknownArgumentType]
                f"select {ABOUT} from matches where id = ?",  # noqa: S608 - columns of ours
                (match,),
            )
        )
        return read_about(rows[0])

    def close(self) -> None:
        self._db.close()
