"""The benchmark beside other systems: it takes turns, it is fair, it refuses with a sentence. What
others bring is not needed here."""

from __future__ import annotations

import json

import pytest

from benchmarks.peers import __main__ as peers
from benchmarks.peers.beside_openspiel import available, our_search
from benchmarks.peers.turns import Comparison, measure
from parlour import game


def test_the_two_take_turns_and_the_middle_round_counts():
    told: list[str] = []
    speed = iter([(10.0, 5.0), (1.0, 1.0), (40.0, 10.0)] * 2)
    now = (0.0, 0.0)

    def ours(seconds: float) -> float:
        nonlocal now
        now = next(speed)
        told.append(f"ours {seconds}")
        return now[0]

    def theirs(seconds: float) -> float:
        told.append(f"theirs {seconds}")
        return now[1]

    (row,) = measure([Comparison("moves", ours, theirs)], 0.5, 3)
    assert told == ["ours 0.5", "theirs 0.5"] * 3
    assert row == {"what": "moves", "ours": 10, "theirs": 5, "ratio": 2.0}


def test_a_disturbance_affects_one_round_of_each_system():
    order: list[str] = []

    def noted(name: str) -> Comparison:
        return Comparison(name, lambda _: order.append(name) or 2.0, lambda _: 1.0)

    list(measure([noted("a"), noted("b")], 1.0, 2))
    assert order == ["a", "b", "a", "b"]


def test_a_missing_search_is_left_out():
    assert available(("uct:5", "no such search", "random")) == ["uct:5", "random"]


def test_our_search_counts_its_simulations():
    start = game("brique", size=3).start()
    assert our_search(start, "uct:7")(0.01) > 0


def test_rows_and_then_a_table(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    fake = [Comparison("moves", lambda _: 3_000.0, lambda _: 1_000.0)]
    monkeypatch.setattr(peers, "PARTS", {"openspiel": lambda: fake})
    monkeypatch.setattr(peers, "one_core", lambda: None)
    peers.main(["--rounds", "1"])
    first, *rest = capsys.readouterr().out.splitlines()
    assert json.loads(first) == {"what": "moves", "ours": 3000, "theirs": 1000, "ratio": 3.0}
    assert rest[-1] == "| moves | 3,000 | 1,000 | 3.0 |"


def test_what_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch):
    def missing() -> list[Comparison]:
        raise ModuleNotFoundError("no", name="pyspiel")

    monkeypatch.setattr(peers, "PARTS", {"openspiel": missing})
    with pytest.raises(SystemExit, match=r"pyspiel is not installed: pip install 'parlour\[peers"):
        peers.main([])


@pytest.mark.parametrize("words", [["ludii"], ["--seconds", "0"], ["--rounds", "0"]])
def test_what_cannot_be_measured_is_refused(words: list[str], capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as caught:
        peers.main(words)
    assert caught.value.code == 2
    assert "error: " in capsys.readouterr().err
