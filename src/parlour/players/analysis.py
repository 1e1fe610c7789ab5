"""The analysis of a match: the value of each decision, and better alternatives.

A decision is judged by two searches from the position before it, one unrestricted and one
restricted to the action played, both from the view of the seat that decided. This works for any
number of seats and for several actions of one seat in a row. Before a decision is called a mistake,
the better action is searched alone too, because the best of many candidates is overestimated and
had less time.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from parlour.players.player import Searcher
from parlour.players.search_result import Limits, SearchResult
from parlour.table.matches.events import Event, Transition
from parlour.table.record import Record
from parlour.table.sentences import Sentence, add_texts
from parlour.table.state import State

Grade = Literal["", "inaccuracy", "mistake", "blunder"]

GRADES: dict[Grade, float] = {"blunder": 0.6, "mistake": 0.4, "inaccuracy": 0.2}
"""The least loss of value for each grade, on a scale from -1 (lost) to 1 (won)."""

add_texts(
    "analysis",
    {
        "inaccuracy": "Inaccuracy: {better} was better (winning chance {best} %, not {got} %).",
        "mistake": "Mistake: {better} was better (winning chance {best} %, not {got} %).",
        "blunder": "Blunder: {better} was better (winning chance {best} %, not {got} %).",
        "win": "{text} wins by force in {count} moves.",
        "win_one": "{text} wins at once.",
        "loss": "Every move loses, in {count} moves at the latest.",
        "loss_one": "Every move loses at once.",
        "draw": "Best play leads to a draw in {count} moves.",
        "draw_one": "Best play draws at once.",
    },
)


class Judgement(msgspec.Struct, frozen=True):
    """One decision of a match, judged."""

    number: int  # of the event, from 1
    seat: int
    action: int
    value: float  # of the action played, for its seat, from -1 to 1
    best: SearchResult

    @property
    def cost(self) -> float:
        """The loss of value compared with the best action."""
        return max(0.0, self.best.value - self.value)

    @property
    def grade(self) -> Grade:
        for grade, least in GRADES.items():
            if self.cost >= least:
                return grade
        return ""


def judge(record: Record, searcher: Searcher, limits: Limits | None = None) -> Iterator[Judgement]:
    """Judge every decision of a match that had an alternative, in order."""
    for number, transition in enumerate(record.replay(), start=1):
        seat, played = transition.event.seat, transition.action
        if played is None or seat < 0 or len(transition.before.actions(seat)) == 1:
            continue
        best = searcher.search(transition.before, seat, limits)
        value = best.value
        if played != best.action:
            value = searcher.search(transition.before, seat, limits, (played,)).value
        if Judgement(number, seat, played, value, best).grade:
            best = searcher.search(transition.before, seat, limits, (best.action,))
        yield Judgement(number, seat, played, min(value, best.value), best)


def annotate(record: Record, judgements: dict[int, Judgement]) -> Record:
    """The record with evaluations, remarks and better variations."""
    events = [
        _annotated(transition, judgements[number]) if number in judgements else transition.event
        for number, transition in enumerate(record.replay(), start=1)
    ]
    return msgspec.structs.replace(record, events=tuple(events))


def _annotated(transition: Transition, judgement: Judgement) -> Event:
    event, said = transition.event, remark(transition.before, judgement)
    remarks = event.remark.splitlines()
    if said and said not in remarks:
        remarks.append(said)
    variations = event.variations
    if judgement.grade:
        line = tuple(events_of(transition.before, judgement.seat, judgement.best.line))
        if line and line not in variations:
            variations = (*variations, line)
    return msgspec.structs.replace(
        event,
        evaluation=round(judgement.value, 3),
        remark="\n".join(remarks),
        variations=variations,
    )


def remark(state: State, judgement: Judgement) -> str:
    """A sentence about a mistake or a forced result; empty for most decisions."""
    better = state.game.write(state, judgement.best.action)
    if judgement.grade:
        best, got = chances(judgement.best.value), chances(judgement.value)
        return str(Sentence(f"analysis.{judgement.grade}", better=better, best=best, got=got))
    forced = certainty(state, judgement.best)
    return str(forced) if forced is not None else ""


def chances(value: float) -> int:
    """The winning chance in percent for a value from -1 (lost) to 1 (won)."""
    return round(50 * (1 + max(-1.0, min(1.0, value))))


def certainty(state: State, result: SearchResult) -> Sentence | None:
    """A sentence about a forced win, loss or draw that the search has proved; None if none."""
    if result.end is None:
        return None
    if result.value > 0:
        text = state.game.write(state, result.action)
        return Sentence("analysis.win", text=text, count=result.end)
    return Sentence("analysis.loss" if result.value < 0 else "analysis.draw", count=result.end)


def events_of(state: State, seat: int, line: tuple[int, ...]) -> Iterator[Event]:
    """A line as events of a record, up to the first chance event or simultaneous decision."""
    state = state.copy()
    state.seat = seat
    for action in line:
        if state.seat < 0 or action not in state.actions():
            return
        yield Event(state.seat, state.game.write(state, action))
        state.apply(action)
        if len(state.acting()) != 1:
            return
