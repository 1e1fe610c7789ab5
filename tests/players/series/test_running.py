"""The processes of a series: however many, however they end."""

from __future__ import annotations

import signal
import sys
from contextlib import closing, nullcontext
from pathlib import Path

import pytest

import parlour
from parlour.players.series import running
from parlour.players.series.folder import open_folder
from parlour.players.series.pairing import openings, seating
from parlour.players.series.places import play_where
from parlour.players.series.plan import SeriesPlan, read_plan
from parlour.players.series.playing import Task, play
from parlour.players.series.report import table
from parlour.players.series.running import SeriesFailed, count_played, play_all, play_missing
from parlour.players.series.tally import Tally


def plan(matches: int = 8, sprt: str = "", other: str = "random") -> SeriesPlan:
    players = ["uct:20", other]
    return read_plan(parlour.game("brique", size=4), players, matches, opening=2, sprt=sprt)


def run(path: Path, at_once: int, what: SeriesPlan) -> Tally:
    with open_folder(what, path) as folder:
        tally = Tally(what, 2)
        count_played(folder, tally)
        play_missing(
            folder, tally, play_where("here", at_once), lambda _: nullcontext(lambda: None)
        )
        return tally


def matches(path: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in (path / "matches").iterdir()}


def tasks(count: int) -> list[Task]:
    what = plan(count)
    return [
        Task(what, number, seating(2, 2, number), opening)
        for round, opening in enumerate(openings(what))
        for number in (2 * round, 2 * round + 1)
    ]


def test_a_seed_gives_the_same_matches_however_many_are_played_at_once(tmp_path: Path):
    tallies = [run(tmp_path / str(count), count, plan()) for count in (1, 3)]
    assert matches(tmp_path / "1") == matches(tmp_path / "3")
    assert len(matches(tmp_path / "1")) == 8
    assert list(table(tallies[0])) == list(table(tallies[1]))


def test_an_sprt_ends_at_the_same_match_however_many_are_played_at_once(tmp_path: Path):
    what = plan(200, "0,300")
    one, three = (run(tmp_path / str(count), count, what) for count in (1, 3))
    assert one.verdict == "stronger"
    assert list(table(one)) == list(table(three))
    assert one.matches == len(one.played)


def test_what_is_missing_is_played_and_nothing_else(tmp_path: Path):
    whole = run(tmp_path / "whole", 1, plan())
    run(tmp_path / "part", 1, plan())
    before = matches(tmp_path / "part")
    for name in ("0000002.json", "0000005.json"):
        (tmp_path / "part" / "matches" / name).unlink()
    untouched = (tmp_path / "part" / "matches" / "0000001.json").stat().st_mtime_ns
    assert list(table(run(tmp_path / "part", 2, plan()))) == list(table(whole))
    assert matches(tmp_path / "part") == before
    assert (tmp_path / "part" / "matches" / "0000001.json").stat().st_mtime_ns == untouched


def test_a_series_that_is_done_starts_no_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    run(tmp_path, 1, plan(2))

    def refuse(_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(running, "SeriesWorker", refuse)
    assert run(tmp_path, 1, plan(2)).over


def test_a_worker_plays_what_we_would_play():
    first = tasks(2)[0]
    assert list(play_all([first], 1)) == [(0, play(first))]


def test_closing_the_iteration_ends_all_workers(monkeypatch: pytest.MonkeyPatch):
    started: list[running.SeriesWorker] = []

    class Noted(running.SeriesWorker):
        def __init__(self, command: tuple[str, ...]) -> None:
            super().__init__(command)
            started.append(self)

    monkeypatch.setattr(running, "SeriesWorker", Noted)
    monkeypatch.setattr(running, "SHUTDOWN_TIMEOUT", 60.0)
    with closing(play_all(tasks(8), 3)) as played:
        next(played)
        assert len(started) == 3
    assert {worker.process.returncode for worker in started} <= {0, -signal.SIGTERM}, (
        "all were told"
    )


CARELESS = """
import os, signal
from parlour.players.series import worker

class Careless:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGTERM)
        [None for _ in range(1000)]  # the signal is noticed here, and what it raises is swallowed

play = worker.play
def careless(task):
    Careless()
    return play(task)

worker.play = careless
worker.main()
"""


def test_a_worker_that_is_told_to_end_inside_a_destructor_ends_after_the_match():
    worker = running.SeriesWorker((sys.executable, "-c", CARELESS))
    worker.start(tasks(2)[0])
    assert worker.answer().result
    assert worker.process.wait(60) == 0, "its input is still open"
    worker.end()


@pytest.mark.parametrize(
    ("program", "says"),
    [
        ("raise SystemExit", "The process that played it has ended."),
        ("print('moo')", "The process that played it has ended."),
        ("import os; os.kill(os.getpid(), 9)", "The process that played it has ended."),
        ("""print('{"number": 0, "trouble": "KeyError: 5"}', flush=True)""", "KeyError: 5"),
        (
            "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN);"
            "print('moo', flush=True); time.sleep(60)",
            "has ended",
        ),
    ],
)
def test_a_worker_that_dies_or_talks_nonsense_ends_the_series_with_a_sentence(
    program: str, says: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(running, "SHUTDOWN_TIMEOUT", 0.3)
    with pytest.raises(SeriesFailed) as caught:
        list(play_all(tasks(2), 1, (sys.executable, "-c", program)))
    assert says in str(caught.value)
    assert str(caught.value).startswith("Match 1 could not be played. ")
