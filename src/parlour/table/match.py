"""A match: a game with players, an optional clock, and the endings that no game's rules know.

Resigning, draws by agreement, take-backs, timeouts, forfeits and aborts work for every game. A
match is a fold over its events (`matches/events.py`), and its record can be made at any time. It
does no input or output and never reads the time: a terminal, a hall and a test drive it alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Literal

import msgspec

from parlour.table.clock import Clock, TimeControl
from parlour.table.errors import IllegalAction, NotYourTurn
from parlour.table.matches.events import (
    Event,
    Kind,
    Transition,
    apply_event,
    next_state,
    outcome_after,
)
from parlour.table.matches.history import History
from parlour.table.matches.last_turn import LastTurn, turn_starts
from parlour.table.matches.presenter import match_view, match_view_without_pieces
from parlour.table.outcome import Outcome
from parlour.table.record import Record, Result
from parlour.table.registry import AnyGame
from parlour.table.state import CHANCE, NOBODY, State
from parlour.table.view import Mark, View


class Offer(msgspec.Struct, frozen=True):
    """An offer of a draw or a take-back, which all other living seats must agree to."""

    what: Literal["draw", "undo"]
    seat: int
    agreed: frozenset[int]


class Match:
    """One played game. `guarded` switches the game's safeguard against endless play on."""

    def __init__(
        self,
        game: AnyGame,
        players: Sequence[str] | None = None,
        *,
        control: TimeControl | None = None,
        now: float = 0.0,
        start: str = "",
        guarded: bool = True,
    ) -> None:
        self.game = game.guarded() if guarded else game
        self.players = tuple(players) if players is not None else self.game.seats
        if len(self.players) != len(self.game.seats):
            raise IllegalAction(
                "match.players", given=len(self.players), seats=len(self.game.seats)
            )
        self.start = start
        self.events: list[Event] = []
        self.outcome: Outcome | None = None
        self.offer: Offer | None = None
        self.touched: tuple[str, ...] = ()  # the sites of the last action, if everybody may know
        self._last_turn = LastTurn()
        self._bound = False  # is the last action one that is not taken back?
        # Not a bound method: a match that refers to itself is freed by the garbage collector only.
        self._history = History(partial(_first, self.game, start))
        self.state: State = self._history.position_after(0)
        self.clock = Clock(control, len(self.players)) if control else None
        if self.clock:
            self.clock.since = now
            self.clock.run(self.state.acting(), now)
        if self.state.over:
            self._finish(self.game.outcome(self.state, self.players))

    @classmethod
    def from_record(cls, record: Record) -> Match:
        """The match in the position where its record ends, without a clock."""
        *_, match = cls.replay(record)
        return match

    @classmethod
    def replay(cls, record: Record) -> Iterator[Match]:
        """The match of a record before its first event and after each; always the same object."""
        record.check()
        match = cls(record.load_game(), record.players, start=record.start, guarded=False)
        yield match
        for number, event in enumerate(record.events, start=1):
            match._repeat(event, number)
            yield match

    def _repeat(self, event: Event, number: int) -> None:
        """Apply an event of a record; a record has no running clock."""
        before, _, action, after = apply_event(self.state, event, number)
        self._advance(before, event, action, after)

    # ---- acting -------------------------------------------------------------------------------

    def act(self, seat: int, what: int | str, now: float = 0.0) -> Event:
        """A seat acts, by an action's number or text; IllegalAction says why it may not."""
        self._refuse_if_over(now)
        if seat not in self.state.acting():
            raise NotYourTurn(self.game.not_your_turn(self.state, seat))
        action = self.game.read(self.state, what, seat) if isinstance(what, str) else what
        before = self.state
        after = next_state(before, "action", seat, action)
        left = self._press(seat, after, now)
        event = Event(seat, self.game.write(before, action), clock=left)
        self._advance(before, event, action, after)
        return event

    def _advance(self, before: State, event: Event, action: int | None, after: State) -> None:
        """Append an event and move on to the position after it."""
        self.state = after
        self._bound = action is not None and self._binds(before, action)
        if action is not None:
            self.touched = self._last_turn.add(before, after, event.seat, action)
        elif after is not before:
            self.touched = ()
            self._last_turn.clear()
        self.offer = None
        self.events.append(event)
        self._history.append(event, action, after)
        outcome = outcome_after(before, after, event.kind, event.seat, self.players)
        if outcome is not None:
            self._finish(outcome)

    def draw_chance(self, rng: Random, now: float = 0.0) -> list[Event]:
        """Draw and append the chance events that are due."""
        drawn: list[Event] = []
        while self.outcome is None and self.state.seat == CHANCE:
            actions, odds = zip(*self.state.odds(), strict=True)
            drawn.append(self.act(CHANCE, rng.choices(actions, odds)[0], now))
        return drawn

    def actions(self) -> list[int | None]:
        """The number of each event's action; None for an event that is no action."""
        return self._history.actions()

    def position_after(self, count: int) -> State:
        """The position after the first `count` events; callers must not mutate it."""
        return self._history.position_after(count)

    def transitions(self, start: int, end: int) -> Iterator[Transition]:
        """These events, with the positions before and after each."""
        return self._history.transitions(start, end)

    def _press(self, seat: int, after: State, now: float) -> float | None:
        """Stop the clock of the seat that acted, start those of the seats that act next."""
        if self.clock is None:
            return None
        self.clock.charge(now)
        acting = after.acting()
        if seat >= 0 and seat not in acting:
            self.clock.add_increment(seat)
        self.clock.run(acting, now)
        return round(self.clock.left[seat], 3) if seat >= 0 else None

    def _refuse_if_over(self, now: float) -> None:
        """Refuse anything after the end; a timeout that is due by now ends the match first."""
        while self.flag(now) is not None:
            pass
        if self.outcome is not None:
            raise IllegalAction("match.over")

    def _finish(self, outcome: Outcome) -> None:
        self.outcome = outcome
        self.offer = None
        if self.clock:
            self.clock.running = ()

    # ---- ends that are no actions -------------------------------------------------------------

    def resign(self, seat: int, now: float = 0.0) -> None:
        """Give up. Of two players the other wins; more play on, where the game knows how."""
        self._refuse_if_over(now)
        self._refuse_stranger(seat)
        self._lose(seat, "resign", now)

    def forfeit(self, seat: int, reason: str, now: float = 0.0) -> None:
        """A player that failed loses, as by resigning; the reason becomes the event's remark."""
        self._refuse_if_over(now)
        self._refuse_stranger(seat)
        self._lose(seat, "forfeit", now, reason)

    def flag(self, now: float) -> int | None:
        """Forfeit the seat that is out of time, and return it; None if there is none."""
        if self.clock is None or self.outcome is not None:
            return None
        seat = self.clock.timed_out(now)
        if seat is not None:
            self._lose(seat, "time", now)
        return seat

    def abort(self, now: float = 0.0) -> None:
        """End the match without a result."""
        self._refuse_if_over(now)
        self._end_without_winner(NOBODY, "abort")

    def _end_without_winner(self, seat: int, kind: Literal["draw", "abort"]) -> None:
        self._advance(self.state, Event(seat, kind=kind), None, self.state)

    def _lose(self, seat: int, kind: Kind, now: float, remark: str = "") -> None:
        left = None
        if self.clock:
            self.clock.charge(now)
            left = round(max(0.0, self.clock.left[seat]), 3)
        before = self.state
        after = next_state(before, kind, seat, None)
        self._advance(before, Event(seat, kind=kind, clock=left, remark=remark), None, after)
        if self.clock and self.outcome is None:
            self.clock.run(after.acting(), now)

    def _refuse_stranger(self, seat: int) -> None:
        if not 0 <= seat < len(self.players):
            raise NotYourTurn(self.game.not_your_turn(self.state, seat))
        if not self.game.alive(self.state, seat):
            raise IllegalAction("match.out", player=self.players[seat])

    # ---- agreements ---------------------------------------------------------------------------

    def offer_draw(self, seat: int, now: float = 0.0) -> None:
        """Offer a draw; to offer what another has offered is to agree."""
        self._propose("draw", seat, now)

    def take_back(self, seat: int, now: float = 0.0) -> None:
        """Take the seat's last action back: at once during its own turn, unless the action is
        binding, otherwise by offering it to the others."""
        self._refuse_if_over(now)
        self._refuse_stranger(seat)
        mine = self._last_action_of(seat)
        still_mine = mine == len(self.events) - 1 and self.state.acting() == (seat,)
        if still_mine:
            if self._bound:
                raise IllegalAction("match.binding", text=self.events[mine].what)
            if self._learnt_nothing(seat, mine):
                self._rewind(mine, now)
                return
        self._propose("undo", seat, now)

    def may_take_back(self, seat: int) -> bool:
        """Would `take_back` do anything for this seat now?"""
        mine = self._find_last_action_of(seat)
        if mine < 0 or self.outcome is not None or not self.game.alive(self.state, seat):
            return False
        if mine == len(self.events) - 1 and self.state.acting() == (seat,):
            return not self._bound
        offer = self.offer
        return offer is None or offer.what != "undo" or seat not in offer.agreed

    def _binds(self, before: State, action: int) -> bool:
        return self.game.binds and self.game.binding(before, action)

    def _learnt_nothing(self, seat: int, count: int) -> bool:
        """Did nothing after the first `count` events reveal an earlier one to the seat?"""
        if not self.game.hides:
            return True
        sees, then = self.game.sees, self._history.position_after(count)
        actions = zip(self.events[:count], self.actions(), strict=False)
        return all(
            sees(then, seat, event.seat, action) == sees(self.state, seat, event.seat, action)
            for event, action in actions
            if action is not None
        )

    def agree(self, seat: int, now: float = 0.0) -> None:
        """Agree to what is offered."""
        self._refuse_if_over(now)
        self._refuse_stranger(seat)
        if self.offer is None or self.offer.seat == seat:
            raise IllegalAction("match.no_offer")
        self.offer = msgspec.structs.replace(self.offer, agreed=self.offer.agreed | {seat})
        living = {i for i in range(len(self.players)) if self.game.alive(self.state, i)}
        if living <= self.offer.agreed:
            self._carry_out(self.offer, now)

    def decline(self, seat: int, now: float = 0.0) -> None:
        """Decline what is offered, or withdraw the own offer."""
        self._refuse_if_over(now)
        self._refuse_stranger(seat)
        if self.offer is None:
            raise IllegalAction("match.no_offer")
        self.offer = None

    def _propose(self, what: Literal["draw", "undo"], seat: int, now: float) -> None:
        self._refuse_if_over(now)
        self._refuse_stranger(seat)
        if self.offer is not None and self.offer.what == what and self.offer.seat != seat:
            self.agree(seat, now)
            return
        if what == "undo":
            self._last_action_of(seat)
        self.offer = Offer(what, seat, frozenset({seat}))

    def _carry_out(self, offer: Offer, now: float) -> None:
        if offer.what == "undo":
            self._rewind(self._last_action_of(offer.seat), now)
        else:
            self._end_without_winner(offer.seat, "draw")

    def _last_action_of(self, seat: int) -> int:
        """The index of the seat's last action; a withdrawal is not taken back."""
        if (mine := self._find_last_action_of(seat)) < 0:
            raise IllegalAction("match.nothing_to_take_back")
        return mine

    def _find_last_action_of(self, seat: int) -> int:
        """The same, but -1 if there is none."""
        for i in range(len(self.events) - 1, -1, -1):
            event = self.events[i]
            if event.kind != "action":
                break
            if event.seat == seat:
                return i
        return -1

    def _rewind(self, count: int, now: float) -> None:
        """Go back to the position after the first `count` events. Clocks are not restored."""
        self.events, self.offer, self.touched = self.events[:count], None, ()
        turn = [*self._history.transitions(turn_starts(self.events), count)]
        self._last_turn = LastTurn().follow(turn)
        if turn:
            before, _, action, self.state = turn[-1]
            self._bound = action is not None and self._binds(before, action)
        else:
            self.state, self._bound = self._history.position_after(count), False
        self._history.truncate(count)
        if self.clock:
            self.clock.run(self.state.acting(), now)

    # ---- views and records --------------------------------------------------------------------

    @property
    def last(self) -> tuple[str, ...]:
        """The sites of the last turn, as far as everybody may know them."""
        return self._last_turn.marked

    def view(self, seat: int | None = None) -> View:
        """What a seat or a spectator sees, with the players' names and the last turn marked."""
        return match_view(self.state, seat, self.players, self.last, self.outcome)

    def _view_without_pieces(self, seat: int | None) -> View:
        return match_view_without_pieces(self.state, seat, self.players, self.last, self.outcome)

    def views_without_pieces(self, seats: Iterable[int | None]) -> dict[int | None, View]:
        """The views of several seats (and spectators, None), except that `pieces` is empty. If the
        game hides nothing, the parts that all viewers share are computed once."""
        if self.game.hides or self.outcome is not None:
            return {seat: self._view_without_pieces(seat) for seat in seats}
        game, state = self.game, self.state
        common, acting = self._view_without_pieces(None), state.acting()
        last = (Mark("last", self.last),) if self.last else ()
        return {
            seat: common
            if seat is None
            else View(
                seat=seat,
                pieces=(),
                marks=(*game.marks(state, seat), *last),
                buttons=game.buttons(state, seat) if seat in acting else (),
                panels=common.panels,
                status=common.status,
                prompt=game.prompt(state, seat) if seat in acting else None,
            )
            for seat in seats
        }

    def record(self, **tags: str) -> Record:
        """The record of the match so far."""
        end = self.outcome
        return Record(
            game=self.game.slug,
            rules=self.game.version,
            players=self.players,
            settings=self.game.changed_settings(),
            start=self.start,
            events=tuple(self.events),
            result=end and Result(end.ranks, end.payoffs, end.code, str(end.sentence)),
            tags=tags,
        )

    def seen_by(self, seat: int | None) -> Record:
        """The record redacted for a seat (or a spectator, None), as of now."""
        return self.record().redact(
            seat, self._history.position_after(0), self.state, self.actions()
        )


def _first(game: AnyGame, start: str) -> State:
    return game.from_line(start) if start else game.start()
