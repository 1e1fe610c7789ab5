"""A room: one live match, with the occupants of its seats. It does no input or output.

A room is the result of its entries. `do` carries out a new operation and returns the entries to
write; `repeat` replays a written one. If an entry cannot be written, the room is thrown away and
rebuilt from those that were.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random

import msgspec

from parlour.hall.people.authorise import User
from parlour.hall.people.limits import MOST_ENTRIES, MOST_REQUESTS
from parlour.table.clock import TimeControl
from parlour.table.errors import BadRecord, IllegalAction
from parlour.table.match import Match
from parlour.table.registry import AnyGame, find, game
from parlour.table.state import CHANCE, NOBODY
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
    """What was agreed on before anybody sat down."""

    id: str
    game: str
    rules: int
    settings: dict[str, bool | int | str]
    control: TimeControl | None = None
    listed: bool = True  # shown to everybody: in the lobby, and to watch
    rated: bool = False
    created: float = 0.0  # wall time
    owner: str = ""  # the id of who offered it

    def load_game(self) -> AnyGame:
        """The game; refuses to go on under other rules than those the match began with."""
        kind = find(self.game)
        if kind.version != self.rules:
            raise BadRecord("hall.rules", game=kind.title, given=self.rules, ours=kind.version)
        return _table(self.game, tuple(sorted(self.settings.items())))


@lru_cache(maxsize=256)
def _table(slug: str, settings: tuple[tuple[str, bool | int | str], ...]) -> AnyGame:
    """Rooms with the same game and settings share it, and the pieces and boards it remembers."""
    return game(slug, **dict(settings)).guarded()


_no_new_question = (Act, Draw, Decline, Rematch)
"""Deeds after which the others still have the question that they had."""
_endings = (Resign, Abort, Flag)
"""Deeds that are never too many: a match can always be ended."""


class Room:
    """The occupants, the match once all seats are taken, and what has happened so far."""

    def __init__(self, terms: MatchTerms) -> None:
        self.terms = terms
        self.game = terms.load_game()
        self.occupants: list[Sit | None] = [None] * len(self.game.seats)
        self.match: Match | None = None
        self.seq = 0
        self.last_at = 0.0  # the time of the last entry
        self.commands: dict[str, int] = {}  # what was asked for, and the entry it became
        self.again: set[int] = set()  # who wants another match
        self.next = ""  # that match
        self.closed = False  # the hall has ended it before it began
        self.begun_at = 0.0
        self.acts: list[tuple[int, int]] = []  # seats and actions since anybody was last told
        self.deciding_since: dict[
            int, int
        ] = {}  # the entry since which each acting seat has had its position
        self.codes: dict[int, str] = {}  # the hashes of the invitations, as the table has them
        self.used_invitations: dict[
            str, int
        ] = {}  # those with which somebody has sat down, and where
        self.departures: dict[int, int] = {}  # how often each seat was left
        self.last_occupants: dict[int, Sit] = {}  # who left each seat last
        self.requests: dict[int, int] = {}  # what each seat did besides acting

    # ---- operations ---------------------------------------------------------------------------

    def do(
        self, seat: int, operation: Operation, now: float, rng: Random, command: str | None = None
    ) -> list[Entry]:
        """Carry out an operation and its automatic follow-ups; returns the entries to write."""
        self._refuse_too_many(seat, operation)
        entries = [self._enter(seat, operation, now, command)]
        while (answering := self._computer_that_is_asked()) is not None:
            entries.append(self._enter(answering, self._answer(), now, None))
        while self._chance_is_due():
            entries.append(self._enter(CHANCE, Act(self._drawn(rng)), now, None))
        return entries

    def _refuse_too_many(self, seat: int, operation: Operation) -> None:
        """Who takes back without end uses up only what is theirs; acting ends by the rules."""
        if isinstance(operation, Act) and self.seq < MOST_ENTRIES:  # first: by far the commonest
            return
        if seat < 0 or isinstance(operation, _endings):
            return
        if self.seq >= MOST_ENTRIES:
            raise IllegalAction("hall.too_many_entries", most=MOST_ENTRIES)
        if self.requests.get(seat, 0) >= MOST_REQUESTS:
            raise IllegalAction("hall.too_many_requests", most=MOST_REQUESTS)

    def _computer_that_is_asked(self) -> int | None:
        """A computer that has not answered an offer yet."""
        offer = self.match.offer if self.match is not None else None
        if offer is None:
            return None
        for seat, chair in enumerate(self.occupants):
            if chair is None or chair.kind != "computer" or seat in offer.agreed:
                continue
            if self.game.alive(self.playing().state, seat):
                return seat
        return None

    def _answer(self) -> Operation:
        """A computer lets people take back, unless it counts, and plays on instead of a draw."""
        offer = self.playing().offer
        kind = offer is not None and offer.what == "undo" and not self.terms.rated
        return Agree() if kind else Decline()

    def repeat(self, entry: Entry) -> None:
        """Replay a written entry."""
        self._carry_out(entry.seat, entry.operation, entry.at)
        self._count(entry)

    def flags(self, now: float) -> list[Entry]:
        """See whose time is up by now: entries to keep, before anything else is done."""
        entries: list[Entry] = []
        while (due := self.due()) is not None and due <= now:
            entries.append(self._enter(NOBODY, Flag(), now, None))
        return entries

    def _enter(self, seat: int, operation: Operation, now: float, command: str | None) -> Entry:
        if now < self.last_at:  # another process may not know of a gap that we know of
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
        """Do it; the deed as it is kept, which for an action is its canonical text."""
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
                self.playing().decline(seat, now)
            case Abort():
                self._abort(seat, now)
            case Flag():
                if self.playing().flag(now) is None:
                    raise IllegalAction("hall.no_flag")
            case Rematch():
                self._rematch(seat, operation.match)
        return operation

    def _act(self, seat: int, act: Act, now: float) -> Act:
        match = self.playing()
        if match.outcome is not None:
            raise IllegalAction("match.over")
        action = act.action
        if isinstance(action, str):
            action = match.game.read(match.state, action, seat)
        kept = Act(match.act(seat, action, now).what)
        self.acts.append((seat, action))
        return kept

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
        if seat != NOBODY:  # the hall, which says where
            self.again.add(seat)
        self.next = match or self.next

    def _chance_is_due(self) -> bool:
        match = self.match
        return match is not None and match.outcome is None and match.state.seat == CHANCE

    def _drawn(self, rng: Random) -> str:
        match = self.playing()
        actions, odds = zip(*match.state.odds(), strict=True)
        return match.game.write(match.state, rng.choices(actions, odds)[0])

    # ---- whose a seat is ----------------------------------------------------------------------

    def own_seats(self, user: User) -> tuple[int, ...]:
        """The seats in which they sit: as the person they are, or by the secret of the seat."""
        occupants = enumerate(self.occupants)  # a list inside: this is asked at every move
        return tuple([seat for seat, sit in occupants if sit and self._is_own(seat, sit, user)])

    def _is_own(self, seat: int, sit: Sit, user: User) -> bool:
        if sit.kind == "computer":
            return False
        if sit.person and sit.person == user.person:
            return True
        # Who sat down before seats had secrets of their own has come with the code of the table.
        code = sit.code if sit.code or sit.invitation else self.codes.get(seat, "")
        return code in user.keys

    def invited_seats(self, user: User) -> tuple[int, ...]:
        """The empty chairs to which they have an invitation that nobody has used."""
        return tuple(
            seat
            for seat, code in sorted(self.codes.items())
            if code in user.keys and code not in self.used_invitations and not self.occupants[seat]
        )

    def seats_of(self, user: User) -> tuple[int, ...]:
        """The seats in which they sit or may sit down."""
        return tuple(sorted({*self.own_seats(user), *self.invited_seats(user)}))

    def has_left(self, user: User, seat: int, command: str) -> int | None:
        """The entry with which they stood up under this command, if they were the last to do so."""
        sit = self.last_occupants.get(seat)
        if sit is None or not self._is_own(seat, sit, user):
            return None
        return self.commands.get(self._named(seat, self.departures[seat] - 1, command))

    def command_id(self, seat: int, command: str) -> str:
        """The name of a command in this match. A command is one holder's own: the next one in the
        chair may call theirs the same."""
        return self._named(seat, self.departures.get(seat, 0), command)

    def _named(self, seat: int, holder: int, command: str) -> str:
        return f"{seat}.{holder}:{command}" if holder > 0 else f"{seat}:{command}"

    # ---- what others ask ----------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.closed or (self.match is not None and self.match.outcome is not None)

    @property
    def status(self) -> str:
        """`open` while chairs are empty, `running`, or `over`."""
        return "over" if self.over else "open" if self.match is None else "running"

    def names(self) -> list[str]:
        """Who sits where; an empty chair is called by its own name."""
        return [
            chair.name if chair else name
            for chair, name in zip(self.occupants, self.game.seats, strict=True)
        ]

    def due(self) -> float | None:
        """The hall time at which somebody's time will be up, if nobody acts before."""
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
        """The seats of the hall's computers that have to act now."""
        return [
            seat for seat in self.to_move() if (c := self.occupants[seat]) and c.kind == "computer"
        ]
