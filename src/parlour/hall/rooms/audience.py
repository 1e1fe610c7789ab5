"""Who is in a room, and what each of them is told: only what changed, cut to what they may see.

Everybody who looks from the same place is told the same bytes, so that a frame is made once however
many watch.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Sequence
from typing import Any, Protocol, cast

import msgspec

from parlour.hall.rooms.room import Room
from parlour.table.clock import Clock
from parlour.table.match import Match
from parlour.table.matches.viewers import Place, Viewers
from parlour.table.record import Event
from parlour.table.sentences import Sentence
from parlour.table.state import NOBODY
from parlour.wire.messages import Ack, Clocks, Entered, Moves, News, Offered, SeatInfo, Terms, frame
from parlour.wire.operations import Act, Entry, Sit, Stand


class Listener(Protocol):
    """Somebody in the room: a socket, a stream, a simulated client."""

    seats: tuple[int, ...]  # its own, in this room
    place: Place  # from where it was last shown the room

    def claim(self, room: Room) -> None:
        """Look up which seats are its own now."""
        ...

    @property
    def tell(self) -> Callable[[str], None]:
        """Never waits: who does not read is cut."""
        ...


class Audience:
    """The listeners of one room, and what they have been shown."""

    def __init__(self, room: Room, now: Callable[[], float]) -> None:
        self.room = room
        self.seq = room.seq  # the last entry that may be told: the room may be ahead of the disk
        self._now = now
        self.listeners: dict[Listener, None] = {}  # in the order in which they came
        self.elsewhere: frozenset[int] = frozenset()  # seats that other processes have devices of
        self.been: set[int] = set()  # seats that had a device when somebody left
        self._onlookers: Viewers | None = None  # once there is a match to look at
        self._moves: dict[Place, int] = {}  # how many moves were shown; -1 if some were hidden
        self._places: dict[Place, list[Listener]] = {}  # of all, while nobody comes, goes or turns

    # ---- coming and going ---------------------------------------------------------------------

    def add(self, listener: Listener, known: int | None = None) -> None:
        """Show the room to who comes in: the whole of it, unless they know it as it is."""
        here = self.present()
        listener.claim(self.room)
        self.listeners[listener] = None
        self._places = {}
        self.show(listener, known)
        if here != self.present():  # a seat's first device
            self.tell_presence(except_for=listener)

    def remove(self, listener: Listener) -> bool:
        """Whether it was the last device of a seat, so that the others are to be told."""
        here = self.present()
        self.been |= here
        self.listeners.pop(listener, None)
        self._places = {}
        self._keep({other.place for other in self.listeners})
        return here != self.present()

    def look_up(self) -> dict[Listener, tuple[int, ...]]:
        """See whose the seats are now; those for whom that has changed, and what they had."""
        turned: dict[Listener, tuple[int, ...]] = {}
        for listener in self.listeners:
            before = listener.seats
            listener.claim(self.room)
            if listener.seats != before:
                turned[listener] = before
        if turned:
            self._places = {}
        return turned

    def _keep(self, places: Container[Place]) -> None:
        """What nobody looks at is not kept up to date."""
        if self._onlookers is not None:
            self._onlookers.keep(places)
        for place in [place for place in self._moves if place not in places]:
            del self._moves[place]

    def present(self) -> set[int]:
        """The seats that have a device here."""
        return {seat for listener in self.listeners for seat in listener.seats}

    def tell_presence(self, except_for: Listener | None = None) -> None:
        """Tell the others who is here."""
        text = frame("chairs", self.seat_infos(), self.room.seq)
        for listener in self.listeners:
            if listener is not except_for:
                listener.tell(text)

    def moved_to(self, room: Room) -> None:
        """The room was made anew: everybody has to be shown it."""
        self.room, self.seq = room, room.seq
        self._onlookers = None
        self._moves.clear()
        self._places = {}
        self.look_up()

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
        room, match, terms = self.room, self.room.match, self.room.terms
        news = self._news(chairs=True)
        news.paths, news.dangers = self._paths(place), self._dangers(place)
        if match is not None:
            self._onlookers = self._onlookers or self._looking_at(match)
            events = self._all_moves(match, place)
            self._moves[place] = _count(events)
            news.moves, news.view = Moves(0, events), self._onlookers.view(place)
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

    def _looking_at(self, match: Match) -> Viewers:
        return Viewers(match)

    def tell(self, entries: Sequence[Entry]) -> bool:
        """Tell everybody what was just kept. Are other seats connected here than before?"""
        room, match = self.room, self.room.match
        self.seq = room.seq
        acted, moved = True, False  # a plain loop: this is asked at every move
        for entry in entries:
            if not isinstance(entry.operation, Act):
                acted, moved = False, moved or isinstance(entry.operation, Sit | Stand)
        turned = self.look_up() if moved else {}
        fresh: list[Listener] = []
        places = self._places or self._by_place(fresh, turned)
        changes = self._onlookers.changes(places) if self._onlookers is not None else {}
        moves = self._new_moves(match, places) if match is not None and changes else {}
        done = _own_commands(entries)
        news, acting = self._news(chairs=not acted), room.to_move()
        for place, listeners in places.items():
            news.changes, news.moves = changes.get(place), moves.get(place)
            may_act = place is not None and place in acting
            news.paths = self._paths(place) if may_act else None
            news.dangers = self._dangers(place) if may_act else None
            news.commands = done.get(place, ())
            text = frame("did", news, room.seq)
            for listener in listeners:
                listener.tell(text)
        for listener in fresh:
            self.show(listener)
        room.acts.clear()
        if done and not self._places:  # else everybody has one seat, and was told under it
            self._acknowledge_elsewhere(done, fresh, turned)
        return bool(turned)

    def _by_place(
        self, fresh: list[Listener], turned: Container[Listener]
    ) -> dict[Place, list[Listener]]:
        """Those who can be told what changed, by where they look from. `fresh` are the others, who
        have to be shown everything: they look from elsewhere now, or at a match that begins."""
        places: dict[Place, list[Listener]] = {}
        waiting = self.room.match is None
        for listener in self.listeners:
            place = self.place_of(listener)
            known = place == listener.place and listener not in turned
            if known and (waiting or place in self._moves):
                places.setdefault(place, []).append(listener)
            else:
                fresh.append(listener)
        self._keep(places)
        if not waiting and all(len(listener.seats) < 2 for listener in self.listeners):
            self._places = {} if fresh else places  # they stay where they are
        return places

    def _acknowledge_elsewhere(
        self,
        done: dict[Place, tuple[str, ...]],
        fresh: Container[Listener],
        turned: dict[Listener, tuple[int, ...]],
    ) -> None:
        """Who was shown everything has not been told of its commands, nor has who looks from one
        place and acted from another: several people at one device."""
        for listener in self.listeners:
            for seat in sorted({*listener.seats, *turned.get(listener, ())}):
                if seat in done and (seat != listener.place or listener in fresh):
                    for command in done[seat]:
                        listener.tell(frame("ack", Ack(command), self.room.seq))

    def announce(self, text: str) -> None:
        """Tell everybody the same."""
        for listener in self.listeners:
            listener.tell(text)

    # ---- the parts of a message ---------------------------------------------------------------

    def _news(self, *, chairs: bool) -> News:
        """What everybody may know."""
        room, match = self.room, self.room.match
        if match is None:
            return News(room.status, seat_infos=self.seat_infos())
        offer, clock = match.offer, match.clock
        return News(
            status=room.status,
            seat_infos=self.seat_infos() if chairs else None,
            clocks=self._clocks(clock) if clock else None,
            offer=Offered(offer.what, offer.seat, tuple(sorted(offer.agreed))) if offer else None,
            outcome=match.outcome,
            again=tuple(sorted(room.again)),
            next=room.next,
        )

    def _paths(self, place: Place) -> dict[str, Any] | None:
        """What a seat may do, as JSON already, which the encoder takes as it is."""
        match = self.room.match
        if match is None or place is None or place not in self.room.to_move():
            return None
        return cast(dict[str, Any], msgspec.Raw(match.game.paths_json(match.state, place)))

    def _dangers(self, place: Place) -> dict[int, Sentence] | None:
        """What a seat is asked about again before it does it; most positions have nothing."""
        match = self.room.match
        if match is None or place is None or place not in self.room.to_move():
            return None
        return match.game.dangers(match.state, place) or None

    def _clocks(self, clock: Clock) -> Clocks:
        now = self._now()
        left = (clock.remaining(seat, now) for seat in range(len(clock.left)))
        return Clocks(tuple(round(max(0.0, seconds), 3) for seconds in left), clock.running)

    def seat_infos(self) -> tuple[SeatInfo, ...]:
        here = self.present() | self.elsewhere
        return tuple(
            SeatInfo(name, sit.name, sit.kind, sit.kind == "computer" or seat in here)
            if sit
            else SeatInfo(name)
            for seat, (name, sit) in enumerate(
                zip(self.room.game.seats, self.room.chairs, strict=True)
            )
        )

    def _all_moves(self, match: Match, place: Place) -> Sequence[Event]:
        if not match.game.hides:
            return match.events
        return match.seen_by(place).events

    def _new_moves(self, match: Match, places: Collection[Place]) -> dict[Place, Moves]:
        """What the list of moves has become for each place, as little of it as can be."""
        if match.game.hides:
            return {place: self._moves_since(match, place) for place in places}
        first = next(iter(places))
        common = self._moves_since(match, first)
        self._moves = dict.fromkeys(places, self._moves[first])
        return dict.fromkeys(places, common)

    def _moves_since(self, match: Match, place: Place) -> Moves:
        """What is new in the list since a place was last told of it; or all, if others changed."""
        shown, fresh = self._moves[place], self.room.acts
        viewer = NOBODY if place is None else place
        seen = not match.game.hides or all(
            match.game.sees(match.state, viewer, seat, act) for seat, act in fresh
        )
        if 0 <= shown <= len(match.events) - len(fresh) and seen and fresh:
            self._moves[place] = len(match.events)
            return Moves(shown, match.events[shown:])
        events = self._all_moves(match, place)
        self._moves[place] = _count(events)
        return Moves(0, tuple(events))


def _own_commands(entries: Sequence[Entry]) -> dict[Place, tuple[str, ...]]:
    """The ids under which what was done was asked for, by the seat that asked."""
    done: dict[Place, tuple[str, ...]] = {}
    for entry in entries:
        if entry.command is not None:
            command = entry.command.partition(":")[2]
            done[entry.seat] = (*done.get(entry.seat, ()), command)
    return done


def _count(events: Sequence[Event]) -> int:
    return -1 if any(event.hidden for event in events) else len(events)
