"""Calibrating levels: the family of players, the curve through the probes, and a whole run."""

from __future__ import annotations

from itertools import pairwise
from math import exp
from pathlib import Path

import pytest

from benchmarks import calibrate
from benchmarks.calibrate import Family, Probe, curve, logit
from benchmarks.contest import Contest
from parlour.players.player import read_player
from parlour.players.series.scoring import Estimate
from parlour.table.registry import AnyGame

FAMILY = Family("mcts:{nodes},evaluate=1,reuse=0", 10, 3000, 0.8, 1.0)


def test_players_of_a_family_get_stronger_and_err_less():
    assert FAMILY.text(0.0) == "mcts:10,evaluate=1,reuse=0,overlook=0.8,misjudge=1"
    assert FAMILY.text(0.35) == "mcts:74,evaluate=1,reuse=0,overlook=0.553,misjudge=0.25"
    assert FAMILY.text(0.7) == "mcts:540,evaluate=1,reuse=0"
    assert FAMILY.text(1.0) == "mcts:3000,evaluate=1,reuse=0"
    for s in range(12):
        assert read_player(FAMILY.text(s / 10))


def test_the_curve_recovers_the_scale_of_the_probes():
    true = [Probe(s, 1 / (1 + exp(-(8 * s - 1))), 1000) for s in (0.1, 0.2, 0.3, 0.4)]
    start, steepness = curve(true, 10.0)
    assert (start, steepness) == pytest.approx((-1, 8), rel=0.02)


def test_one_probe_fixes_the_curve_if_its_slope_is_known():
    start, steepness = curve([Probe(0.5, 0.6, 100)], 10.0)
    assert steepness == pytest.approx(10)
    assert start + steepness * 0.5 == pytest.approx(logit(0.6))


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_a_probe_may_be_won_or_lost_completely(share: float):
    start, steepness = curve([Probe(0.1, share, 60), Probe(0.2, share, 60)], 10.0)
    assert 5 < steepness < 20
    assert abs(start) < 40


def strong(text: str) -> float:
    """How strong a player of this family is, on a scale of our own: its nodes."""
    return float(text.partition(":")[2].partition(",")[0]) if ":" in text else 15.0


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[tuple[str, str]]:
    """Contests without matches: the share follows from the nodes."""
    seen: list[tuple[str, str]] = []

    def contest(table: AnyGame, players: tuple[str, str], matches: int, **about: int) -> Contest:
        seen.append(players)
        one, other = map(strong, players)
        share = one / (one + other)
        error = Estimate(share, share - 0.02, share + 0.02)
        return Contest(players, about["seed"], matches, matches, error, 0, 50 * matches)

    monkeypatch.setattr(calibrate, "contest", contest)
    monkeypatch.chdir(tmp_path)
    return seen


def test_ten_levels_are_calibrated_without_playing_a_contest_twice(
    played: list[tuple[str, str]], capsys: pytest.CaptureFixture[str]
):
    calibrate.main(["brique", "--nodes", "10-100000"])
    first = capsys.readouterr().out
    ladder = [line for line in first.splitlines() if "Level(" in line]
    ratings = [int(line.rstrip("),").rpartition(" ")[2]) for line in ladder]
    assert len(ladder) == 10
    assert ratings[0] == 600
    assert ratings[-1] == pytest.approx(600 + 9 * 147, abs=150)
    steps = [high - low for low, high in pairwise(ratings)]
    assert all(113 < step < 184 for step in steps)  # from 66 to 74 of 100
    count = len(played)
    calibrate.main(["brique", "--nodes", "10-100000"])
    assert capsys.readouterr().out == first
    assert len(played) == count


@pytest.mark.parametrize("words", [["chess"], ["brique", "--nodes", "many"]])
@pytest.mark.usefixtures("played")
def test_what_cannot_be_calibrated_is_a_sentence(words: list[str]):
    with pytest.raises(SystemExit) as ended:
        calibrate.main(words)
    assert isinstance(ended.value.code, str)
