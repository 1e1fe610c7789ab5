"""The audience of a room: each listener is sent what has changed, as far as its viewer may see it.

Listeners with the same seats are sent the same bytes: a frame is made once for all of them. What
they see depends on their viewer only: a seat, or None for spectators.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Any, NamedTuple, Protocol, cast

import msgspec

from parlour.hall.audience.move_lists import MoveLists
from parlour.hall.rooms.may import may
from parlour.hall.rooms.room import Room
from parlour.table.clock import Clock
from parlour.table.match import Match
from parlour.table.matches.viewers import Viewer, Viewers
from parlour.table.sentences import Sentence
from parlour.wire.messages import (
    Ack,
    Clocks,
    Entered,
    News,
    OfferInfo,
    SeatInfo,
    Terms,
    Watching,
    frame,
)
from parlour.wire.operations import Act, Entry, Sit, Stand

Seats = tuple[int, ...]
"""The seats of a listener: those with the same seats are told the same."""


class Listener(Protocol):
    """A client in the room: a socket, a stream, or a simulated client."""

    seats: tuple[int, ...]  # the user's own in this room
    viewer: Viewer  # the viewer of the last message

    def update_seats(self, room: Room) -> None:
        """Look up which seats are the user's own now."""
        ...

    @property
    def send(self) -> Callable[[str], None]:
        """Send a message without waiting; a client that does not read is cut off."""
        ...


class Group(NamedTuple):
    """Listeners with the same seats, who are sent the same bytes."""

    viewer: Viewer
    listeners: list[Listener]


Groups = dict[Seats, Group]


