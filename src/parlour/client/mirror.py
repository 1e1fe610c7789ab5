"""The client's copy of a room, updated by the hall's messages.

It does no input or output: the client applies messages, and the front end reads the fields.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

import msgspec

from parlour.client.decoding import check_board, check_paths, check_view, decode
from parlour.table.errors import ParlourError
from parlour.table.matches.reports import Report
from parlour.table.outcome import Outcome
from parlour.table.paths import Paths
from parlour.table.record import MAX_EVENTS, Event, Record, Result
from parlour.table.registry import find
from parlour.table.sentences import Sentence
from parlour.table.state import CHANCE, NOBODY
from parlour.table.view import Board, Changes, View, apply_changes
from parlour.wire.messages import (
    Ack,
    Bye,
    ChatMessage,
    Clocks,
    Entered,
    ErrorMessage,
    Hello,
    Moves,
    News,
    OfferDeclined,
    OfferInfo,
    SeatInfo,
    Seq,
    Terms,
    Watching,
)


class HallFrame(msgspec.Struct, frozen=True):
    """The envelope of every message from the hall."""

    t: str
    d: Any = None
    v: Seq | None = None


_kinds: dict[str, Any] = {
    "hello": Hello,
    "room": Entered,
    "did": News,
    "chairs": tuple[SeatInfo, ...],
    "ack": Ack,
    "error": ErrorMessage,
    "said": ChatMessage,
    "watching": Watching,
    "bye": Bye,
}


def read_frame(text: str | bytes) -> tuple[HallFrame, Any]:
    """Decode a frame and its data, which is None for kinds that this client does not know."""
    frame = decode(text, HallFrame)
    kind = _kinds.get(frame.t)
    return frame, msgspec.convert(frame.d, kind, str_keys=True) if kind else None


def _apply_changes(view: View, changes: Changes) -> View:
    try:
        return apply_changes(view, changes)
    except KeyError:
        raise msgspec.ValidationError("a piece is gone that was not there") from None


def _has_no_seat(event: Event) -> bool:
    """Is it a chance event, or an abort, which belongs to no seat?"""
    return event.seat == CHANCE or (event.seat == NOBODY and event.kind == "abort")


def _check_seats(
    seat_infos: tuple[SeatInfo, ...],
    named: Iterable[int],
    view: View | None,
    offer: OfferInfo | None,
    moves: Moves | None = None,
) -> None:
    """Check that every seat in the message exists; the hall is not trusted."""
    seats = {*named}
    if moves is not None:
        seats.update(event.seat for event in moves.events if not _has_no_seat(event))
    if view is not None:
        seats.update(panel.seat for panel in view.panels)
        seats.update(() if view.seat is None else (view.seat,))
    if offer is not None:
        seats.update((offer.seat, *offer.agreed))
    if not seats.issubset(range(len(seat_infos))):
        raise msgspec.ValidationError("there is no such seat")


class Mirror:
    """The room as far as this client may see it."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self.terms: Terms | None = None  # None until the first room message
        self.seats: tuple[int, ...] = ()  # the client's own
        self.seq = 0
        self.status = "open"
        self.board: Board | None = None
        self.seat_infos: tuple[SeatInfo, ...] = ()
        self.moves: list[Event] = []
        self.reports: dict[int, Report] = {}  # what the last moves did, by index
        self.view: View | None = None
        self.paths = Paths()
        self.dangers: dict[int, Sentence] = {}  # actions that lose immediately, and why
        self.offer: OfferInfo | None = None
        self.declined: OfferDeclined | None = None  # by the last message
        self.may: tuple[str, ...] = ()  # what the client's seats may do, by names of operations
        self.spectators = 0
        self.outcome: Outcome | None = None
        self.again: tuple[int, ...] = ()  # seats that want a rematch
        self.next = ""  # the rematch
        self._clocks: Clocks | None = None
        self._clocks_at = 0.0

    # ---- updates ---------------------------------------------------------------------------

    def apply_room(self, entered: Entered, seq: int) -> None:
        """Apply a full room message; a part that is omitted has not changed."""
        board = check_board(entered.board) if entered.board else self.board
        self._apply(entered.news, seq, entered.seats)
        if self.terms is None:
            with suppress(ParlourError):
                find(entered.terms.game)  # loads the game's sentences, if it is installed
        self.terms, self.board = entered.terms, board

    def apply_news(self, news: News, seq: int) -> None:
        """Apply an update."""
        self._apply(news, seq, self.seats)

    def _apply(self, news: News, seq: int, seats: tuple[int, ...]) -> None:
        """Validate everything before changing anything: the front end may read at any time."""
        seat_infos = self.seat_infos if news.seat_infos is None else news.seat_infos
        view = self.view if news.view is None else check_view(news.view)
        if news.changes is not None and view is not None:
            view = check_view(_apply_changes(view, news.changes))
        paths = Paths(check_paths(news.paths))
        named = (news.declined.seat, news.declined.by) if news.declined else ()
        _check_seats(seat_infos, (*seats, *news.again, *named), view, news.offer, news.moves)
        self._check_seat_count(seat_infos)
        if news.moves is not None:
            self._append_moves(news.moves)
        self.seq, self.status, self.seats, self.seat_infos = seq, news.status, seats, seat_infos
        self.view, self.paths, self.dangers = view, paths, news.dangers or {}
        self.offer, self.declined, self.outcome = news.offer, news.declined, news.outcome
        self.may = self.may if news.may is None else news.may
        self.spectators = self.spectators if news.spectators is None else news.spectators
        self.again, self.next = news.again, news.next
        self._clocks, self._clocks_at = news.clocks, self._now()

    def _append_moves(self, moves: Moves) -> None:
        if not 0 <= moves.at <= len(self.moves) or moves.at + len(moves.events) > MAX_EVENTS:
            raise msgspec.ValidationError("the list of moves has a gap, or no end")
        if len(moves.reports) > len(moves.events):
            raise msgspec.ValidationError("there are reports of no moves")
        self.moves[moves.at :] = moves.events
        self.reports = {index: told for index, told in self.reports.items() if index < moves.at}
        self.reports |= enumerate(moves.reports, start=len(self.moves) - len(moves.reports))

    def apply_spectators(self, watching: Watching) -> None:
        self.spectators = watching.count

    def apply_seats(self, seat_infos: tuple[SeatInfo, ...]) -> None:
        """Apply a change of the players."""
        _check_seats(seat_infos, (*self.seats, *self.again), self.view, self.offer)
        self._check_seat_count(seat_infos)
        self.seat_infos = seat_infos

    def _check_seat_count(self, seat_infos: tuple[SeatInfo, ...]) -> None:
        """Seats are never removed: past moves, which are not sent again, refer to them."""
        if len(seat_infos) < len(self.seat_infos):
            raise msgspec.ValidationError("a seat is missing")

    # ---- for front ends ------------------------------------------------------------------

    @property
    def seat(self) -> int | None:
        """The seat of the view, or else the client's only seat."""
        if self.view is not None:
            return self.view.seat
        return self.seats[0] if len(self.seats) == 1 else None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players; an empty seat has its own name."""
        return tuple(seat_info.name or seat_info.seat for seat_info in self.seat_infos)

    def speaker(self, said: ChatMessage) -> str:
        """The author of a chat message; a player is named as on the board."""
        if said.seat is None or said.seat not in range(len(self.seat_infos)):
            return said.name
        return self.names[said.seat]

    @property
    def my_turn(self) -> bool:
        return bool(self.paths) and self.status == "running"

    @property
    def must_answer_offer(self) -> bool:
        """Is there another player's offer that this client has not accepted yet?"""
        offer = self.offer
        return offer is not None and any(
            seat != offer.seat and seat not in offer.agreed for seat in self.seats
        )

    def record(self) -> Record | None:
        """The record of the match as this client sees it; None until it has begun."""
        terms, end = self.terms, self.outcome
        if terms is None or self.status == "open":
            return None
        return Record(
            game=terms.game,
            rules=terms.rules,
            players=self.names,
            settings=terms.settings,
            events=tuple(self.moves),
            result=end and Result(end.ranks, end.payoffs, end.code, str(end.sentence)),
        )

    def clock(self, seat: int) -> float | None:
        """The time left for a seat now, in seconds, if there are clocks."""
        clocks = self._clocks
        if clocks is None or not 0 <= seat < len(clocks.left):
            return None
        passed = self._now() - self._clocks_at if seat in clocks.running else 0.0
        return max(0.0, clocks.left[seat] - passed)
