"""Contests: two players with half of the seats each, or one player with one seat."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence

import pytest

import parlour
from benchmarks import contest as contests
from benchmarks.contest import contest, score
from parlour.players.series.playing import Task
from parlour.table.record import Record, Result


@pytest.mark.parametrize(
    ("ranks", "players", "got"),
    [
        ((1, 2), (0, 1), 1.0),
        ((1, 2), (1, 0), 0.0),
        ((1, 1), (0, 1), 0.5),
        ((1, 2, 3, 4), (0, 0, 1, 1), 1.0),
        ((4, 3, 2, 1), (0, 1, 0, 1), 0.0),
        ((1, 1, 1, 4), (0, 0, 1, 1), 1.0),  # two of the three who are left
        ((1, 1, 1, 4), (0, 1, 1, 0), 0.0),
        ((1, 1, 3, 4), (0, 0, 1, 1), 1.0),
        ((1, 1, 3, 4), (0, 1, 0, 1), 0.5),
        ((1, 1, 1, 1), (0, 1, 0, 1), 0.5),
    ],
)
def test_a_match_is_won_by_the_player_with_more_seats_in_first_place(
    ranks: Sequence[int], players: Sequence[int], got: float
):
    assert score(ranks, players) == got


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> None:
    """Results without matches: in six of twelve the second player has the last place with one seat
    and the others share the point; in the other six all share it."""

    def play_all(tasks: Iterable[Task], at_once: int) -> Generator[tuple[int, Record]]:
        assert at_once
        for task in tasks:
            ranks = [1] * len(task.seats)
            if task.number % 12 < 6:
                ranks[task.seats.index(1)] = len(ranks)
            result = Result(tuple(ranks), tuple(0.0 for _ in ranks), "left", "some are left")
            yield task.number, Record(task.plan.game, 1, task.plan.players, result=result)

    monkeypatch.setattr(contests, "play_all", play_all)


@pytest.mark.usefixtures("played")
def test_with_half_of_the_seats_each_matches_are_won_drawn_or_lost():
    found = contest(parlour.game("knights"), ("wary", "random"), 12)
    assert (found.matches, found.draws) == (12, 6)
    assert found.share.value == 0.75  # of the points it would be 7/12
    assert found.share.low < 0.75 < found.share.high


@pytest.mark.usefixtures("played")
def test_with_one_seat_the_score_is_the_share_of_the_points():
    found = contest(parlour.game("knights"), ("wary", "random"), 12, evenly=False)
    assert (found.matches, found.draws) == (12, 12)  # all were shared
    assert found.share.value == pytest.approx((1 / 3 + 1 / 4) / 2)


@pytest.mark.usefixtures("played")
def test_with_two_seats_both_are_the_same():
    one, other = (
        contest(parlour.game("feud"), ("wary", "random"), 12, evenly=evenly)
        for evenly in (True, False)
    )
    assert one == other
    assert (one.share.value, one.draws) == (0.75, 6)
