"""The record of a match: its game and settings, players, events and result.

JSON is the canonical form; `record_text` has a text form, comparable to PGN. A record is checked
when it is read: every action must be legal, and the result must follow from the rules. `seen_by`
redacts a record for a seat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from parlour.table.errors import BadRecord, ParlourError
from parlour.table.matches.events import (
    Event,
    Real,
    Transition,
    apply_event,
    outcome_after,
    outcome_of,
)
from parlour.table.outcome import Outcome
from parlour.table.registry import AnyGame, find, game
from parlour.table.sentences import Sentence, shorten
from parlour.table.state import NOBODY, State
from parlour.table.texts.files import SHOWN, read_text

LARGEST = 16 * 1024 * 1024
MAX_EVENTS = 200_000
DEEPEST = 8
"""Limits of a record: bytes, events including variations, nesting depth of variations."""

Version = Annotated[int, Meta(ge=0, lt=1_000_000_000)]


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The result: ranks and payoffs by seat, a code, an English sentence."""

    ranks: tuple[int, ...]
    payoffs: tuple[Real, ...]
    code: str
    text: str


class Record(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A match, from its settings to its result."""

    game: str
    rules: Version
    players: tuple[str, ...]
    settings: dict[str, bool | int | str] = msgspec.field(default_factory=dict[str, Any])
    start: str = ""  # the line of the first position; empty for the game's initial state
    events: tuple[Event, ...] = ()
    result: Result | None = None
    tags: dict[str, str] = msgspec.field(default_factory=dict[str, str])
    parlour: Literal["record 1"] = "record 1"

    # ---- JSON ---------------------------------------------------------------------------------

    def to_json(self) -> bytes:
        data = msgspec.to_builtins(self) | {"parlour": self.parlour}
        return msgspec.json.format(msgspec.json.encode(data), indent=1)

    @classmethod
    def from_json(cls, data: bytes | str, most: int = MAX_EVENTS) -> Record:
        """Decode and check a record; BadRecord if it is invalid, or has more events."""
        if len(data) > LARGEST:
            raise BadRecord("record.too_large", size=len(data), most=LARGEST)
        try:
            record = msgspec.json.decode(data, type=cls)
        except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
            raise BadRecord("record.unreadable", reason=shorten(str(error), 200)) from None
        return record.check(most)

    # ---- in a notebook ------------------------------------------------------------------------

    def _repr_html_(self) -> str:
        """The match as a picture with a slider."""
        from parlour.drawing.notebook import html  # it imports this module

        return html(self)

    # ---- positions ----------------------------------------------------------------------------

    @property
    def redacted(self) -> bool:
        """Is something hidden in this copy, so that it cannot be replayed?"""
        return "?" in self.start or any(event.hidden for event in self.events)

    def load_game(self) -> AnyGame:
        """The game with its settings; BadRecord if the record has another version of the rules."""
        kind = find(self.game)
        if kind.version != self.rules:
            raise BadRecord("record.version", game=self.game, given=self.rules, ours=kind.version)
        return game(self.game, **self.settings)

    def first(self) -> State:
        """The first position."""
        game = self.load_game()
        return game.from_line(self.start) if self.start else game.start()

    def replay(self) -> Iterator[Transition]:
        """Each event with the positions before and after it; they are never changed afterwards."""
        state = self.first()
        for number, event in enumerate(self.events, start=1):
            transition = apply_event(state, event, number)
            state = transition.after
            yield transition

    def outcome(self) -> Outcome | None:
        """How the match ended, if it did."""
        outcome, state = None, self.first()
        if state.over:
            return state.game.outcome(state, self.players)
        for transition in self.replay():
            outcome = outcome_of(transition, self.players)
        return outcome

    def last(self) -> State:
        """The last position."""
        state = self.first()
        for number, event in enumerate(self.events, start=1):
            state = apply_event(state, event, number).after
        return state

    def check(self, most: int = MAX_EVENTS) -> Record:
        """Raise BadRecord unless the rules allow all events and give the stated result.

        Returns the record with the result's text replaced by the current wording, so that older
        wordings remain valid and a text cannot contradict the ranks.
        """
        try:
            return self._check(most)
        except BadRecord:
            raise
        except ParlourError as error:
            raise BadRecord("record.wrong", reason=str(error)) from None

    def _check(self, most: int) -> Record:
        _count(self.events, DEEPEST, most)
        seats = len(self.load_game().seats)
        if len(self.players) != seats:
            raise BadRecord("record.players", given=len(self.players), seats=seats)
        texts = [*self.players, *self.tags, *self.tags.values()]
        if not all(len(text) <= 200 and text.isprintable() for text in texts):
            raise BadRecord("record.text")
        for name in self.tags:
            if not name or " " in name or '"' in name:  # the text form cannot represent it
                raise BadRecord("record.tag", name=shorten(name) or "Tag")
        for number, event in enumerate(self.events, start=1):
            if event.seat >= seats:
                raise BadRecord("record.event_seat", number=number, seat=event.seat)
        if self.redacted:
            return self
        return self._with_result_of(_follow(self.first(), self.events, self.players))

    def _with_result_of(self, outcome: Outcome | None) -> Record:
        """Check that the result is the outcome of the events, and reword it."""
        if (self.result is None) != (outcome is None):
            raise BadRecord("record.no_result" if outcome else "record.not_over")
        if outcome is None or self.result is None:
            return self
        stated = (self.result.ranks, self.result.payoffs, self.result.code)
        if stated != (outcome.ranks, outcome.payoffs, outcome.code):
            raise BadRecord("record.result", code=outcome.code)
        result = msgspec.structs.replace(self.result, text=str(outcome.sentence))
        return msgspec.structs.replace(self, result=result)

    def seen_by(self, seat: int | None) -> Record:
        """The record redacted for a seat (or a spectator, None), as of the last position.

        If an event is hidden, remarks, evaluations and variations are removed from all events,
        since they may reveal it.
        """
        transitions = list(self.replay())
        first = transitions[0].before if transitions else self.first()
        now = transitions[-1].after if transitions else first
        return self.redact(seat, first, now, [transition.action for transition in transitions])

    def redact(
        self, seat: int | None, first: State, now: State, actions: Sequence[int | None]
    ) -> Record:
        """As `seen_by`, without a replay: the caller has the first and the last position and the
        action of each event."""
        viewer, game = NOBODY if seat is None else seat, first.game
        shown: list[Event] = []
        for event, action in zip(self.events, actions, strict=True):
            secret = action is not None and not game.sees(now, viewer, event.seat, action)
            shown.append(Event(event.seat, clock=event.clock, hidden=True) if secret else event)
        start = self.start and game.line(first, viewer)
        seen = msgspec.structs.replace(self, events=tuple(shown), start=start)
        if not seen.redacted:
            return seen
        bare = {"remark": "", "evaluation": None, "variations": ()}
        events = tuple(msgspec.structs.replace(event, **bare) for event in shown)
        return msgspec.structs.replace(seen, events=events)


def _follow(state: State, events: Sequence[Event], players: Sequence[str]) -> Outcome | None:
    """Check events and their variations from a position on; the outcome, if they end the match."""
    outcome = state.game.outcome(state, players) if state.over else None
    for number, event in enumerate(events, start=1):
        if outcome is not None:
            raise BadRecord("record.event", number=number, reason=str(Sentence("match.over")))
        for variation in event.variations:
            _follow(state, variation, players)
        before, state = state, apply_event(state, event, number).after
        outcome = outcome_after(before, state, event.kind, event.seat, players)
    return outcome


def _count(events: Sequence[Event], deepest: int, most: int, before: int = 0) -> int:
    """The number of events including variations; BadRecord if they exceed the limits."""
    if deepest < 0:
        raise BadRecord("record.too_deep", most=DEEPEST)
    count = before + len(events)
    refuse_too_many(count, most)
    for event in events:
        for variation in event.variations:
            count = _count(variation, deepest - 1, most, count)
    return count


def refuse_too_many(events: int, most: int = MAX_EVENTS) -> None:
    """Raise BadRecord for more events, including variations, than a record may have."""
    if events > most:
        raise BadRecord("record.too_many", most=most)


def read_record(path: Path | str) -> Record:
    """Read a record from a file, in either form; errors name the file."""
    text = read_text(path, LARGEST, BadRecord)
    try:
        return from_form(text)
    except BadRecord as error:
        shown = shorten(str(path), SHOWN)
        raise BadRecord("record.in_file", path=shown, reason=str(error)) from None


def from_form(text: str, most: int = MAX_EVENTS) -> Record:
    """Read a record in either form, which its first character tells."""
    from parlour.table.matches.record_text import from_text  # it imports this module

    if text.lstrip().startswith("["):
        return from_text(text, most)
    return Record.from_json(text.encode(), most)
