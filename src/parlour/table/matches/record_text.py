"""The text form of records, comparable to PGN:

    [Game "brique"]
    [Rules "1"]
    [Setting size "5"]
    [Seat 1 "Ann"]
    [Seat 2 "Bob"]

    1. c3 2. keep {%clock 58.2} 3. b2 {too timid} (3. d4 4. b4) 4. d3

Actions are the game's tokens. `@2` names the seat of an event if it is not the seat to act;
`!resign` and similar words end the match without an action; `?` is an event hidden in this copy.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar, get_args

import msgspec

from parlour.table.errors import BadRecord, ParlourError
from parlour.table.matches.events import Event, Kind, apply_event
from parlour.table.record import (
    DEEPEST,
    LARGEST,
    MAX_EVENTS,
    Record,
    Result,
    refuse_too_many,
)
from parlour.table.sentences import shorten
from parlour.table.state import State
from parlour.table.texts.typed import whole_number

# Possessive quantifiers (`++`, `*+`): no backtracking on unclosed quotes or braces.
_tag = re.compile(r'\[(\w++)(?: ([^\s"]++))? "((?:[^"\\]++|\\.)*+)"\]\s*+')
_word = re.compile(r"(\{(?:[^}\\]++|\\.)*+\}|[()]|[^\s(){}]++)\s*+")
_number = re.compile(r"[0-9]{1,9}\.")
_width = 96

Built = TypeVar("Built", Event, Result)


def to_text(record: Record) -> str:
    """The text form of a record; `from_text` is the inverse."""
    lines = [f'[Game "{record.game}"]', f'[Rules "{record.rules}"]']
    lines += [
        _write_tag(f"Setting {name}", _plain(value)) for name, value in record.settings.items()
    ]
    lines += [_write_tag(f"Seat {i}", name) for i, name in enumerate(record.players, start=1)]
    lines += [_write_tag(f"Tag {name}", value) for name, value in record.tags.items()]
    if record.start:
        lines.append(_write_tag("Start", record.start))
    if record.result:
        lines.append(_write_tag("Ranks", " ".join(map(str, record.result.ranks))))
        lines.append(_write_tag("Payoffs", " ".join(map(repr, record.result.payoffs))))
        lines.append(_write_tag("Reason", record.result.code))
        lines.append(_write_tag("Outcome", record.result.text))
    state = None if record.redacted else record.first()
    words = list(_write_events(record.events, state, 1))
    return "\n".join([*lines, "", *_wrap(words), ""])


def _write_tag(name: str, value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def _plain(value: bool | int | str) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def _write_events(events: Sequence[Event], state: State | None, number: int) -> Iterator[str]:
    for event in events:
        yield f"{number}."
        expected = None if state is None else state.seat
        if event.seat != expected:
            yield f"@{event.seat + 1}"
        before, action = state, None
        if state is not None:
            _, _, action, state = apply_event(state, event, number)
        if event.hidden:
            yield "?"
        elif event.kind != "action":
            yield f"!{event.kind}"
        elif before is not None and action is not None:
            yield before.game.token(before, action)
        else:
            yield event.what.replace(" ", "_")
        yield from _write_notes(event)
        for variation in event.variations:
            yield "("
            yield from _write_events(variation, before, number)
            yield ")"
        number += 1


def _write_notes(event: Event) -> Iterator[str]:
    if event.clock is not None:
        yield f"{{%clock {event.clock!r}}}"
    if event.evaluation is not None:
        yield f"{{%eval {event.evaluation!r}}}"
    if event.remark:
        escaped = event.remark.replace("\\", "\\\\").replace("}", "\\}").replace("\n", "\\n")
        yield f"{{ {escaped} }}"


def _wrap(words: Sequence[str]) -> Iterator[str]:
    """Lines of whole words: a remark is not broken, since its blanks are significant."""
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > _width:
            yield line
            line = ""
        line = f"{line} {word}" if line else word
    if line:
        yield line


def from_text(text: str, most: int = MAX_EVENTS) -> Record:
    """Parse and check a record; BadRecord if it is invalid, or has more events."""
    if len(text) > LARGEST:
        raise BadRecord("record.too_large", size=len(text), most=LARGEST)
    try:
        fields, offset = _read_tags(text)
        words = _split(text, offset, most)
        bare = Record(**fields)
        state = None if bare.redacted or "?" in words else bare.first()
        events = _Reader(words, state).read()
        record = msgspec.structs.replace(bare, events=events)
    except BadRecord:
        raise
    except ParlourError as error:
        raise BadRecord("record.wrong", reason=str(error)) from None
    return record.check(most)


def _split(text: str, offset: int, most: int) -> list[str]:
    """Split the movetext at an offset into tokens: braced notes, parentheses and words. Events are
    counted here, so that a record with too many is refused before any is applied."""
    words: list[str] = []
    events = 0
    while found := _word.match(text, offset):
        word = found[1]
        words.append(word)
        offset = found.end()
        events += word[0] not in "{()@" and not _number.fullmatch(word)
        refuse_too_many(events, most)
    if offset < len(text):
        raise BadRecord("record.text_form", word=shorten(text[offset : offset + 100]))
    return words


def _read_tags(text: str) -> tuple[dict[str, Any], int]:
    """The record's fields from the tags, and the offset of the events."""
    offset = len(text) - len(text.lstrip())
    settings: dict[str, str] = {}
    tags: dict[str, str] = {}
    seats: dict[str, str] = {}
    single: dict[str, str] = {}
    groups = {"Setting": settings, "Tag": tags, "Seat": seats}
    while found := _tag.match(text, offset):
        name, key, value = found[1], found[2], re.sub(r"\\(.)", r"\1", found[3])
        group, key = (groups[name], key or "") if name in groups else (single, name)
        if key in group or (group is single and found[2]):
            raise BadRecord("record.tag", name=shorten(found[0].strip()))
        group[key] = value
        offset = found.end()
    if text.startswith("[", offset):
        raise BadRecord("record.tag", name=shorten(text[offset : offset + 100].strip()))
    known = {"Game", "Rules", "Start", "Ranks", "Payoffs", "Reason", "Outcome"}
    if not {"Game", "Rules"} <= set(single) or not set(single) <= known:
        raise BadRecord("record.tag", name=shorten(next(iter(set(single) - known), "Game, Rules")))
    rules = whole_number(single["Rules"])
    if rules is None or list(seats) != [str(i + 1) for i in range(len(seats))]:
        raise BadRecord("record.tag", name="Rules" if rules is None else "Seat")
    fields: dict[str, Any] = {
        "game": single["Game"],
        "rules": rules,
        "players": tuple(seats.values()),
        "settings": _read_settings(single["Game"], settings),
        "start": single.get("Start", ""),
        "result": _read_result(single),
        "tags": tags,
    }
    return fields, offset


