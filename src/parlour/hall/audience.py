"""Who is in a room, and what each of them is told: only what changed, cut to what they may see.

Everybody who looks from the same place is told the same bytes, so that a frame is made once however
many watch.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from typing import Any, Protocol, cast

import msgspec

from parlour.hall.deeds import Act, Entry
from parlour.hall.room import Room
from parlour.hall.wire import Ack, Chair, Clocks, Entered, Moves, News, Offered, Terms, frame
from parlour.table.clock import Clock
from parlour.table.match import Match
from parlour.table.record import Event
from parlour.table.state import NOBODY
from parlour.table.view import Moved, View, changes, moved

Place = int | None
"""From where one looks: a seat, or None for spectators."""


class Listener(Protocol):
    """Somebody in the room: a socket, a stream, a simulated client."""

    seats: tuple[int, ...]  # its own, in this room
    place: Place  # from where it was last shown the room

    @property
    def tell(self) -> Callable[[str], None]:
        """Never waits: who does not read is cut."""
        ...


class Audience:
    """The listeners of one room, and what they have been shown."""

    def __init__(self, room: Room, now: Callable[[], float]) -> None:
        self.room = room
        self._now = now
        self.listeners: dict[Listener, None] = {}  # in the order in which they came
        self._views: dict[Place, View] = {}
        self._moves: dict[Place, int] = {}  # how many moves were shown; -1 if some were hidden

    # ---- coming and going ---------------------------------------------------------------------

    def add(self, listener: Listener, known: int | None = None) -> None:
        """Show the room to who comes in: the whole of it, unless they know it as it is."""
        here = self._present()
        self.listeners[listener] = None
        self.show(listener, known)
        if here != self._present():  # a seat's first device
            self.tell_presence(except_for=listener)

    def remove(self, listener: Listener) -> bool:
        """Whether it was the last device of a seat, so that the others are to be told."""
        here = self._present()
        self.listeners.pop(listener, None)
        self._forget_except({other.place for other in self.listeners})
        return here != self._present()

    def _forget_except(self, places: Container[Place]) -> None:
        """What nobody looks at is not kept up to date."""
        for place in [place for place in self._views if place not in places]:
            del self._views[place], self._moves[place]

    def _present(self) -> set[int]:
        return {seat for listener in self.listeners for seat in listener.seats}

    def tell_presence(self, except_for: Listener | None = None) -> None:
        """Tell the others who is here."""
        text = frame("chairs", self.chairs(), self.room.seq)
        for listener in self.listeners:
            if listener is not except_for:
                listener.tell(text)

    def moved_to(self, room: Room) -> None:
        """The room was made anew: show it to everybody."""
        self.room = room
        self._views.clear()
        self._moves.clear()
        for listener in self.listeners:
            self.show(listener)

    def place_of(self, listener: Listener) -> Place:
        """The only seat one has; with several, the one that is to move; else a spectator's."""
        if len(listener.seats) == 1:
            return listener.seats[0]
        acting = [seat for seat in listener.seats if seat in self.room.to_move()]
        return acting[0] if acting else None

    # ---- telling ------------------------------------------------------------------------------

    def show(self, listener: Listener, known: int | None = None) -> None:
        """Tell a listener everything, or only how things stand if nothing is new to it."""
        listener.place = place = self.place_of(listener)
        entered = self.entered(listener.seats, place)
        if known == self.room.seq:
            news = msgspec.structs.replace(entered.news, moves=None, view=None)
            entered = msgspec.structs.replace(entered, news=news, board=None)
        listener.tell(frame("room", entered, self.room.seq))

    def entered(self, seats: tuple[int, ...], place: Place) -> Entered:
        """The whole room, as from one place."""
        room, match, about = self.room, self.room.match, self.room.about
        news = self._news(place, chairs=True)
        if match is not None:
            events = self._all_moves(match, place)
            view = self._views.get(place) or match.view(place)
            self._views[place] = view
            self._moves[place] = _count(events)
            news.moves, news.view = Moves(0, events), view
        return Entered(
            terms=Terms(
                match=about.id,
                game=about.game,
                title=room.game.title,
                rules=about.rules,
                settings=about.settings,
                control=about.control,
                rated=about.rated,
                listed=about.listed,
            ),
            seats=seats,
            news=news,
            board=room.game.board(),
        )

    def tell(self, entries: Sequence[Entry]) -> None:
        """Tell everybody what was just kept."""
        places: dict[Place, list[Listener]] = {}
        fresh: list[Listener] = []  # to be shown everything: they look from another place now
        for listener in self.listeners:
            place = self.place_of(listener)
            if place == listener.place and (place in self._views or self.room.match is None):
                places.setdefault(place, []).append(listener)
            else:
                fresh.append(listener)
        views = self.room.match.views(places) if self.room.match else {}
        pieces: dict[tuple[int, int], Moved] = {}
        acted = all(isinstance(entry.deed, Act) for entry in entries)
        for place, listeners in places.items():
            news = self._news(place, chairs=not acted)
            if place in views:
                old, new = self._views[place], views[place]
                same = id(old.pieces), id(new.pieces)  # places that see the same share them
                if same not in pieces:
                    pieces[same] = moved(old.pieces, new.pieces)
                news.moves, news.changes = self._new_moves(place), changes(old, new, pieces[same])
                self._views[place] = new
            news.commands = tuple(_own_commands(entries, place))
            text = frame("did", news, self.room.seq)
            for listener in listeners:
                listener.tell(text)
        self._forget_except(places)
        for listener in fresh:
            self.show(listener)
        self.room.acts.clear()
        told = {listener for listeners in places.values() for listener in listeners}
        self._acknowledge_elsewhere(entries, told)

    def _acknowledge_elsewhere(self, entries: Sequence[Entry], told: Container[Listener]) -> None:
        """Who was shown everything has not been told of its commands, nor has who looks from one
        place and acted from another: several people at one device."""
        for listener in self.listeners:
            for seat in listener.seats:
                if listener not in told or seat != listener.place:
                    for command in _own_commands(entries, seat):
                        listener.tell(frame("ack", Ack(command), self.room.seq))

    def announce(self, text: str) -> None:
        """Tell everybody the same."""
        for listener in self.listeners:
            listener.tell(text)

    # ---- the parts of a message ---------------------------------------------------------------

    def _news(self, place: Place, *, chairs: bool) -> News:
        room, match = self.room, self.room.match
        if match is None:
            return News(room.status, chairs=self.chairs())
        acts = place is not None and place in room.to_move()
        offer = match.offer
        clock = match.clock
        return News(
            status=room.status,
            chairs=self.chairs() if chairs else None,
            paths=_ready_paths(match, place) if acts and place is not None else None,
            clocks=self._clocks(clock) if clock else None,
            offer=Offered(offer.what, offer.seat, tuple(sorted(offer.agreed))) if offer else None,
            outcome=match.outcome,
            again=tuple(sorted(room.again)),
            next=room.next,
        )

    def _clocks(self, clock: Clock) -> Clocks:
        now = self._now()
        left = (clock.remaining(seat, now) for seat in range(len(clock.left)))
        return Clocks(tuple(round(max(0.0, seconds), 3) for seconds in left), clock.running)

    def chairs(self) -> tuple[Chair, ...]:
        here = self._present()
        return tuple(
            Chair(name, sit.name, sit.kind, sit.kind == "computer" or seat in here)
            if sit
            else Chair(name)
            for seat, (name, sit) in enumerate(
                zip(self.room.game.seats, self.room.chairs, strict=True)
            )
        )

    def _all_moves(self, match: Match, place: Place) -> Sequence[Event]:
        if not match.game.hides:
            return match.events
        return match.record().seen_by(place).events

    def _new_moves(self, place: Place) -> Moves | None:
        """What the list of moves of this place has become, as little of it as can be."""
        match = self.room.match
        if match is None:
            return None
        shown = self._moves.get(place, -1)
        viewer = NOBODY if place is None else place
        fresh = self.room.acts
        seen = not match.game.hides or all(
            match.game.sees(match.state, viewer, seat, act) for seat, act in fresh
        )
        if 0 <= shown <= len(match.events) - len(fresh) and seen and fresh:
            self._moves[place] = len(match.events)
            return Moves(shown, match.events[shown:])
        events = self._all_moves(match, place)
        self._moves[place] = _count(events)
        return Moves(0, tuple(events))


def _ready_paths(match: Match, seat: int) -> dict[str, Any]:
    """What a seat may do, as JSON already, which the encoder takes as it is."""
    return cast(dict[str, Any], msgspec.Raw(match.game.paths_json(match.state, seat)))


def _own_commands(entries: Sequence[Entry], seat: Place) -> Iterator[str]:
    """The ids under which a seat asked for what was done."""
    for entry in entries:
        if entry.command is not None and entry.seat == seat:
            yield entry.command.partition(":")[2]


def _count(events: Sequence[Event]) -> int:
    return -1 if any(event.hidden for event in events) else len(events)
