"""Analysis of a match: costs, remarks, better variations, and the annotated record."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import msgspec
import pytest

import parlour
from parlour.players import evaluation_graph
from parlour.players.analysis import Judgement, annotate, certainty, events_of, judge, remark
from parlour.players.search_result import Limits, SearchResult
from parlour.table.match import Match
from parlour.table.matches.record_text import to_text
from parlour.table.record import Record, from_form
from parlour.table.registry import AnyGame
from parlour.table.state import State
from tests.play import walk


class Oracle:
    """Values an action by its index in the list, from -1 for the first to 1."""

    name = "oracle"

    def __init__(self) -> None:
        self.asked: list[tuple[int, tuple[int, ...] | None]] = []

    def search(
        self,
        state: State,
        seat: int,
        limits: Limits | None = None,
        among: Sequence[int] | None = None,
    ) -> SearchResult:
        self.asked.append((seat, None if among is None else tuple(among)))
        actions = state.actions(seat)
        values = {a: 2 * i / (len(actions) - 1) - 1 for i, a in enumerate(actions)}
        best = max(values if among is None else among, key=values.__getitem__)
        return SearchResult(best, values[best], 1, {best: 1}, values, (best,))

    def check(self, game: AnyGame) -> None:
        """It plays anything."""

    def choose(self, state: State, seat: int, limits: Limits | None = None) -> int:
        return self.search(state, seat).action

    def stop(self) -> None:
        """It never takes long."""


def played(*texts: str) -> Record:
    match = Match(parlour.game("brique", size=3, pie=False), ["Ann", "Bob"])
    for text in texts:
        seat = match.state.seat
        match.act(seat, match.game.read(match.state, text, seat))
    return match.record()


def test_what_was_played_is_judged_against_the_best_of_the_same_position():
    record = played("a1", "b2")
    oracle = Oracle()
    first, second = judge(record, oracle)
    state = record.first()
    actions = state.actions()
    place = actions.index(state.game.read(state, "a1"))
    assert (first.number, first.seat) == (1, 0)
    assert first.value == 2 * place / (len(actions) - 1) - 1
    assert first.best.action == actions[-1]
    assert first.cost == 1.0 - first.value
    assert (second.number, second.seat) == (2, 1)
    assert oracle.asked == [
        asked
        for judged in (first, second)
        for asked in [
            (judged.seat, None),
            (judged.seat, (judged.action,)),
            *([(judged.seat, (judged.best.action,))] if judged.grade else []),
        ]
    ]
    assert first.grade


class Lucky(Oracle):
    """Overrates what it finds itself."""

    def search(
        self,
        state: State,
        seat: int,
        limits: Limits | None = None,
        among: Sequence[int] | None = None,
    ) -> SearchResult:
        result = super().search(state, seat, limits, among)
        return msgspec.structs.replace(result, value=0.9 if among is None else 0.1)


def test_an_overestimated_alternative_is_no_reason_for_blame():
    (judged,) = judge(played("a1"), Lucky())
    assert judged.action != judged.best.action
    assert (judged.value, judged.best.value, judged.grade) == (0.1, 0.1, "")


@pytest.mark.parametrize(
    ("cost", "verdict"),
    [
        (0.0, ""),
        (0.19, ""),
        (0.25, "inaccuracy"),
        (0.45, "mistake"),
        (0.6, "blunder"),
        (2, "blunder"),
    ],
)
def test_remarks_grow_with_the_cost(cost: float, verdict: str):
    assert Judgement(1, 0, 3, 1 - cost, SearchResult(5, 1.0, 1, {})).grade == verdict


def test_the_best_action_costs_nothing_and_is_searched_once():
    record = played("c3")
    oracle = Oracle()
    [only] = judge(record, oracle)
    best = record.first().actions()[-1]
    assert (only.action == best) == (len(oracle.asked) == 1)
    if only.action == best:
        assert only.cost == 0.0


def test_chance_ends_and_forced_actions_are_passed_over():
    steps = list(walk(parlour.game("tiny"), Random(2)))
    match = Match(parlour.game("tiny"), list("abcd"))
    for step in steps[:12]:
        match.act(step.seat, step.action)
    record = match.record()
    judged = list(judge(record, Oracle()))
    plies = list(record.replay())
    free = [
        number
        for number, ply in enumerate(plies, start=1)
        if ply.event.seat >= 0 and len(ply.before.actions(ply.event.seat)) > 1
    ]
    assert [judgement.number for judgement in judged] == free
    assert any(ply.event.seat < 0 for ply in plies)


def test_an_annotated_record_is_a_good_record_and_says_why():
    record = played("a1", "b2")
    judged = {judgement.number: judgement for judgement in judge(record, Oracle())}
    kept = annotate(record, judged)
    kept.check()
    event = kept.events[0]
    better = record.first().game.write(record.first(), judged[1].best.action)
    assert event.evaluation == round(judged[1].value, 3)
    got = round(50 * (1 + judged[1].value))
    verdict = judged[1].grade.capitalize()
    said = f"{verdict}: {better} was better (winning chance 100 %, not {got} %)."
    assert event.remark == said
    assert [[e.what for e in line] for line in event.variations] == [[better]]
    assert from_form(to_text(kept)) == kept
    assert from_form(kept.to_json().decode()) == kept
    assert annotate(kept, judged) == kept  # a second time nothing is said twice


def test_remarks_that_were_there_stay():
    record = played("a1")
    said = msgspec.structs.replace(record.events[0], remark="My favourite.")
    record = msgspec.structs.replace(record, events=(said,))
    kept = annotate(record, {j.number: j for j in judge(record, Oracle())})
    assert kept.events[0].remark.splitlines()[0] == "My favourite."
    assert len(kept.events[0].remark.splitlines()) == 2


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (1.0, "b2 wins by force in 5 moves."),
        (-1.0, "Every move loses, in 5 moves at the latest."),
        (0.0, "Best play leads to a draw in 5 moves."),
    ],
)
def test_what_is_proved_is_said(value: float, says: str):
    game = parlour.game("brique", size=3, pie=False)
    state = game.start()
    b2 = game.read(state, "b2")
    result = SearchResult(b2, value, 9, {b2: 9}, end=5)
    assert str(certainty(state, result)) == says
    assert remark(state, Judgement(1, 0, b2, value, result)) == says


def test_a_line_ends_where_it_cannot_go_on():
    game = parlour.game("brique", size=3, pie=False)
    state = game.start()
    a1 = game.read(state, "a1")
    assert [event.what for event in events_of(state, 0, (a1, a1, a1))] == ["a1"]


def judgements(*values: float) -> list[Judgement]:
    return [
        Judgement(number, (number - 1) % 2, 0, value, SearchResult(0, max(value, 0.5), 1, {}))
        for number, value in enumerate(values, start=1)
    ]


def test_the_bars_of_a_terminal_rise_and_fall():
    found = judgements(-1, 0, 1, 0, 0)
    assert evaluation_graph.bars(found, 0, 40) == "▁█▅"
    assert evaluation_graph.bars(found, 1, 40) == "▅▅"
    assert len(evaluation_graph.bars(judgements(*[0.1] * 500), 0, 30)) == 30


def test_the_picture_has_a_curve_a_seat_and_a_sign_a_verdict():
    found = judgements(-1, 0.4, 1, 0.4)
    svg = evaluation_graph.svg(("Ann & Bob", "<Eve>"), ("black", "white"), found)
    assert svg.count("<polyline") == 4
    for label in ("won", "even", "lost", f"{found[-1].number} actions"):
        assert f">{label}</text>" in svg
    assert ">??</text>" in svg
    assert "&lt;Eve&gt;" in svg
    assert "<Eve>" not in svg


def test_nothing_to_judge_is_a_picture_too():
    assert "<svg" in evaluation_graph.svg(("A", "B"), ("black", "white"), [])
