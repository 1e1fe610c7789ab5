"""The positions of a record as pictures, drawn during one replay."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from parlour.drawing import picture
from parlour.table.looks.tints import ThemeName
from parlour.table.matches.events import outcome_of
from parlour.table.matches.last_turn import LastTurn
from parlour.table.matches.presenter import match_view
from parlour.table.outcome import Outcome
from parlour.table.record import Record
from parlour.table.state import State


class Slide(NamedTuple):
    """A position of a record as a picture, with a caption about the event before it."""

    caption: str
    svg: str


def draw(
    record: Record,
    state: State,
    last: tuple[str, ...] = (),
    outcome: Outcome | None = None,
    theme: ThemeName = "light",
) -> str:
    """A position with the players' names; the last turn is marked, and an outcome is the status."""
    view = match_view(state, None, record.players, last, outcome)
    return picture.svg(state.game.board(), view, state.game.looks(), theme=theme)


def slides(record: Record, every: int = 1, theme: ThemeName = "light") -> Iterator[Slide]:
    """The positions of a record in order, all or every so many, always the last; one replay."""
    yield Slide("", draw(record, record.first(), theme=theme))
    turn = LastTurn()
    for number, transition in enumerate(record.replay(), start=1):
        turn.follow([transition])
        if number % every == 0 or number == len(record.events):
            outcome = outcome_of(transition, record.players)
            drawn = draw(record, transition.after, turn.marked, outcome, theme)
            yield Slide(caption(record, number), drawn)


def caption(record: Record, number: int) -> str:
    """`3. Ann: b2`"""
    event = record.events[number - 1]
    name = record.players[event.seat] if event.seat >= 0 else "-"
    return f"{number}. {name}: {event.what or event.kind}"
