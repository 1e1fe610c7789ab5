"""Showing records: a summary, one position, or step by step."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from parlour.drawing.slides import draw
from parlour.table.errors import BadRecord
from parlour.table.looks.tints import ThemeName
from parlour.table.matches.events import Transition, outcome_of
from parlour.table.matches.last_turn import LastTurn
from parlour.table.matches.presenter import describe_event
from parlour.table.record import Record
from parlour.table.sentences import Sentence, listing, shorten
from parlour.table.state import State
from parlour.terminal.lines.console import Console


def summary(record: Record) -> Iterator[str]:
    """A record in a few lines: game, players, settings, length and result."""
    game = record.load_game()
    yield f"{game.title}: {listing(list(record.players))}"
    for name, value in record.settings.items():
        yield f"{name}: {value}"
    for name, value in record.tags.items():
        yield f"{name}: {value}"
    yield str(Sentence("terminal.length", count=len(record.events)))
    if record.result:
        yield record.result.text


def position_at(record: Record, number: int | None) -> tuple[State, Transition | None]:
    """The position after so many events, or after all of them, and the step that led to it."""
    most = len(record.events)
    count = most if number is None else number
    if not 0 <= count <= most:
        raise BadRecord("terminal.no_position", number=count, most=most)
    if count == 0:
        return record.first(), None
    transitions = record.replay()
    transition = next(transitions)
    for _ in range(count - 1):
        transition = next(transitions)
    return transition.after, transition


def svg_at(record: Record, number: int | None, theme: ThemeName = "light") -> str:
    """A picture of a position of a record; after the last event if no number is given."""
    state, transition = position_at(record, number)
    turn = LastTurn().follow(islice(record.replay(), number))
    outcome = outcome_of(transition, record.players) if transition else None
    return draw(record, state, turn.marked, outcome, theme)


def report(record: Record, transition: Transition) -> Sentence:
    """An event in words, the same as during the match."""
    return describe_event(transition, record.players)


def watch_record(record: Record, console: Console) -> None:
    """Step through a record: on a screen on the full-screen board, in a pipe in lines."""
    if not console.on_screen:
        replay(record, console)
        return
    from parlour.terminal.board.replay_app import ReplayApp  # textual takes a moment to import

    ReplayApp(record).run()


def replay(record: Record, console: Console) -> None:
    """Step through a record: Enter goes forward, b back, a number to that position, q leaves."""
    transitions, at, moved = list(record.replay()), 0, True
    states = [record.first(), *(transition.after for transition in transitions)]
    while True:
        if moved:
            _show(record, states, transitions[at - 1] if at else None, at, console)
        answer = console.ask(str(Sentence("terminal.replay", at=at, last=len(states) - 1)))
        word = (answer or "").strip().lower()
        if answer is None or word in ("q", "quit"):
            return
        moved = True
        if word in ("", "n", "next"):
            if at == len(states) - 1:
                return
            at += 1
        elif word in ("b", "back"):
            at = max(0, at - 1)
        elif word.isascii() and word.isdigit() and len(word) < 9 and int(word) < len(states):
            at = int(word)
        else:
            moved = False
            message = Sentence("terminal.replay_help", given=shorten(word), last=len(states) - 1)
            console.say(str(message), "wrong")


def _show(
    record: Record, states: list[State], transition: Transition | None, at: int, console: Console
) -> None:
    state = states[at]
    if transition is not None:
        console.say(f"{at}. {report(record, transition)}")
        for line in transition.event.remark.splitlines():
            console.say(f"   {shorten(line, 1_000)}")
    console.say(state.game.text(state))
    if at == len(states) - 1 and record.result:
        console.say(record.result.text)
