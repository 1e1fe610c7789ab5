"""The positions of a record as pictures, one or all of them, by one replay."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from parlour.drawing import picture
from parlour.table.record import Ply, Record
from parlour.table.state import State


class Slide(NamedTuple):
    """A position of a record as a picture, and in words what led to it."""

    caption: str
    svg: str


def draw(record: Record, state: State, ply: Ply | None) -> str:
    """A position with the players' names; what led to it, if anything did, is marked."""
    view = state.game.view(state, None, names=record.players, last=last_path(ply))
    return picture.svg(state.game.board(), view)


def last_path(ply: Ply | None) -> tuple[str, ...]:
    """The sites that were touched for an action, to be marked; none for anything else."""
    if ply is None or ply.action is None:
        return ()
    chosen_in = ply.before.copy()
    chosen_in.seat = ply.event.seat
    return chosen_in.game.path(chosen_in, ply.action)


def slides(record: Record, every: int = 1) -> Iterator[Slide]:
    """The positions of a record in order, all or every so many, always the last; one replay."""
    yield Slide("", draw(record, record.first(), None))
    for number, ply in enumerate(record.replay(), start=1):
        if number % every == 0 or number == len(record.events):
            yield Slide(caption(record, number), draw(record, ply.after, ply))


def caption(record: Record, number: int) -> str:
    """`3. Ann: b2`"""
    event = record.events[number - 1]
    name = record.players[event.seat] if event.seat >= 0 else "-"
    return f"{number}. {name}: {event.what or event.kind}"
