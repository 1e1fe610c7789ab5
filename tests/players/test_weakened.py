"""Weakened players err as often and as far as their options say, and stay legal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

import parlour
from parlour.players.player import read_player
from parlour.players.search_result import Limits, SearchResult
from parlour.players.weakened import WeakenedPlayer
from parlour.table.errors import BadSettings
from parlour.table.registry import AnyGame
from parlour.table.state import State


class Sure:
    """Takes the highest number; the value of an action is its number over 100."""

    name = "sure"

    def __init__(self) -> None:
        self.stopped = False
        self.seen: list[tuple[int, ...]] = []

    def search(
        self,
        state: State,
        seat: int,
        limits: Limits | None = None,
        among: Sequence[int] | None = None,
    ) -> SearchResult:
        actions = state.actions(seat) if among is None else list(among)
        self.seen.append(tuple(actions))
        values = {action: action / 100 for action in actions}
        best = max(actions)
        return SearchResult(
            best, values[best], 1, dict.fromkeys(actions, 1), values, (best,), end=3
        )

    def check(self, game: AnyGame) -> None:
        """It plays anything."""

    def choose(self, state: State, seat: int, limits: Limits | None = None) -> int:
        return self.search(state, seat).action

    def stop(self) -> None:
        self.stopped = True


def erring(overlook: float = 0.0, misjudge: float = 0.0) -> tuple[WeakenedPlayer, Sure]:
    sure = Sure()
    return WeakenedPlayer(sure, overlook=overlook, misjudge=misjudge, seed=1), sure


START = parlour.game("brique").start()


def test_without_errors_it_plays_what_its_search_finds():
    player, sure = erring()
    result = player.search(START, 0)
    assert result.action == max(START.actions())
    assert result.end == 3
    assert sure.seen == [tuple(START.actions())]


def test_it_overlooks_as_many_actions_as_it_says():
    player, sure = erring(overlook=0.4)
    for _ in range(100):
        player.choose(START, 0)
    share = sum(map(len, sure.seen)) / (100 * len(START.actions()))
    assert share == pytest.approx(0.6, abs=0.02)


def test_it_always_sees_something_and_does_not_think_about_a_single_thing():
    player, sure = erring(overlook=1.0)
    chosen = {player.choose(START, 0) for _ in range(50)}
    assert len(chosen) > 1
    assert chosen <= set(START.actions())
    assert sure.seen == []


def test_it_considers_no_more_than_it_is_allowed():
    player, _ = erring(overlook=0.5)
    assert {player.search(START, 0, None, [3, 4]).action for _ in range(20)} == {3, 4}


def test_misjudging_chooses_what_is_nearly_as_good_more_often_than_what_is_not():
    player, _ = erring(misjudge=0.02)
    best = max(START.actions())
    chosen = Counter(player.choose(START, 0) for _ in range(400))
    assert 0 < chosen[best] < 400
    assert chosen[best] > chosen[best - 5]
    assert min(chosen) > best - 20


def test_what_is_misjudged_claims_no_proof():
    player, _ = erring(misjudge=1.0)
    results = [player.search(START, 0) for _ in range(20)]
    other = [result for result in results if result.action != max(START.actions())]
    assert other
    assert all(result.end is None and result.line == (result.action,) for result in other)


def test_stopping_reaches_the_search():
    player, sure = erring()
    player.stop()
    assert sure.stopped


@pytest.mark.parametrize(
    ("text", "overlook", "misjudge"),
    [
        ("uct:20,overlook=0.3", 0.3, 0.0),
        ("mcts:20,evaluate=0.5,misjudge=1.25,overlook=1", 1.0, 1.25),
        ("alphabeta:50,memory=1,overlook=0", 0.0, 0.0),
        ("best:50,misjudge=2", 0.0, 2.0),
    ],
)
def test_any_search_may_err(text: str, overlook: float, misjudge: float):
    player = read_player(text, 1)
    assert isinstance(player, WeakenedPlayer)
    assert (player.overlook, player.misjudge) == (overlook, misjudge)
    assert read_player(player.name, 1).name == player.name


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("mcts:20,overlook=1.5", "overlook=1.5: the value must be a number from 0 to 1."),
        ("mcts:20,overlook=", "must be a number from 0 to 1"),
        ("mcts:20,overlook=-1", "must be a number from 0 to 1"),
        ("mcts:20,misjudge=3", "must be a number from 0 to 2"),
        ("mcts:20,misjudge=nan", "must be a number from 0 to 2"),
        ("mcts:20,overlook", "no such search option"),
        ("random,overlook=0.5", "does not search"),
        ("nobody,overlook=0.5", "no such player"),
        ("uct:20,threads=2,overlook=0.5", "no such player"),
    ],
)
def test_errors_that_are_none_are_refused_by_a_sentence(text: str, says: str):
    with pytest.raises(BadSettings) as caught:
        read_player(text)
    assert says in str(caught.value)
