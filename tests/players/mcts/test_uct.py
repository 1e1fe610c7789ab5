"""The plain search: it finds what there is to find, repeats itself, and keeps within its limits."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from itertools import chain, count
from random import Random
from threading import Event, Thread
from typing import Any

import msgspec
import pytest

import parlour
from parlour import _modes
from parlour.players.mcts.options import PLAIN
from parlour.players.mcts.search import TreeSearch
from parlour.players.mcts.uct_player import UctPlayer
from parlour.players.player import Player, RandomPlayer
from parlour.table.compiled.array_types import RngState
from parlour.table.match import Match
from parlour.table.state import State
from tests import tiny
from tests.play import walk
from tests.players.mcts.modes import interpreted

BUSY = _modes.compiled()  # interpreted, the same is shown with fewer matches and simulations


def solve(state: State) -> float:
    """What the seat that decides can be sure of: every line is looked at."""
    return max(value(state, action) for action in state.actions())


def value(state: State, action: int) -> float:
    after = state.after(action)
    if after.over:
        return after.payoffs[state.seat]
    return solve(after) if after.seat == state.seat else -solve(after)


def wins(state: State) -> list[int]:
    return [action for action in state.actions() if value(state, action) > 0]


def at_once(state: State) -> list[int]:
    """The actions with which the seat that decides wins on the spot."""
    after = {action: state.after(action) for action in state.actions()}
    return [a for a, end in after.items() if end.over and end.payoffs[state.seat] > 0]


def puzzles(kind: str, number: int) -> Iterator[State]:
    """Positions on 3x3 with one right action: to win at once, or to stop who would."""
    seeds = count()
    while number:
        for step in walk(parlour.game("brique", size=3, pie=False), Random(next(seeds))):
            state = step.before
            if not 3 <= len(state.actions()) <= 5 or len(wins(state)) != 1:
                continue
            threat = any(at_once(state.after(action)) for action in state.actions())
            if (kind == "win" and at_once(state)) or (
                kind == "block" and not at_once(state) and threat
            ):
                yield state
                number -= 1
                break


@pytest.mark.parametrize("kind", ["win", "block"])
def test_it_finds_the_only_action_that_wins_or_does_not_lose(kind: str):
    for state in puzzles(kind, 5):
        result = UctPlayer(simulations=400, seed=1).search(state, state.seat)
        assert [result.action] == wins(state), repr(state)
        assert result.value > 0


def test_it_beats_random_play():
    matches, simulations = (20, 300) if BUSY else (4, 100)
    for number in range(matches):
        mine = number % 2
        players: list[Player] = [RandomPlayer(number), RandomPlayer(number)]
        players[mine] = UctPlayer(simulations=simulations, seed=number)
        state = parlour.game("brique", size=5).start()
        while not state.over:
            state.push(players[state.seat].choose(state, state.seat))
        assert state.payoffs[mine] == 1.0, number


# ---- the same again ------------------------------------------------------------------------------


def results() -> list[Any]:
    """The search results of some positions: a board game, chance, hidden information."""
    found: list[Any] = []
    for slug, settings in (
        ("brique", {"size": 5}),
        ("chessicle", {}),
        ("chessicle", {"deployment": "hidden"}),
        ("tiny", {}),
        ("turncoat", {"map": "small"}),  # it samples actions
    ):
        game = parlour.game(slug, **settings)
        for number, step in enumerate(walk(game, Random(3), 10)):
            if step.seat >= 0 and number % 3 == 0:
                player = UctPlayer(simulations=40, seed=number)
                found.append(msgspec.to_builtins(player.search(step.before, step.seat)))
    return json.loads(json.dumps(found))


def test_the_same_seed_finds_the_same():
    assert results() == results()


def test_another_seed_finds_something_else():
    state = parlour.game("brique", size=5).start()
    seen = {repr(UctPlayer(simulations=50, seed=seed).search(state, 0).visits) for seed in range(5)}
    assert len(seen) > 1


@pytest.mark.compiled_only
def test_both_modes_find_the_same():
    assert interpreted(__name__, "results") == results()


def test_a_search_does_not_change_the_state():
    state = parlour.game("brique", size=5).start()
    before = state.copy()
    UctPlayer(simulations=50, seed=1).choose(state, 0)
    assert state == before


# ---- chance, four seats, hidden things -----------------------------------------------------------


def test_it_plays_with_chance_four_seats_and_hidden_things_to_the_end():
    match, rng = Match(parlour.game("tiny")), Random(1)
    players = [UctPlayer(simulations=20, seed=seat) for seat in range(4)]
    while match.outcome is None:
        match.draw_chance(rng)
        for seat in match.state.acting():
            if match.outcome is None and seat in match.state.acting() and seat >= 0:
                match.act(seat, players[seat].choose(match.state, seat))
    match.record().check()
    assert match.state.over


@pytest.mark.parametrize(
    ("slug", "settings"),
    [
        ("tiny", {}),
        ("tiny", {"reach": 1, "sea": "calm"}),
        ("chessicle", {"deployment": "hidden"}),
    ],
)
def test_it_never_looks_at_what_is_hidden_from_its_seat(slug: str, settings: dict[str, Any]):
    """Two positions that its seat cannot distinguish give exactly the same result."""
    game, rng, differed = parlour.game(slug, **settings), Random(5), 0
    for step in chain.from_iterable(walk(game, Random(match), 5) for match in range(9)):
        for seat in step.before.acting():
            if seat < 0:
                continue
            other = game.guess(step.before, seat, rng)
            differed += other != step.before
            first, second = (
                UctPlayer(simulations=25, seed=9).search(state, seat)
                for state in (step.before, other)
            )
            assert first == second
    assert differed > 5, "nothing was hidden, so nothing was shown"


def test_it_deploys_for_any_seat_while_several_may():
    state = parlour.game("tiny").start()
    for seat in range(4):
        assert UctPlayer(simulations=10, seed=1).choose(state, seat) in state.actions(seat)


# ---- hunches -------------------------------------------------------------------------------------


def with_hunch(sample_action: Callable[[tiny.Shore], int]) -> State:
    """The tiny game, with states that sample an action."""

    class Thoughtful(tiny.Shore):
        def sample_action(self, rng_state: RngState) -> int:
            return sample_action(self)

    class Game(tiny.Tiny):
        State = Thoughtful

    return Game(tiny.TinySettings(reach=3)).start()


def test_only_sampled_actions_are_tried():
    state = with_hunch(lambda position: max(position.possible()))
    result = UctPlayer(simulations=30, seed=1).search(state, 0)
    assert result.visits == {max(state.actions()): 30}


def test_the_number_of_sampled_actions_grows_with_the_visits():
    rng = Random(1)
    state = with_hunch(lambda position: rng.choice(position.possible()))
    assert len(state.actions()) == 7
    tried = [len(UctPlayer(simulations=n, seed=1).search(state, 0).visits) for n in (1, 2, 4, 400)]
    assert tried == sorted(tried)
    assert tried[0] == 1
    assert tried[2] < 5
    assert tried[3] == 7


def test_an_illegal_sampled_action_is_ignored():
    state = with_hunch(lambda position: position.action_count - 1)
    assert state.action_count - 1 not in state.actions()
    result = UctPlayer(simulations=30, seed=1).search(state, 0)
    assert set(result.visits) <= set(state.actions())
    assert sum(result.visits.values()) == 30


# ---- limits --------------------------------------------------------------------------------------


@pytest.mark.parametrize("simulations", [1, 7, 100])
def test_it_runs_as_many_simulations_as_asked_for(simulations: int):
    state = parlour.game("brique", size=4).start()
    result = UctPlayer(simulations=simulations, seed=1).search(state, 0)
    assert result.nodes == sum(result.visits.values()) == simulations
    assert result.action in result.visits
    assert result.action in state.actions()
    assert -1.0 <= result.value <= 1.0


def clock(step: float) -> Iterator[float]:
    """A watch that moves on by itself whenever somebody looks at it."""
    return count(0.0, step)


@pytest.mark.parametrize("slug", ["brique", "tiny"])
def test_it_stops_when_its_time_is_up(slug: str):
    watch = clock(0.01)
    state = parlour.game(slug).start()
    player = UctPlayer(seconds=0.5, seed=1, time=lambda: next(watch))
    assert player.search(state, state.seat).nodes > 0
    assert next(watch) < 0.6


@pytest.mark.parametrize("slug", ["brique", "tiny"])
def test_a_search_stopped_in_advance_chooses_at_once(slug: str):
    state = parlour.game(slug).start()
    player = UctPlayer(seconds=3_600)
    player.stop()
    assert player.search(state, state.seat).nodes == 1
    assert player.choose(state, state.seat) in state.actions()


def test_the_default_limit_is_one_second():
    watch = clock(0.01)
    state = parlour.game("brique", size=4).start()
    player = UctPlayer(seed=1, time=lambda: next(watch))
    assert player.name == "uct:1s"
    player.choose(state, 0)
    assert 0.9 < next(watch) < 1.1


def test_the_first_limit_that_is_reached_counts():
    state = parlour.game("brique", size=4).start()
    watch = clock(1.0)
    by_time = UctPlayer(simulations=10**6, seconds=5.0, seed=1, time=lambda: next(watch))
    assert by_time.search(state, 0).nodes < 100
    by_number = UctPlayer(simulations=3, seconds=3_600.0, seed=1, time=lambda: next(watch))
    assert by_number.search(state, 0).nodes == 3


def test_one_legal_action_is_chosen_at_once():
    def never() -> float:
        raise AssertionError("nothing to think about")

    game = parlour.game("brique", size=2, pie=False)
    state = game.from_line("wb/1w b 1 -")
    result = UctPlayer(simulations=100, seed=1, time=never).search(state, 0)
    assert [result.action] == state.actions()
    assert result.nodes == 0


def test_a_short_search_does_not_take_all_its_memory():
    state = parlour.game("brique", size=5).start()
    player = UctPlayer(simulations=10, seed=1)
    player.choose(state, 0)
    assert player.tree_search
    assert player.tree_search.tree.capacity <= 12


@pytest.mark.compiled_only
def test_it_searches_without_the_gil():
    """Python never switches threads here, so another one runs only when the search lets go."""
    ticks, begun, done = 0, Event(), Event()

    def tick() -> None:
        nonlocal ticks
        begun.set()
        while not done.is_set():
            ticks += 1
            time.sleep(0.0001)

    start = parlour.game("brique").start()
    search = TreeSearch(start.game, PLAIN, Random(1))
    search.set_root(start)
    interval, other = sys.getswitchinterval(), Thread(target=tick, daemon=True)
    other.start()
    begun.wait()
    sys.setswitchinterval(1_000.0)
    try:
        before = ticks
        for _ in range(1_000):
            search.simulators[0].run(100)
            if ticks > before + 3:
                break
        after = ticks
    finally:
        sys.setswitchinterval(interval)
        done.set()
        other.join(timeout=60)
    assert after > before + 3
