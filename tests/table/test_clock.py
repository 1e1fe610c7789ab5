"""Clocks: time, increments, and their text form."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.table.clock import LONGEST, Clock, TimeControl
from parlour.table.errors import BadSettings


def clock(text: str, seats: int = 2) -> Clock:
    return Clock(TimeControl.read(text), seats)


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("5m+3s", TimeControl(300, 3)),
        ("90s", TimeControl(90)),
        (" 5M + 3S ", TimeControl(300, 3)),
        ("3d+1d<7d", TimeControl(3 * 86_400, 86_400, 7 * 86_400)),
        ("1h<1h", TimeControl(3_600, 0, 3_600)),
        ("0.5s+0.001s", TimeControl(0.5, 0.001)),
    ],
)
def test_clocks_are_written_with_units(text: str, control: TimeControl):
    assert TimeControl.read(text) == control


@pytest.mark.parametrize(
    "text",
    ["", "5", "5m+", "+3s", "5m3s", "5m-3s", "-5m", "5m+3", "٥m", "5min", "1e3s", "5m+3s<", "nan",
     "5m\n", "\x005m", "5m+3s+3s", "9999999s", "0x5m"],
)  # fmt: skip
def test_what_is_no_clock_is_refused(text: str):
    with pytest.raises(BadSettings, match="write a clock as 5m"):
        TimeControl.read(text)


@pytest.mark.parametrize("text", ["0s", "0d+5s", "400d", "5m+999d"])
def test_no_time_and_too_much_time_are_refused(text: str):
    with pytest.raises(BadSettings, match="more than zero seconds and at most a year"):
        TimeControl.read(text)


@pytest.mark.parametrize("text", ["5m+3s<4m", "5m<999d"])
def test_a_cap_below_the_start_or_beyond_a_year_is_refused(text: str):
    with pytest.raises(BadSettings, match="cap"):
        TimeControl.read(text)


@pytest.mark.parametrize(
    "numbers",
    [(math.nan,), (1.0, math.nan), (1.0, 0.0, math.nan), (math.inf,), (-1.0,), (1.0, -1.0)],
)
def test_a_clock_of_strange_numbers_is_refused(numbers: tuple[float, ...]):
    with pytest.raises(BadSettings):
        TimeControl(*numbers)


def test_only_running_clocks_lose_time():
    times = clock("60s", 3)
    times.run([0, 2], now=0.0)
    times.charge(now=10.0)
    assert times.left == [50.0, 60.0, 50.0]
    times.run([1], now=15.0)
    times.charge(now=20.0)
    assert times.left == [45.0, 55.0, 45.0]


def test_chance_has_no_clock():
    times = clock("60s")
    times.run([-1], now=0.0)
    assert times.running == ()
    assert times.next_timeout() is None
    assert times.timed_out(now=1_000.0) is None


def test_fischer_adds_the_increment_without_end():
    times = clock("60s+10s")
    for _ in range(5):
        times.add_increment(0)
    assert times.left == [110.0, 60.0]


def test_capped_fischer_adds_up_to_the_cap():
    times = clock("60s+10s<75s")
    for _ in range(5):
        times.add_increment(0)
    assert times.left == [75.0, 60.0]


def test_a_cap_never_takes_time_away():
    times = clock("60s+10s<75s")
    times.left[0] = 100.0
    times.add_increment(0)
    assert times.left[0] == 100.0


def test_what_remains_is_told_without_stopping_the_clock():
    times = clock("60s")
    times.run([0], now=5.0)
    assert times.remaining(0, now=15.0) == 50.0
    assert times.remaining(1, now=15.0) == 60.0
    assert times.left == [60.0, 60.0]


def test_the_flag_that_was_due_first_falls_first():
    times = clock("60s")
    times.left = [20.0, 10.0]
    times.run([0, 1], now=0.0)
    assert times.next_timeout() == 10.0
    assert times.timed_out(now=9.9) is None
    assert times.timed_out(now=10.0) == 1
    assert times.timed_out(now=100.0) == 1


def test_forgiven_time_is_charged_to_nobody():
    times = clock("60s")
    times.run([0], now=0.0)
    times.charge(now=10.0)
    times.resume(now=5_000.0)
    assert times.timed_out(now=5_000.0) is None
    assert times.next_timeout() == 5_050.0
    times.resume(now=3.0)  # the server counts from its own start
    times.charge(now=4.0)
    assert times.left[0] == 49.0


@given(
    st.lists(st.tuples(st.floats(-1e6, 1e6), st.sets(st.integers(0, 2))), max_size=20),
    st.floats(0, 100),
)
def test_a_jump_of_the_wall_clock_adds_no_time(looks: list[tuple[float, set[int]]], start: float):
    times = clock("60s", 3)
    times.since = start
    for now, seats in looks:
        before = list(times.left)
        times.run(sorted(seats), now)
        assert all(new <= old for new, old in zip(times.left, before, strict=True))
        times.charge(now - 1.0)
        assert times.since >= start


@given(st.floats(0.001, LONGEST), st.floats(0, LONGEST), st.floats(0, LONGEST))
def test_an_increment_never_exceeds_the_cap_and_never_takes_time(
    start: float, more: float, extra: float
):
    times = Clock(TimeControl(start, more, min(start + extra, LONGEST)), 1)
    times.add_increment(0)
    assert start <= times.left[0] <= min(start + extra, LONGEST)


def test_a_flag_falls_exactly_at_the_predicted_time():
    """With times as large as a hall's, a sum and its parts differ in the last digit."""
    times = clock("5m", 1)
    times.since, times.left[0] = 1700000000.1343641, 300.00084743373696
    times.run([0], times.since)
    fall = times.next_timeout()
    assert fall is not None
    assert times.timed_out(fall) == 0
    assert times.timed_out(fall - 1e-6) is None


@given(
    now=st.floats(1.6e9, 1.8e9),
    start=st.floats(1e-6, 1e5),
    spent=st.lists(st.floats(0, 100), max_size=4),
)
def test_a_clock_has_run_out_at_the_predicted_time(now: float, start: float, spent: list[float]):
    """Far from zero times are coarse; both must round alike, or a flag would never fall."""
    times = Clock(TimeControl(start), 2)
    times.since = now
    for passed in spent:
        now += passed
        times.run((0,), now)
    times.run((1,), now)
    due = times.next_timeout()
    assert due is not None
    assert times.timed_out(due) == 1