class Audience:
    """The listeners of one room, and what each viewer was sent."""

    def __init__(self, room: Room, now: Callable[[], float]) -> None:
        self.room = room
        self.seq = room.seq  # the last published entry; the room may be ahead
        self._now = now
        self.listeners: dict[Listener, None] = {}  # in order of arrival
        self.remote_seats: frozenset[int] = frozenset()  # connected to other processes
        self.disconnected_seats: set[int] = set()  # seats that were connected before a departure
        self._match_viewers: Viewers | None = None  # None until the match has begun
        self._moves = self._move_lists()
        self._may: dict[Seats, tuple[str, ...]] = {}  # what these were told that they may do
        self._told_spectators = 0
        # All listeners; empty when it has to be grouped again.
        self._groups: Groups = {}

    # ---- listeners ----------------------------------------------------------------------------

    def add(self, listener: Listener, last_seen: int | None = None) -> None:
        """Add a listener and send it the room, without what it has seen already."""
        here = self.connected_seats()
        listener.update_seats(self.room)
        self.listeners[listener] = None
        self._groups = {}
        self.send_room(listener, last_seen)
        if here != self.connected_seats():  # the first connection of a seat
            self.publish_presence(except_for=listener)

    def remove(self, listener: Listener) -> bool:
        """Remove a listener; was it the last connection of a seat?"""
        here = self.connected_seats()
        self.disconnected_seats |= here
        self.listeners.pop(listener, None)
        self._groups = {}
        self._keep({other.viewer for other in self.listeners})
        seats = {other.seats for other in self.listeners}
        self._may = {key: told for key, told in self._may.items() if key in seats}
        return here != self.connected_seats()

    def update_seats(self) -> dict[Listener, tuple[int, ...]]:
        """Look up everybody's seats; returns the listeners with other seats, and their old ones."""
        changed: dict[Listener, tuple[int, ...]] = {}
        for listener in self.listeners:
            before = listener.seats
            listener.update_seats(self.room)
            if listener.seats != before:
                changed[listener] = before
        if changed:
            self._groups = {}
        return changed

    def _keep(self, viewers: Container[Viewer]) -> None:
        """Drop the state of all other viewers."""
        if self._match_viewers is not None:
            self._match_viewers.keep(viewers)
        self._moves.keep(viewers)

    def connected_seats(self) -> set[int]:
        """The seats that are connected to this process."""
        return {seat for listener in self.listeners for seat in listener.seats}

    def publish_presence(self, except_for: Listener | None = None) -> None:
        """Send the connected seats to all listeners."""
        text = frame("chairs", self.seat_infos(), self.room.seq)
        for listener in self.listeners:
            if listener is not except_for:
                listener.send(text)

    @property
    def spectators(self) -> int:
        """How many listeners only watch, at this process."""
        return sum([not listener.seats for listener in self.listeners])

    def has_news_of_spectators(self) -> bool:
        return self.spectators != self._told_spectators

    def publish_spectators(self) -> None:
        """Send the number of spectators to all listeners, if it has changed."""
        if self.has_news_of_spectators():
            self._told_spectators = self.spectators
            self.broadcast(frame("watching", Watching(self._told_spectators), self.seq))

    def replace_room(self, room: Room) -> None:
        """The room was restored: it has to be sent to everybody again."""
        self.room, self.seq = room, room.seq
        self._match_viewers = None
        self._moves = self._move_lists()
        self._groups = {}
        self.update_seats()

    def viewer_of(self, seats: Seats) -> Viewer:
        """The only seat; with several, the one to move; otherwise a spectator."""
        if len(seats) == 1:
            return seats[0]
        acting = [seat for seat in seats if seat in self.room.to_move()]
        return acting[0] if acting else None

    # ---- sending ------------------------------------------------------------------------------

    def send_room(self, listener: Listener, last_seen: int | None = None) -> None:
        """Send a listener the full room, without moves and view if it has seen the last entry."""
        listener.viewer = viewer = self.viewer_of(listener.seats)
        entered = self.entered(listener.seats, viewer)
        if last_seen == self.room.seq:
            news = msgspec.structs.replace(entered.news, moves=None, view=None)
            entered = msgspec.structs.replace(entered, news=news, board=None)
        listener.send(frame("room", entered, self.room.seq))

    def entered(self, seats: tuple[int, ...], viewer: Viewer) -> Entered:
        """The full state of the room for a viewer."""
        room, match, terms = self.room, self.room.match, self.room.terms
        news = self._news(seats=True)
        news.may = self._may[seats] = may(room, seats)
        news.spectators = self.spectators
        if match is not None:
            if viewer is not None and viewer in room.to_move():
                news.paths, news.dangers = self._paths(match, viewer), self._dangers(match, viewer)
            self._match_viewers = self._match_viewers or self._viewers_of(match)
            news.moves = self._moves.all(match, viewer)
            news.view = self._match_viewers.view(viewer)
        return Entered(
            terms=Terms(
                match=terms.id,
                game=terms.game,
                title=room.game.title,
                rules=terms.rules,
                settings=terms.settings,
                control=terms.control,
                rated=terms.rated,
                listed=terms.listed,
            ),
            seats=seats,
            news=news,
            board=room.game.board(),
        )

    def _viewers_of(self, match: Match) -> Viewers:
        return Viewers(match)

    def _move_lists(self) -> MoveLists:
        return MoveLists(self.room)

    def publish(self, entries: Sequence[Entry]) -> bool:
        """Publish entries that are on disk; have seats changed hands?"""
        room, match = self.room, self.room.match
        self.seq = room.seq
        acted, moved = True, False  # a plain loop: this runs at every move
        for entry in entries:
            if not isinstance(entry.operation, Act):
                acted, moved = False, moved or isinstance(entry.operation, Sit | Stand)
        changed = self.update_seats() if moved else {}
        fresh: list[Listener] = []
        groups = self._groups or self._group_by_seats(fresh, changed)
        viewers = {group.viewer: None for group in groups.values()}
        changes = self._match_viewers.changes(viewers) if self._match_viewers is not None else {}
        moves = self._moves.news(match, viewers) if match is not None and changes else {}
        done = _commands_by_seat(entries)
        news, acting = self._news(seats=not acted), room.to_move()
        for seats, (viewer, listeners) in groups.items():
            news.may = self._changed_may(seats)
            news.changes, news.moves = changes.get(viewer), moves.get(viewer)
            news.paths = news.dangers = None
            if match is not None and viewer is not None and viewer in acting:
                news.paths, news.dangers = self._paths(match, viewer), self._dangers(match, viewer)
            news.commands = done.get(viewer, ())
            text = frame("did", news, room.seq)
            for listener in listeners:
                listener.send(text)
        for listener in fresh:
            self.send_room(listener)
        room.mark_published()
        if changed:
            self.publish_spectators()
        if done and not self._groups:  # else every listener was acknowledged under its only seat
            self._acknowledge_others(done, fresh, changed)
        return bool(changed)

    def _changed_may(self, seats: Seats) -> tuple[str, ...] | None:
        """What these seats may do now, if it is not what they were told."""
        now = may(self.room, seats) if seats else ()
        if now == self._may.get(seats):
            return None
        self._may[seats] = now
        return now

    def _group_by_seats(self, fresh: list[Listener], changed: Container[Listener]) -> Groups:
        """The listeners that can be sent changes, by seats. The others are added to `fresh` and
        have to be sent the full room: their viewer is another one now, or the match begins."""
        groups: Groups = {}
        waiting = self.room.match is None
        for listener in self.listeners:
            viewer = self.viewer_of(listener.seats)
            up_to_date = viewer == listener.viewer and listener not in changed
            if up_to_date and (waiting or viewer in self._moves):
                groups.setdefault(listener.seats, Group(viewer, [])).listeners.append(listener)
            else:
                fresh.append(listener)
        self._keep({group.viewer for group in groups.values()})
        if not waiting and all(len(listener.seats) < 2 for listener in self.listeners):
            self._groups = {} if fresh else groups  # valid until the audience changes
        return groups

    def _acknowledge_others(
        self,
        done: dict[Viewer, tuple[str, ...]],
        fresh: Container[Listener],
        changed: dict[Listener, tuple[int, ...]],
    ) -> None:
        """Acknowledge commands to listeners that were sent the full room instead of a `did`, and to
        those with several seats that acted from another one than that of their viewer."""
        for listener in self.listeners:
            for seat in sorted({*listener.seats, *changed.get(listener, ())}):
                if seat in done and (seat != listener.viewer or listener in fresh):
                    for command in done[seat]:
                        listener.send(frame("ack", Ack(command), self.room.seq))

    def broadcast(self, text: str) -> None:
        """Send all listeners the same message."""
        for listener in self.listeners:
            listener.send(text)

    # ---- the parts of a message ---------------------------------------------------------------

    def _news(self, *, seats: bool) -> News:
        """The public parts of an update."""
        room, match = self.room, self.room.match
        if match is None:
            return News(room.status, seat_infos=self.seat_infos())
        offer, clock = match.offer, match.clock
        return News(
            status=room.status,
            seat_infos=self.seat_infos() if seats else None,
            clocks=self._clocks(clock) if clock else None,
            offer=OfferInfo(offer.what, offer.seat, tuple(sorted(offer.agreed))) if offer else None,
            declined=room.declined,
            outcome=match.outcome,
            again=tuple(sorted(room.again)) if room.again else (),
            next=room.next,
        )

    def _paths(self, match: Match, seat: int) -> dict[str, Any]:
        """The legal actions of a seat, as encoded JSON."""
        return cast("dict[str, Any]", msgspec.Raw(match.game.paths_json(match.state, seat)))

    def _dangers(self, match: Match, seat: int) -> dict[int, Sentence] | None:
        """The actions that a front end asks to confirm; None if there are none."""
        return match.game.dangers(match.state, seat) or None

    def _clocks(self, clock: Clock) -> Clocks:
        now = self._now()
        left = (clock.remaining(seat, now) for seat in range(len(clock.left)))
        return Clocks(tuple(round(max(0.0, seconds), 3) for seconds in left), clock.running)

    def seat_infos(self) -> tuple[SeatInfo, ...]:
        here = self.connected_seats() | self.remote_seats
        return tuple(
            SeatInfo(name, sit.name, sit.kind, sit.kind == "computer" or seat in here)
            if sit
            else SeatInfo(name)
            for seat, (name, sit) in enumerate(
                zip(self.room.game.seats, self.room.occupants, strict=True)
            )
        )


def _commands_by_seat(entries: Sequence[Entry]) -> dict[Viewer, tuple[str, ...]]:
    """The ids of the commands of these entries, by seat."""
    done: dict[Viewer, tuple[str, ...]] = {}
    for entry in entries:
        if entry.command is not None:
            command = entry.command.partition(":")[2]
            done[entry.seat] = (*done.get(entry.seat, ()), command)
    return done
