"""How often players keep the exact value: the judge and the player have different tables."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

import parlour
from benchmarks import exact_moves
from benchmarks.exact_moves import Answer, Question, answer, count, questions, set_up


def test_the_best_action_has_the_exact_value_of_the_position():
    game = parlour.game("chessicle").guarded()
    known = game.knowledge()
    assert known is not None
    for question in islice(questions(game, known, 3), 30):
        state = game.from_line(question.line)
        certain = known.exact_payoffs(state)
        assert certain is not None
        assert max(question.values.values()) == certain[0][state.seat]
        assert list(question.values) == state.actions()


def test_three_kinds_of_positions_are_counted_separately():
    easy, hard = Question("a", {1: 0.0, 2: 0.0}), Question("b", {1: 1.0, 2: -1.0})
    right, wrong, found = Answer(1, True, 0.0), Answer(2, False, 0.5), Answer(1, False, 1.5)
    given = [(easy, None), (hard, right), (hard, wrong), (hard, found)]
    assert count(given, 1) == [
        "of 4 choices 75.00% keep the exact value",
        "  every action keeps it: 1",
        "  in its tables: 1, 100.00% kept, 0 lost value, 0.000 s each",
        "  searched: 2, 50.00% kept, 1 lost value, 1.000 s each",
    ]
    assert count(given, 0)[0] == "of 1 choices 100.00% keep the exact value"


def test_the_player_has_only_the_tables_it_is_given(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.setenv("PARLOUR_DATA", "of the judge")
    set_up(str(tmp_path), "chessicle", [], "best:100", 1)
    five = "A-P1,.,.,.,./A-P2,.,.,.,./A-P3,.,B-P2,.,./.,.,.,.,./.,.,.,.,B-P1 A 0"
    given = [
        answer(Question(line, {0: 0.0, 1: 1.0}))[1] for line in (five, five.replace("A-P3", "."))
    ]
    assert [one.in_tables for one in given if one] == [False, True]
    assert answer(Question(five, {0: 0.0, 1: 0.0}))[1] is None


def test_a_run(capsys: pytest.CaptureFixture[str]):
    words = ["chessicle", "--player", "best:50", "--positions", "8", "--seed", "2"]
    exact_moves.main(words)
    assert "of 8 choices 100.00% keep the exact value" in capsys.readouterr().out
