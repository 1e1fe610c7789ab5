"""Looking at records: the last position, step by step, as a picture, in the other form."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from parlour.table import picture
from parlour.table.errors import BadRecord
from parlour.table.record import Ply, Record
from parlour.table.sentences import Sentence, listing
from parlour.table.state import State
from parlour.terminal.console import Console


def positions(record: Record) -> list[State]:
    """Every position of a match: before the first event, and after each."""
    plies = list(record.replay())
    return [ply.before for ply in plies] + [record.last()]


def summary(record: Record) -> Iterator[str]:
    """A record in a few lines: who played what, with which settings, and how it ended."""
    table = record.table()
    yield f"{table.title}: {listing(list(record.players))}"
    for name, value in record.settings.items():
        yield f"{name}: {value}"
    for name, value in record.tags.items():
        yield f"{name}: {value}"
    yield str(Sentence("terminal.length", count=len(record.events)))
    if record.result:
        yield record.result.text


def position_at(record: Record, number: int | None) -> State:
    """The position after so many events; after all of them if no number is given."""
    states = positions(record)
    if number is None:
        return states[-1]
    if not 0 <= number < len(states):
        raise BadRecord("terminal.no_position", number=number, most=len(states) - 1)
    return states[number]


def replay(record: Record, console: Console) -> None:
    """Step through a record: Enter goes on, b goes back, a number goes there, q leaves."""
    states, at = positions(record), 0
    while True:
        _show(record, states, at, console)
        answer = console.ask(str(Sentence("terminal.replay", at=at, last=len(states) - 1)))
        word = (answer or "").strip().lower()
        if answer is None or word in ("q", "quit"):
            return
        if word in ("", "n", "next"):
            if at == len(states) - 1:
                return
            at += 1
        elif word in ("b", "back"):
            at = max(0, at - 1)
        elif word.isascii() and word.isdigit() and len(word) < 9 and int(word) < len(states):
            at = int(word)
        else:
            console.say(str(Sentence("terminal.replay_help")))


def _show(record: Record, states: list[State], at: int, console: Console) -> None:
    state = states[at]
    if at:
        event = record.events[at - 1]
        name = record.players[event.seat] if event.seat >= 0 else "-"
        console.say(f"{at}. {name}: {event.what or event.kind}")
        if event.remark:
            console.say(f"   {event.remark}")
    console.say(state.game.text(state))
    if at == len(states) - 1 and record.result:
        console.say(record.result.text)


def svg_at(record: Record, number: int | None) -> str:
    """A picture of a position of a record; after the last event if no number is given."""
    state = position_at(record, number)
    count = len(record.events) if number is None else number
    before = next(islice(record.replay(), count - 1, None)) if count else None
    return _draw(record, state, before)


def svgs(record: Record) -> Iterator[str]:
    """A picture of every position of a record, by one replay."""
    before: Ply | None = None
    for ply in record.replay():
        yield _draw(record, ply.before, before)
        before = ply
    yield _draw(record, record.last(), before)


def _draw(record: Record, state: State, ply: Ply | None) -> str:
    """A position with the players' names, and what led to it marked."""
    last: tuple[str, ...] = ()
    if ply is not None and ply.action is not None:
        chosen_in = ply.before.copy()
        chosen_in.seat = ply.event.seat
        last = state.game.path(chosen_in, ply.action)
    view = state.game.view(state, None, names=record.players, last=last)
    return picture.svg(state.game.board(), view)
