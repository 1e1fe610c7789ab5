"""Levels: the same by number on every machine, erring as they say, and ratings between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

import parlour
from parlour.players import levels
from parlour.players.levels import LevelPlayer
from parlour.players.thought import Limits, Thought
from parlour.table.errors import BadSettings
from parlour.table.level import LADDER, LOWEST, STEP, Level, ladder
from parlour.table.registry import AnyGame, find, games
from parlour.table.state import State


class Sure:
    """Takes the highest number, and knows that each action is worth its number, over 100."""

    name = "sure"

    def __init__(self) -> None:
        self.stopped = False
        self.seen: list[tuple[int, ...]] = []

    def think(
        self,
        state: State,
        seat: int,
        limits: Limits | None = None,
        among: Sequence[int] | None = None,
    ) -> Thought:
        actions = state.actions(seat) if among is None else list(among)
        self.seen.append(tuple(actions))
        values = {action: action / 100 for action in actions}
        best = max(actions)
        return Thought(best, values[best], 1, dict.fromkeys(actions, 1), values, (best,), end=3)

    def check(self, game: AnyGame) -> None:
        """It plays anything."""

    def choose(self, state: State, seat: int, limits: Limits | None = None) -> int:
        return self.think(state, seat).action

    def stop(self) -> None:
        self.stopped = True


@pytest.fixture
def sure(monkeypatch: pytest.MonkeyPatch) -> Sure:
    thinker = Sure()
    monkeypatch.setattr(levels, "read_thinker", lambda text, seed: thinker)
    return thinker


def playing(level: Level, seed: int = 1) -> LevelPlayer:
    player = LevelPlayer(level=1, seed=seed)
    player.played_in = lambda levels: level
    return player


START = parlour.game("brique").start()


def test_a_level_without_errors_plays_what_its_search_finds(sure: Sure):
    thought = playing(Level("mcts:10")).think(START, 0)
    assert thought.action == max(START.actions())
    assert thought.end == 3
    assert sure.seen == [tuple(START.actions())]


def test_it_overlooks_as_many_actions_as_it_says(sure: Sure):
    player = playing(Level("mcts:10", overlook=0.4))
    for _ in range(100):
        player.choose(START, 0)
    share = sum(map(len, sure.seen)) / (100 * len(START.actions()))
    assert share == pytest.approx(0.6, abs=0.02)


def test_it_always_sees_something(sure: Sure):
    player = playing(Level("mcts:10", overlook=1.0))
    assert {player.choose(START, 0) for _ in range(50)} <= set(START.actions())
    assert {len(seen) for seen in sure.seen} == {1}


def test_it_considers_no_more_than_it_is_allowed(sure: Sure):
    assert playing(Level("mcts:10", overlook=0.5)).think(START, 0, None, [3, 4]).action in (3, 4)


@pytest.mark.usefixtures("sure")
def test_misjudging_chooses_what_is_nearly_as_good_more_often_than_what_is_not():
    player = playing(Level("mcts:10", misjudge=0.02))
    best = max(START.actions())
    chosen = Counter(player.choose(START, 0) for _ in range(400))
    assert 0 < chosen[best] < 400
    assert chosen[best] > chosen[best - 5]
    assert min(chosen) > best - 20


@pytest.mark.usefixtures("sure")
def test_what_is_misjudged_claims_no_proof():
    player = playing(Level("mcts:10", misjudge=1.0))
    thoughts = [player.think(START, 0) for _ in range(20)]
    other = [thought for thought in thoughts if thought.action != max(START.actions())]
    assert other
    assert all(thought.end is None and thought.line == (thought.action,) for thought in other)


def test_a_rating_plays_the_levels_around_it_as_often_as_it_takes():
    steps = ladder(("uct:1", 0.0, 0.0), ("uct:2", 0.0, 0.0), ("uct:3", 0.0, 0.0))
    between = LevelPlayer(elo=LOWEST + STEP + STEP // 3, seed=1)
    met = Counter(between.played_in(steps).player for _ in range(3_000))
    assert set(met) == {"uct:2", "uct:3"}
    assert met["uct:3"] / 3_000 == pytest.approx(1 / 3, abs=0.03)
    assert LevelPlayer(elo=1).played_in(steps) == steps[0]
    assert LevelPlayer(elo=9_000).played_in(steps) == steps[-1]
    assert LevelPlayer(elo=LOWEST).played_in(steps) == steps[0]


def test_stopping_reaches_the_search_that_comes_later_too(sure: Sure):
    player = playing(Level("mcts:10"))
    player.stop()
    player.choose(START, 0)
    assert sure.stopped


@pytest.mark.parametrize("slug", sorted(games()))
def test_every_game_has_ten_levels_that_rise(slug: str):
    steps = find(slug).levels
    assert len(steps) == 10
    assert [level.elo for level in steps] == sorted({level.elo for level in steps})
    for level in steps:
        assert not level.player.endswith("s")  # a number, not a time
        assert 0.0 <= level.overlook < 1.0
    assert LADDER


@pytest.mark.parametrize("number", [1, 10])
@pytest.mark.parametrize("slug", sorted(games()))
def test_levels_play(slug: str, number: int):
    game = parlour.game(slug)
    state = game.start()
    limits = Limits(nodes=20)
    for seat in state.acting()[:1]:
        assert LevelPlayer(level=number, seed=1).choose(state, seat, limits) in state.actions(seat)


@pytest.mark.parametrize("slug", sorted(games()))
def test_a_level_repeats_itself_by_seed(slug: str):
    game = parlour.game(slug)
    state = game.start()
    seat = state.acting()[0]
    chosen = [
        [LevelPlayer(level=4, seed=seed).choose(state, seat) for seed in range(5)] for _ in range(2)
    ]
    assert chosen[0] == chosen[1]


@pytest.mark.parametrize(
    "text", ["level", "level:0", "level:11", "level:x", "elo:0", "elo:", "elo:a"]
)
def test_levels_that_are_none(text: str):
    with pytest.raises(BadSettings):
        levels.read_level(text)


def test_texts_mean_levels():
    assert levels.read_level("level:7").level == 7
    assert levels.read_level("elo:1250").elo == 1250
    assert levels.read_level("level:7").name == "level:7"
