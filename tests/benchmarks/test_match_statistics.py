"""The statistics of matches: counted by a small reckoning of our own, repeatable, in any number of
processes, and refused with a sentence."""

from __future__ import annotations

from typing import Any

import pytest

import parlour
from benchmarks import match_statistics as statistics
from benchmarks.match_statistics import Played, Task


def table(capsys: pytest.CaptureFixture[str], *words: str) -> list[list[str]]:
    """The cells of what is printed."""
    statistics.main(list(words))
    shown = capsys.readouterr()
    assert shown.err == "", "progress is for terminals"
    return [
        [cell.strip() for cell in line.strip("|").split("|")] for line in shown.out.splitlines()
    ]


def test_each_choice_of_the_varied_setting_is_a_row(capsys: pytest.CaptureFixture[str]):
    words = ("tiny", "--matches", "3", "--player", "uct:5", "--processes", "1")
    headings, rule, *rows = table(capsys, *words, "--vary", "sea")
    assert [row[0] for row in rows] == ["Tiny calm", "Tiny wild"]
    assert [len(row) for row in (rule, *rows)] == [len(headings)] * 3
    assert len(table(capsys, *words, "--vary", "map")) == 3, "no such setting: the game as it is"
    assert table(capsys, *words, "--vary", "sea", "--set", "sea=calm")[2] == rows[0]


def test_every_match_is_won_by_one_seat_or_drawn(capsys: pytest.CaptureFixture[str]):
    headings, _, row = table(
        capsys, "tiny", "--matches", "4", "--player", "random", "--processes", "1"
    )
    cells = dict(zip(headings, row, strict=True))
    wins = [int(number) for number in cells["wins by seat"].split(" - ")]
    assert len(wins) == 4
    assert sum(wins) + int(cells["draws"]) == int(cells["matches"]) == 4


def test_the_same_seed_gives_the_same_table_with_any_number_of_processes(
    capsys: pytest.CaptureFixture[str],
):
    words = ("knights", "--matches", "4", "--player", "uct:5")
    alone = table(capsys, *words, "--processes", "1")
    assert table(capsys, *words, "--processes", "2") == alone
    assert table(capsys, *words, "--processes", "1", "--seed", "2") != alone


def test_the_figures_are_those_of_the_matches():
    game = parlour.game("chessicle")
    played = [
        Played(10, 0, False),
        Played(20, 0, False),
        Played(60, 1, False),
        Played(30, None, True),
    ]
    row = statistics.row(game, "Chess", played)
    assert row == ("Chess", "4", "30", "25", "60", "2 - 1", "66.7%", "1", "25.0%")


@pytest.mark.parametrize(("settings", "cut"), [({"limit": 3}, False), ({}, True)])
def test_matches_ended_by_the_safeguard_count_as_cut_those_ended_by_a_limit_do_not(
    monkeypatch: pytest.MonkeyPatch, settings: dict[str, Any], cut: bool
):
    """The tiny game is over after `limit` rounds, and its safeguard is such a limit."""
    kind = type(parlour.game("tiny"))
    monkeypatch.setattr(kind, "safeguard", {"limit": 1})
    played = statistics.play(Task("tiny", settings, "random", "1"))
    assert played.cut == cut
    assert played.actions > 0


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["nowhere"], "There is no game called nowhere"),
        (["--player", "chess"], "no such player"),
        (["knights", "--set", "size=3"], "There is no setting"),
        (["--matches", "0"], "write a number from 1 on"),
        (["--processes", "many"], "write a number from 1 on"),
    ],
)
def test_invalid_arguments_are_refused_with_a_sentence(
    capsys: pytest.CaptureFixture[str], words: list[str], says: str
):
    with pytest.raises(SystemExit) as stopped:
        statistics.main(words)
    assert stopped.value.code == 2
    assert says in capsys.readouterr().err