def _read_settings(slug: str, given: dict[str, str]) -> dict[str, Any]:
    """Typed settings from their texts, parsed by the game's own declaration."""
    from parlour.table.registry import game

    settings = msgspec.structs.asdict(game(slug, **given).settings)
    return {name: settings[name] for name in given}


def _read_result(single: dict[str, str]) -> Result | None:
    parts = [single.get(name) for name in ("Ranks", "Payoffs", "Reason", "Outcome")]
    if parts == [None] * 4:
        return None
    ranks = [whole_number(word) for word in (parts[0] or "").split()]
    payoffs = [_real(word) for word in (parts[1] or "").split()]
    return _built(Result, {"ranks": ranks, "payoffs": payoffs, "code": parts[2], "text": parts[3]})


def _real(text: str) -> float | None:
    """A finite number in Python's notation, else None."""
    return float(text) if re.fullmatch(r"-?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?", text) else None


def _built(kind: type[Built], fields: dict[str, Any]) -> Built:
    """An event or a result, validated as in JSON."""
    try:
        return msgspec.convert(fields, kind)
    except msgspec.ValidationError as error:
        raise BadRecord("record.unreadable", reason=shorten(str(error), 200)) from None


class _Reader:
    """A recursive-descent parser of events and their variations."""

    def __init__(self, words: list[str], state: State | None) -> None:
        self.words = words
        self.index = 0
        self.state = state

    def read(self) -> tuple[Event, ...]:
        events = self._events(self.state, 0)
        if self.index < len(self.words):
            raise BadRecord("record.text_form", word=shorten(self.words[self.index]))
        return events

    def _next(self) -> str | None:
        return self.words[self.index] if self.index < len(self.words) else None

    def _events(self, state: State | None, depth: int) -> tuple[Event, ...]:
        if depth > DEEPEST:
            raise BadRecord("record.too_deep", most=DEEPEST)
        events: list[Event] = []
        while (word := self._next()) is not None and word != ")":
            before = state
            event, state = self._event(state, len(events) + 1)
            variations: list[tuple[Event, ...]] = []
            while self._next() == "(":
                self.index += 1
                variations.append(self._events(before, depth + 1))
                if self._next() != ")":
                    raise BadRecord("record.text_form", word="(")
                self.index += 1
            if variations:
                event = msgspec.structs.replace(event, variations=tuple(variations))
            events.append(event)
        return tuple(events)

    def _event(self, state: State | None, number: int) -> tuple[Event, State | None]:
        fields: dict[str, Any] = {"seat": None if state is None else state.seat}
        word = self._word()
        if _number.fullmatch(word):
            word = self._word()
        if word.startswith("@"):
            seat = whole_number(word[1:])
            if seat is None:
                raise BadRecord("record.text_form", word=shorten(word))
            fields["seat"] = seat - 1
            word = self._word()
        if fields["seat"] is None:
            raise BadRecord("record.text_form", word=shorten(word))
        if word == "?":
            fields["hidden"] = True
        elif word.startswith("!") and word[1:] in get_args(Kind)[1:]:
            fields["kind"] = word[1:]
        elif state is not None:
            fields["what"] = self._canonical(state, word, fields["seat"], number)
        else:
            fields["what"] = word.replace("_", " ")
        while (note := self._next()) is not None and note.startswith("{"):
            self.index += 1
            self._note(note[1:-1], fields)
        event = _built(Event, fields)
        return event, None if state is None else apply_event(state, event, number).after

    def _word(self) -> str:
        word = self._next()
        if word is None or word in "()" or word.startswith("{"):
            raise BadRecord("record.text_form", word=shorten(word or "the end"))
        self.index += 1
        return word

    def _canonical(self, state: State, word: str, seat: int, number: int) -> str:
        """The canonical text of the action that a token names."""
        try:
            return state.game.write(state, state.game.read(state, word, seat))
        except ParlourError as error:
            raise BadRecord("record.event", number=number, reason=str(error)) from None

    def _note(self, note: str, fields: dict[str, Any]) -> None:
        if found := re.fullmatch(r"%(clock|eval) (\S{1,40})", note):
            number = _real(found[2])
            if number is None:
                raise BadRecord("record.text_form", word=shorten(note))
            fields["clock" if found[1] == "clock" else "evaluation"] = number
        else:
            bare = note[1:-1] if note[:1] == note[-1:] == " " and len(note) > 1 else note
            fields["remark"] = re.sub(
                r"\\(.)", lambda escape: "\n" if escape[1] == "n" else escape[1], bare
            )
