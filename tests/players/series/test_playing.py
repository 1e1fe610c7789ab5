"""One match of a series: repeatable, on a clock, and lost by whoever misbehaves."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.players.player import RandomPlayer
from parlour.players.search_result import Limits
from parlour.players.series import playing
from parlour.players.series.pairing import openings, seating
from parlour.players.series.plan import SeriesPlan, read_plan
from parlour.players.series.playing import GRACE, Task, play
from parlour.table.record import Record
from parlour.table.state import State


def task(number: int = 0, slug: str = "tiny", **options: Any) -> Task:
    plan: SeriesPlan = read_plan(parlour.game(slug), ["uct:3", "random"], 8, **options)
    seats = len(plan.load_game().seats)
    opening = list(openings(plan))[number // seats]
    return Task(plan, number, seating(2, seats, number), opening)


def choosing(monkeypatch: pytest.MonkeyPatch, choose: Callable[..., Any]) -> list[str]:
    """Whoever is called uct:3 chooses like this; what is let go of is noted."""
    closed: list[str] = []

    class Scripted:
        name = "scripted"

        def choose(self, state: State, seat: int, limits: Limits | None = None) -> Any:
            return choose(state, seat, limits)

        def stop(self) -> None:
            """Nothing to stop."""

        def close(self) -> None:
            closed.append(self.name)

    real = playing.read_player

    def read(text: str, seed: int | None = None) -> Any:
        return Scripted() if text == "uct:3" else real(text, seed)

    monkeypatch.setattr(playing, "read_player", read)
    return closed


@pytest.mark.parametrize("slug", ["tiny", "brique", "knights"])
def test_a_match_is_the_same_whenever_it_is_played(slug: str):
    for number in (0, 1, 5):
        record = play(task(number, slug))
        assert record == play(task(number, slug))
        record.check()
        assert record.result is not None
        assert record.tags["Match"] == str(number + 1)
        assert set(record.players) == {"uct:3", "random"}


def test_the_matches_of_a_round_share_their_opening_and_differ_afterwards():
    one, two = play(task(0, "brique")), play(task(1, "brique"))
    assert one.events[:4] == two.events[:4]
    assert one.events != two.events
    assert one.players == two.players[::-1]


def test_players_do_not_repeat_themselves_from_round_to_round():
    assert play(task(0, "brique")).events[4:] != play(task(2, "brique")).events[4:]


# ---- who misbehaves loses ------------------------------------------------------------------------


def lost(record: Record, seat: int) -> None:
    record.check()
    assert record.result
    assert record.result.ranks[seat] > 1
    assert record.events[-1].kind == "forfeit"


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (lambda *_: 1 / 0, "ZeroDivisionError: division by zero"),
        (lambda *_: -1, "-1"),
        (lambda *_: 10**9, "1000000000"),
        (lambda *_: "a1", "TypeError: There is no such action: a1."),
        (lambda *_: None, "TypeError: There is no such action: None."),
    ],
)
def test_a_player_that_fails_loses_and_the_record_tells_why(
    monkeypatch: pytest.MonkeyPatch, answer: Callable[..., Any], says: str
):
    closed = choosing(monkeypatch, answer)
    record = play(task(0, "brique"))
    lost(record, 0)
    assert says in record.tags["Forfeit1"]
    assert closed == ["scripted"]


def test_at_four_seats_the_others_play_on(monkeypatch: pytest.MonkeyPatch):
    choosing(monkeypatch, lambda *_: 1 / 0)
    record = play(task(0, "knights"))
    record.check()
    assert record.result
    assert record.result.ranks[0] == 4
    given_up = [event.kind for event in record.events].index("forfeit")
    assert len(record.events) > given_up + 1


def test_a_long_reason_is_cut_and_stays_on_its_line(monkeypatch: pytest.MonkeyPatch):
    def fail(*_: object) -> int:
        raise ValueError("so\n" * 1_000)

    choosing(monkeypatch, fail)
    record = play(task(0, "brique"))
    record.check()
    assert record.tags["Forfeit1"].startswith("ValueError: so so so")


def test_ctrl_c_is_no_fault_of_a_player(monkeypatch: pytest.MonkeyPatch):
    def interrupt(*_: object) -> int:
        raise KeyboardInterrupt

    closed = choosing(monkeypatch, interrupt)
    with pytest.raises(KeyboardInterrupt):
        play(task(0, "brique"))
    assert closed == ["scripted"]


# ---- clocks --------------------------------------------------------------------------------------


def on_a_watch(
    monkeypatch: pytest.MonkeyPatch, seconds: float, slug: str = "brique", clock: str = "2"
) -> tuple[Record, list[Limits]]:
    """Player 1 takes so long for each choice, the other no time at all."""
    now, told = 0.0, list[Limits]()
    chance = RandomPlayer(1)

    def choose(state: State, seat: int, limits: Limits) -> int:
        nonlocal now
        now += seconds
        told.append(limits)
        return chance.choose(state, seat)

    choosing(monkeypatch, choose)
    record = play(task(0, slug, clock=clock), timer=lambda: now)
    record.check()
    return record, told


def test_overrunning_the_clock_loses(monkeypatch: pytest.MonkeyPatch):
    record, told = on_a_watch(monkeypatch, 0.75)
    assert record.result
    assert (record.result.code, record.result.ranks) == ("time", (2, 1))
    assert record.tags["Overrun1"] == "0.750 s"
    assert [limits.left for limits in told] == pytest.approx([2.0, 1.25, 0.5])


def test_the_grace_time_is_given_once_and_not_reported(monkeypatch: pytest.MonkeyPatch):
    record, told = on_a_watch(monkeypatch, 1 + GRACE / 4)
    assert [limits.left for limits in told][:2] == pytest.approx([2.0, 1 - GRACE / 4])
    assert [limits.left for limits in told][2:] == [0.0]
    assert record.tags["Overrun1"] == f"{1 + GRACE / 4:.3f} s"


def test_an_increment_comes_after_every_turn(monkeypatch: pytest.MonkeyPatch):
    record, told = on_a_watch(monkeypatch, 1.0, clock="2+1")
    assert record.result
    assert record.result.code != "time"
    assert [limits.left for limits in told] == pytest.approx([2.0] * len(told))
    assert {limits.gain for limits in told} == {1.0}


def test_of_several_who_may_act_only_the_one_who_is_asked_loses_time(
    monkeypatch: pytest.MonkeyPatch,
):
    """In tiny all choose a refuge at once; three of them take no time."""
    record, _ = on_a_watch(monkeypatch, 5.0, slug="tiny", clock="2")
    assert [name for name in record.tags if name.startswith("Overrun")] == ["Overrun1"]


def test_without_a_clock_a_player_keeps_to_its_own_limits(monkeypatch: pytest.MonkeyPatch):
    told: list[Limits | None] = []
    chance = RandomPlayer(1)

    def choose(state: State, seat: int, limits: Limits | None) -> int:
        told.append(limits)
        return chance.choose(state, seat)

    choosing(monkeypatch, choose)
    assert play(task(0, "brique")).events[0].clock is None
    assert set(told) == {None}


def test_records_of_a_series_are_records_like_others(tmp_path: Path):
    file = tmp_path / "record.json"
    file.write_bytes(play(task(0, "brique", clock="100")).to_json())
    assert Record.from_json(file.read_bytes()).events[-1].clock is not None
