"""A room: one live match, with the occupants of its seats. It does no input or output.

A room is the result of its entries. `do` carries out a new operation and returns the entries to
write; `repeat` replays a written one. If an entry cannot be written, the room is thrown away and
rebuilt from those that were.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import NamedTuple

import msgspec

from parlour.hall.people.authorise import User
from parlour.hall.people.limits import MOST_ENTRIES, MOST_REQUESTS
from parlour.table.clock import TimeControl
from parlour.table.errors import BadRecord, IllegalAction
from parlour.table.match import Match
from parlour.table.matches.events import Transition
from parlour.table.registry import AnyGame, find, game
from parlour.table.state import CHANCE, NOBODY
from parlour.wire.messages import OfferDeclined
from parlour.wire.operations import (
    Abort,
    Act,
    Agree,
    Decline,
    Draw,
    Entry,
    Flag,
    Operation,
    Rematch,
    Resign,
    Sit,
    Stand,
    Undo,
)


class MatchTerms(msgspec.Struct, frozen=True):
    """The terms of a match, fixed when it is created."""

    id: str
    game: str
    rules: int
    settings: dict[str, bool | int | str]
    control: TimeControl | None = None
    listed: bool = True  # shown in the lobby and in the list of running matches
    rated: bool = False
    created: float = 0.0  # wall time
    owner: str = ""  # the id of its creator

    def load_game(self) -> AnyGame:
        """The game; refused if the rules have changed since the match began."""
        kind = find(self.game)
        if kind.version != self.rules:
            raise BadRecord("hall.rules", game=kind.title, given=self.rules, ours=kind.version)
        return _shared_game(self.game, tuple(sorted(self.settings.items())))


@lru_cache(maxsize=256)
def _shared_game(slug: str, settings: tuple[tuple[str, bool | int | str], ...]) -> AnyGame:
    """A game with its caches, shared by all rooms with the same game and settings."""
    return game(slug, **dict(settings)).guarded()


_no_new_question = (Act, Draw, Decline, Rematch)
"""Operations after which other seats still answer the same position."""
_endings = (Resign, Abort, Flag)
"""Operations that are never too many: a match can always be ended."""


class Played(NamedTuple):
    """An action, and the sites it touched as far as everybody may know them."""

    transition: Transition
    sites: tuple[str, ...]


class Room:
    """The occupants, the match once all seats are taken, and what has happened so far."""

    def __init__(self, terms: MatchTerms) -> None:
        self.terms = terms
        self.game = terms.load_game()
        self.occupants: list[Sit | None] = [None] * len(self.game.seats)
        self.match: Match | None = None
        self.seq = 0
        self.last_at = 0.0  # the time of the last entry
        self.commands: dict[str, int] = {}  # command ids, and the entries they became
        self.again: set[int] = set()  # seats that want a rematch
        self.next = ""  # the id of the rematch
        self.closed = False  # ended by the hall before it began
        self.begun_at = 0.0
        self.acts: list[Played] = []  # since the last publication
        self.kept_events = 0  # the first events of the match that have stayed since then
        self.declined: OfferDeclined | None = None  # likewise
        self.deciding_since: dict[
            int, int
        ] = {}  # by acting seat: the entry since which it has had its position
        self.codes: dict[int, str] = {}  # hashes of the invitations, by seat
        self.used_invitations: dict[str, int] = {}  # hashes of used invitations, and their seats
        self.departures: dict[int, int] = {}  # how often each seat was left
        self.last_occupants: dict[int, Sit] = {}  # who left each seat last
        self.requests: dict[int, int] = {}  # operations of each seat besides actions

    # ---- operations ---------------------------------------------------------------------------

    def do(
        self, seat: int, operation: Operation, now: float, rng: Random, command: str | None = None
    ) -> list[Entry]:
        """Carry out an operation and its automatic follow-ups; returns the entries to write."""
        self._refuse_too_many(seat, operation)
        entries = [self._enter(seat, operation, now, command)]
        while (answering := self._computer_to_answer()) is not None:
            entries.append(self._enter(answering, self._answer(), now, None))
        return entries + self._draw_chance(now, rng)

    def _draw_chance(self, now: float, rng: Random) -> list[Entry]:
        """Draw what is due by chance before anybody else may act."""
        entries: list[Entry] = []
        while self._chance_is_due():
            entries.append(self._enter(CHANCE, Act(self._drawn(rng)), now, None))
        return entries

    def _refuse_too_many(self, seat: int, operation: Operation) -> None:
        """Limit each seat's operations other than actions, which the rules themselves limit."""
        if isinstance(operation, Act) and self.seq < MOST_ENTRIES:  # first: by far the commonest
            return
        if seat < 0 or isinstance(operation, _endings):
            return
        if self.seq >= MOST_ENTRIES:
            raise IllegalAction("hall.too_many_entries", most=MOST_ENTRIES)
        if self.requests.get(seat, 0) >= MOST_REQUESTS:
            raise IllegalAction("hall.too_many_requests", most=MOST_REQUESTS)

    def _computer_to_answer(self) -> int | None:
        """A computer's seat that has not answered an offer yet."""
        offer = self.match.offer if self.match is not None else None
        if offer is None:
            return None
        for seat, sit in enumerate(self.occupants):
            if sit is None or sit.kind != "computer" or seat in offer.agreed:
                continue
            if self.game.alive(self.playing().state, seat):
                return seat
        return None

    def _answer(self) -> Operation:
        """Computers accept take-backs in unrated matches, and decline draws."""
        offer = self.playing().offer
        accepts = offer is not None and offer.what == "undo" and not self.terms.rated
        return Agree() if accepts else Decline()

    def repeat(self, entry: Entry) -> None:
        """Replay a written entry."""
        self._carry_out(entry.seat, entry.operation, entry.at)
        self._count(entry)

    def flags(self, now: float, rng: Random) -> list[Entry]:
        """The flags that have fallen by now, and what chance decides after each, as entries to
        write before anything else."""
        entries: list[Entry] = []
        while (due := self.due()) is not None and due <= now:
            entries.append(self._enter(NOBODY, Flag(), now, None))
            entries += self._draw_chance(now, rng)
        return entries

    def _enter(self, seat: int, operation: Operation, now: float, command: str | None) -> Entry:
        if now < self.last_at:  # another process may not know of the latest gap yet
            now = self.last_at
        operation = self._carry_out(seat, operation, now)
        entry = Entry(self.seq + 1, seat, operation, now, command)
        self._count(entry)
        return entry

    def _count(self, entry: Entry) -> None:
        self.seq, self.last_at = entry.seq, entry.at
        anew = entry.seat if isinstance(entry.operation, Act) else None
        if anew is None:
            self.requests[entry.seat] = self.requests.get(entry.seat, 0) + 1
        keep = isinstance(entry.operation, _no_new_question)
        self.deciding_since = {
            seat: self.deciding_since[seat]
            if keep and seat in self.deciding_since and seat != anew
            else self.seq
            for seat in self.to_move()
        }
        if entry.command is not None:
            self.commands[entry.command] = entry.seq

    def _carry_out(self, seat: int, operation: Operation, now: float) -> Operation:
        """Carry out an operation; returns it as it is stored, an action by its canonical text."""
        match operation:
            case Act():  # first: by far the commonest
                return self._act(seat, operation, now)
            case Sit():
                self._sit(seat, operation, now)
            case Stand():
                self._stand(seat)
            case Resign():
                self.playing().resign(seat, now)
            case Draw():
                self.playing().offer_draw(seat, now)
            case Undo():
                self.playing().take_back(seat, now)
            case Agree():
                self.playing().agree(seat, now)
            case Decline():
                self._decline(seat, now)
            case Abort():
                self._abort(seat, now)
            case Flag():
                if self.playing().flag(now) is None:
                    raise IllegalAction("hall.no_flag")
            case Rematch():
                self._rematch(seat, operation.match)
        if self.match is not None and len(self.match.events) < self.kept_events:
            self.kept_events = len(self.match.events)
        return operation

    def _act(self, seat: int, act: Act, now: float) -> Act:
        match = self.playing()
        if match.outcome is not None:
            raise IllegalAction("match.over")
        action, before = act.action, match.state
        if isinstance(action, str):
            action = match.game.read(before, action, seat)
        event = match.act(seat, action, now)
        self.acts.append(Played(Transition(before, event, action, match.state), match.touched))
        return Act(event.what)

    def playing(self) -> Match:
        if self.match is None:
            raise IllegalAction("hall.not_begun")
        return self.match

    def _sit(self, seat: int, sit: Sit, now: float) -> None:
        if not 0 <= seat < len(self.occupants):
            raise IllegalAction("table.no_such_seat", seat=seat, count=len(self.occupants))
        if self.closed:
            raise IllegalAction("match.over")
        if self.occupants[seat] is not None or self.match is not None:
            raise IllegalAction("hall.chair_taken", seat=self.game.seats[seat])
        self.occupants[seat] = sit
        if sit.invitation:
            self.used_invitations[sit.invitation] = seat
        if all(self.occupants):
            self.begun_at = now
            control = self.terms.control
            self.match = Match(self.game, self.names(), control=control, now=now, guarded=False)

    def _stand(self, seat: int) -> None:
        if self.match is not None:
            raise IllegalAction("hall.begun")
        if (sit := self.occupants[seat]) is not None:
            self.last_occupants[seat] = sit
        self.occupants[seat] = None
        self.departures[seat] = self.departures.get(seat, 0) + 1

    def _decline(self, seat: int, now: float) -> None:
        match = self.playing()
        offer = match.offer
        match.decline(seat, now)
        if offer is not None and offer.seat != seat:
            self.declined = OfferDeclined(offer.what, offer.seat, seat)

    def _abort(self, seat: int, now: float) -> None:
        if seat == NOBODY and self.match is None:
            self.closed = True
            return
        match = self.playing()
        if seat != NOBODY and len(match.events) >= len(self.occupants):
            raise IllegalAction("hall.too_late_to_abort")
        match.abort(now)

    def _rematch(self, seat: int, match: str) -> None:
        if not self.over:
            raise IllegalAction("hall.not_over")
        if seat != NOBODY:  # NOBODY: the hall names the new match
            self.again.add(seat)
        self.next = match or self.next

    def _chance_is_due(self) -> bool:
        match = self.match
        return match is not None and match.outcome is None and match.state.seat == CHANCE

    def _drawn(self, rng: Random) -> str:
        match = self.playing()
        actions, odds = zip(*match.state.odds(), strict=True)
        return match.game.write(match.state, rng.choices(actions, odds)[0])

    def mark_published(self) -> None:
        """Everybody has been told what has happened."""
        self.acts.clear()
        self.declined = None
        self.kept_events = len(self.match.events) if self.match is not None else 0

    # ---- seats of users -----------------------------------------------------------------------

    def own_seats(self, user: User) -> tuple[int, ...]:
        """The user's seats, by account or by the code of the seat."""
        occupants = enumerate(self.occupants)  # a list comprehension: this runs at every move
        return tuple([seat for seat, sit in occupants if sit and self._is_own(seat, sit, user)])

    def _is_own(self, seat: int, sit: Sit, user: User) -> bool:
        if sit.kind == "computer":
            return False
        if sit.person and sit.person == user.person:
            return True
        # Entries from before seats had codes of their own: the invitation is the code.
        code = sit.code if sit.code or sit.invitation else self.codes.get(seat, "")
        return code in user.keys

    def invited_seats(self, user: User) -> tuple[int, ...]:
        """The empty seats to which the user has an unused invitation."""
        return tuple(
            seat
            for seat, code in sorted(self.codes.items())
            if code in user.keys and code not in self.used_invitations and not self.occupants[seat]
        )

    def seats_of(self, user: User) -> tuple[int, ...]:
        """The user's own seats and those to which they are invited."""
        return tuple(sorted({*self.own_seats(user), *self.invited_seats(user)}))

    def has_left(self, user: User, seat: int, command: str) -> int | None:
        """The entry of this `Stand` command, if the user was the last occupant of the seat."""
        sit = self.last_occupants.get(seat)
        if sit is None or not self._is_own(seat, sit, user):
            return None
        return self.commands.get(self._named(seat, self.departures[seat] - 1, command))

    def command_id(self, seat: int, command: str) -> str:
        """The id of a command in this match. Each occupant of a seat has command ids of their own:
        the next occupant may use the same ones."""
        return self._named(seat, self.departures.get(seat, 0), command)

    def _named(self, seat: int, holder: int, command: str) -> str:
        return f"{seat}.{holder}:{command}" if holder > 0 else f"{seat}:{command}"

    # ---- queries ------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.closed or (self.match is not None and self.match.outcome is not None)

    @property
    def status(self) -> str:
        """`open` while seats are empty, `running`, or `over`."""
        return "over" if self.over else "open" if self.match is None else "running"

    def names(self) -> list[str]:
        """The names of the occupants; an empty seat has its own name."""
        return [
            sit.name if sit else name
            for sit, name in zip(self.occupants, self.game.seats, strict=True)
        ]

    def everybody(self) -> list[Sit | None]:
        """Who sits in a seat, or was the last to leave one."""
        return [*self.occupants, *self.last_occupants.values()]

    def due(self) -> float | None:
        """The hall time at which the next flag falls, if nobody acts before."""
        clock = self.match.clock if self.match is not None else None
        return clock.next_timeout() if clock is not None else None

    def to_move(self) -> tuple[int, ...]:
        """The seats that may act now."""
        if self.match is None or self.match.outcome is not None:
            return ()
        return self.match.state.acting()

    @property
    def has_computers(self) -> bool:
        return "computer" in [sit.kind for sit in self.occupants if sit is not None]

    def computers_to_move(self) -> list[int]:
        """The computers' seats that have to act now."""
        return [
            seat
            for seat in self.to_move()
            if (sit := self.occupants[seat]) and sit.kind == "computer"
        ]
