"""Levels: the same by number on every machine, rising, and ratings between them."""

from __future__ import annotations

from collections import Counter

import pytest

import parlour
from parlour.players import levels
from parlour.players.levels import LevelPlayer
from parlour.players.mcts.player import MctsPlayer
from parlour.players.player import read_player
from parlour.players.search_result import Limits
from parlour.players.weakened import WeakenedPlayer
from parlour.table.advice.level import LADDER, LOWEST, STEP, Level, ladder
from parlour.table.errors import BadSettings
from parlour.table.registry import find, games

START = parlour.game("brique").start()


def test_a_rating_plays_the_levels_around_it_as_often_as_it_takes():
    steps = ladder("uct:1", "uct:2", "uct:3")
    between = LevelPlayer(elo=LOWEST + STEP + STEP // 3, seed=1)
    met = Counter(between.level_of(steps).player for _ in range(3_000))
    assert set(met) == {"uct:2", "uct:3"}
    assert met["uct:3"] / 3_000 == pytest.approx(1 / 3, abs=0.03)
    assert LevelPlayer(elo=1).level_of(steps) == steps[0]
    assert LevelPlayer(elo=9_000).level_of(steps) == steps[-1]
    assert LevelPlayer(elo=LOWEST).level_of(steps) == steps[0]


def test_a_rating_between_uneven_levels_counts_how_far_it_is_from_each():
    steps = (Level("uct:1", 600), Level("uct:2", 700), Level("uct:3", 900))
    player = LevelPlayer(elo=850, seed=1)
    met = Counter(player.level_of(steps).player for _ in range(2_000))
    assert met["uct:3"] / 2_000 == pytest.approx(3 / 4, abs=0.03)
    assert LevelPlayer(elo=700).level_of(steps).player == "uct:2"


def test_a_level_plays_exactly_as_the_player_that_its_text_names():
    for number in (1, 10):
        level = LevelPlayer(level=number, seed=5)
        named = read_player(START.game.levels[number - 1].player, 5)
        limits = Limits(nodes=30)
        assert [level.choose(START, 0, limits) for _ in range(3)] == [
            named.choose(START, 0, limits) for _ in range(3)
        ]


def test_stopping_reaches_the_search_that_comes_later_too():
    player = LevelPlayer(level=10, seed=1)
    player.stop()
    result = player.search(START, 0)
    assert result.nodes < 5


@pytest.mark.parametrize("levels", [LADDER, *(find(slug).levels for slug in sorted(games()))])
def test_every_ladder_has_ten_levels_that_rise(levels: tuple[Level, ...]):
    assert len(levels) == 10
    assert levels[0].elo == LOWEST
    assert [level.elo for level in levels] == sorted({level.elo for level in levels})
    for level in levels:
        player = read_player(level.player)
        search = player.searcher if isinstance(player, WeakenedPlayer) else player
        assert isinstance(search, MctsPlayer)
        assert search.limits.nodes  # a number, never a time
        assert search.limits.seconds is None
        assert search.options.threads == 1


@pytest.mark.parametrize("slug", sorted(games()))
def test_what_a_level_thinks_of_a_position_does_not_depend_on_the_match(slug: str):
    """The hall asks about positions, the terminal plays through: nothing is kept between them."""
    for level in find(slug).levels:
        player = read_player(level.player)
        assert isinstance(player, WeakenedPlayer) or "reuse=0" in level.player


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
