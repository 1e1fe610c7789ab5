"""The oracle: an independent model of every match, built from the database.

After every commit it reads the new entries through its own connection and replays them; the model
says what each viewer may see after each entry.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable
from copy import copy
from itertools import groupby
from operator import itemgetter
from typing import Any

from parlour.hall.audience.audience import Viewer
from parlour.hall.rooms.may import may
from parlour.hall.rooms.room import MatchTerms, Room
from parlour.hall.storage.database import Row
from parlour.hall.storage.store import TERMS_COLUMNS, read_terms
from parlour.table.errors import ParlourError
from parlour.table.match import Match
from parlour.table.matches.reports import Report, report_event, report_hidden
from parlour.table.record import Event
from parlour.table.sentences import Sentence
from parlour.table.view import View
from parlour.wire import operations
from parlour.wire.messages import OfferDeclined
from parlour.wire.operations import Entry, Flag, Sit
from proofs import Broken
from proofs.simulation.injected_faults import UNREADABLE

PAIRED = "paired"
"""Prefix of the names of users who are paired."""
FLAG_LIMIT = 0.1
"""Seconds within which a flag has to fall."""


class MatchModel:
    """One match replayed from its entries, with a snapshot after each of them."""

    def __init__(self, terms: MatchTerms, codes: dict[int, str]) -> None:
        self.room = Room(terms)
        self.room.codes = codes
        self.holders: dict[int, str] = {}  # the client of each seat
        self.snapshots: list[Room] = [self._snapshot()]
        self.commands: dict[str, int] = {}
        self.times: list[float] = []  # of all entries
        self.operations: Counter[str] = Counter()
        self.refusals: dict[int, OfferDeclined] = {}  # by entry
        self._views: dict[tuple[int, Viewer], View] = {}
        self._moves: dict[tuple[int, Viewer], list[Event]] = {}

    @property
    def last_at(self) -> float:
        return self.times[-1] if self.times else 0.0

    def _snapshot(self) -> Room:
        """A copy of the room; states are shared, since a match never mutates them."""
        room = copy(self.room)
        room.occupants, room.again = list(room.occupants), set(room.again)
        room.used_invitations, room.departures, room.last_occupants = (
            dict(room.used_invitations),
            dict(room.departures),
            dict(room.last_occupants),
        )
        if room.match is not None:
            room.match = copy(room.match)
            room.match.events = list(room.match.events)
            # A match has no copy of its own; its last turn changes in place.
            turn = room.match._last_turn  # pyright: ignore[reportPrivateUsage]
            room.match._last_turn = copy(turn)  # pyright: ignore[reportPrivateUsage]
        room.requests = dict(room.requests)
        return room

    def add(self, entry: Entry) -> None:
        """Check the next entry against all invariants of a single entry, and replay it."""
        name = f"{self.room.terms.id} {entry.seq}"
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
            raise Broken(f"{name}: {entry.operation} cannot be repeated: {error}") from None
        if self.room.declined is not None:
            self.refusals[entry.seq] = self.room.declined
        self.room.mark_published()
        self.times.append(entry.at)
        self.operations[type(entry.operation).__name__] += 1
        if entry.command is not None:
            self._check_holder(name, entry, entry.command)
            self.commands[entry.command] = entry.seq
        self.snapshots.append(self._snapshot())

    def _check_holder(self, name: str, entry: Entry, command: str) -> None:
        """Only the holder of a seat may act for it; command ids contain their client's name."""
        client = command.partition(":")[2].rpartition(".")[0]
        if isinstance(entry.operation, Sit):
            self.holders[entry.seat] = client or entry.operation.person
        elif client and self.holders[entry.seat] != client:
            holder = self.holders[entry.seat]
            raise Broken(
                f"{name}: {client} did {entry.operation} for seat {entry.seat} of {holder}"
            )

    def seq_at(self, time: float) -> int:
        """The number of the last entry written by then, in hall time."""
        return bisect_right(self.times, time)

    def has_paired_people(self) -> bool:
        """Are several of the seated users from matchmaking?"""
        people = {sit.person for sit in self.room.occupants if sit is not None}
        return sum(person.startswith(PAIRED) for person in people) > 1

    def is_durable(self, command: str) -> bool:
        """Is this command in the database? Client names make command ids unique."""
        return any(done.partition(":")[2] == command for done in self.commands)

    def _check_flags(self, name: str, entry: Entry) -> None:
        due = self.room.due()
        if isinstance(entry.operation, Flag):
            if due is None or entry.at < due:
                raise Broken(f"{name}: a flag fell at {entry.at}, time is up at {due}")
            if entry.at - due > FLAG_LIMIT:
                raise Broken(f"{name}: a flag fell {entry.at - due:.3f} seconds late")
        elif due is not None and entry.at >= due:
            raise Broken(f"{name}: {entry.operation} was done after the time was up")

    def match(self, seq: int) -> Match | None:
        return self.snapshots[seq].match

    def view(self, seq: int, viewer: Viewer) -> View | None:
        """The view after an entry; None before the match begins."""
        match = self.match(seq)
        if match is None:
            return None
        if (seq, viewer) not in self._views:
            self._views[seq, viewer] = match.view(viewer)
        return self._views[seq, viewer]

    def moves(self, seq: int, viewer: Viewer) -> list[Event]:
        """The list of moves after an entry, as far as the viewer may see them."""
        match = self.match(seq)
        if match is None:
            return []
        if (seq, viewer) not in self._moves:
            seen = match.record().seen_by(viewer).events if match.game.hides else match.events
            self._moves[seq, viewer] = list(seen)
        return self._moves[seq, viewer]

    def reports(self, seq: int, viewer: Viewer) -> list[Report]:
        """What the moves did, as far as the viewer may know."""
        match = self.match(seq)
        if match is None:
            return []
        events, players = self.moves(seq, viewer), match.players
        return [
            report_hidden(event, players) if event.hidden else report_event(played, (), players)
            for event, played in zip(events, match.record().replay(), strict=True)
        ]

    def paths(self, seq: int, viewer: Viewer) -> Any:
        room = self.snapshots[seq]
        if room.match is None or viewer is None or viewer not in room.to_move():
            return None
        return room.match.game.paths(room.match.state, viewer).tree

    def dangers(self, seq: int, viewer: Viewer) -> dict[int, Sentence]:
        room = self.snapshots[seq]
        if room.match is None or viewer is None or viewer not in room.to_move():
            return {}
        return room.match.game.dangers(room.match.state, viewer)

    def refusal(self, after: int, upto: int) -> OfferDeclined | None:
        """The last refusal of an offer among these entries."""
        found = [self.refusals[seq] for seq in range(after + 1, upto + 1) if seq in self.refusals]
        return found[-1] if found else None

    def may(self, seq: int, seats: tuple[int, ...]) -> list[str]:
        """What a client with these seats may do after an entry."""
        return [*may(self.snapshots[seq], seats)]


class Oracle:
    """The models of all matches in the database."""

    def __init__(self, read: Callable[[str], list[Row]]) -> None:
        self._read = read
        self._count = 0
        self.models: dict[str, MatchModel] = {}

    def add_match(self, terms: MatchTerms, codes: dict[int, str]) -> None:
        self.models[terms.id] = MatchModel(terms, codes)

    def refresh(self) -> None:
        """Read and replay the entries written since the last call."""
        ((count,),) = self._read("select count(*) from events")
        if count == self._count:
            return
        self._count = count
        rows = self._read(
            "select match, seq, seat, what, at, command from events order by match, seq"
        )
        for match, entries in groupby(rows, itemgetter(0)):
            if match == UNREADABLE:
                continue
            if match not in self.models:  # created by the hall: a rematch or a pairing
                self.add_match(self._load_terms(match), {})
            model = self.models[match]
            for _, seq, seat, what, at, command in list(entries)[model.room.seq :]:
                model.add(Entry(seq, seat, operations.decode(what), at, command))

    def _load_terms(self, match: str) -> MatchTerms:
        rows = self._read(f"select {TERMS_COLUMNS} from matches")  # noqa: S608 - columns of ours
        return next(terms for terms in map(read_terms, rows) if terms.id == match)
