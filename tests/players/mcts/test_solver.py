"""Proofs are true, and with enough simulations everything is proved."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

import parlour
from parlour import _modes
from parlour.players.mcts.options import Options
from parlour.players.mcts.player import MctsPlayer
from parlour.players.search_result import Limits, SearchResult
from parlour.table.state import State
from tests.play import walk
from tests.players.trees.woods import Way, ends_within, outcomes, wood

WOODS = range(25)
ENOUGH = 20_000


def search(state: State, nodes: int = ENOUGH, seed: int = 1, **options: bool) -> SearchResult:
    chosen = msgspec.structs.replace(Options(), **options)
    return MctsPlayer(Limits(nodes=nodes), chosen, seed).search(state, state.seat)


def end(state: State, result: SearchResult) -> tuple[State, float]:
    """The end of the principal variation, and its payoff for the searching seat."""
    after = state
    for action in result.line:
        after = after.after(action)
    return after, after.payoffs[state.seat]


@pytest.mark.parametrize("transpose", [False, True])
@pytest.mark.parametrize("fractions", [False, True])
def test_it_solves_games_of_two_seats(transpose: bool, fractions: bool):
    """With fractions a good end is not yet the best there may be."""
    for seed in WOODS:
        state = wood(seed=seed, depth=6, fractions=fractions)
        (value,) = {payoffs[state.seat] for payoffs in outcomes(state)}
        result = search(state, transpose=transpose)
        assert result.value == value, seed
        assert result.end is not None
        assert result.nodes < ENOUGH, "it goes on after the proof"
        assert ends_within(state, state.seat, value, result.end), seed
        last, brought = end(state, result)
        assert last.over, seed
        assert brought == value, seed


def test_a_forced_win_is_the_shortest_that_was_found_and_a_loss_the_longest():
    won = lost = 0
    for seed in range(100):
        state = wood(seed=seed, depth=5)
        result = search(state, 2_000)
        assert result.end is not None
        if result.value > 0:
            won += 1
            shortest = next(n for n in range(9) if ends_within(state, state.seat, 1.0, n))
            assert shortest <= result.end
            assert len(result.line) <= result.end
        elif result.value < 0:
            lost += 1
            foe = 1 - state.seat
            longest = next(n for n in range(9) if ends_within(state, foe, 1.0, n))
            assert longest <= result.end <= 5
    assert min(won, lost) > 2


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("chance", [False, True])
def test_what_is_proved_is_certain_whatever_the_others_do(seats: int, chance: bool):
    proved = open_ = 0
    for seed in WOODS:
        state = wood(seed=seed, seats=seats, depth=4, chance=chance)
        possible = outcomes(state)
        for nodes in (5, 20, 100, 600):
            result = search(state, nodes)
            if result.end is None:
                open_ += 1
                continue
            after = outcomes(state.after(result.action))
            assert {payoffs[state.seat] for payoffs in after} == {result.value}, seed
            if nodes == 600:
                proved += 1
                best = max(payoffs[state.seat] for payoffs in possible)
                assert result.value <= best
    assert proved > 2
    assert open_ > 2


def test_nothing_is_proved_by_an_end_that_only_the_safeguard_makes():
    """In these woods ways are longer than the three steps that the search's safeguard allows."""
    unsure = 0
    for seed in WOODS:
        state = wood(seed=seed, depth=6, limit=0)
        result = search(state, 500)
        unsure += result.end is None
        (value,) = {payoffs[state.seat] for payoffs in outcomes(state.after(result.action))}
        assert result.end is None or result.value == value, seed
    assert unsure > 2


def test_nothing_is_proved_about_guesses():
    state = parlour.game("chessicle", deployment="hidden").start()
    for seat in state.acting():
        result = MctsPlayer(Limits(nodes=300), Options(), 1).search(state, seat)
        assert result.end is None


def solved(state: State) -> float:
    """What the seat that decides can be sure of, by looking at every line."""
    best = -1.0
    for action in state.actions():
        after = state.after(action)
        if after.over:
            value = after.payoffs[state.seat]
        else:
            value = solved(after) if after.seat == state.seat else -solved(after)
        best = max(best, value)
        if best == 1.0:
            break
    return best


@pytest.mark.parametrize("transpose", [False, True])
def test_it_solves_small_boards(transpose: bool):
    for size in (2, 3):
        for seed in range(4 if _modes.compiled() else 1):
            for number, step in enumerate(walk(parlour.game("brique", size=size), Random(seed))):
                state: State = step.before
                if len(state.actions()) == 1 or (size == 3 and number < 2):
                    continue
                result = search(state, 100_000, transpose=transpose)
                assert result.end is not None
                assert result.value == solved(state), repr(state)
                assert end(state, result)[1] == result.value


def test_the_first_player_wins_the_small_boards():
    for size, within in ((2, 3), (3, 9)):
        result = search(parlour.game("brique", size=size, pie=False).start(), 100_000)
        assert result.value == 1.0
        assert result.end is not None
        assert result.end <= within


def test_a_proof_is_not_forgotten_by_the_next_decision():
    """A forced win is played to the end without searching again."""
    for seed in WOODS:
        state: Way | State = wood(seed=seed, depth=6)
        player, mine, left = MctsPlayer(Limits(nodes=ENOUGH), Options(), 1), state.seat, None
        rng = Random(seed)
        while not state.over:
            if state.seat != mine:
                state = state.after(rng.choice(state.actions()))
                left = None if left is None else left - 1
                continue
            result = player.search(state, mine)
            if len(state.actions()) > 1 and result.value == 1.0:
                assert result.end is not None
                assert left is None or result.end <= left
                left = result.end
            state = state.after(result.action)
            left = None if left is None else left - 1
        assert left is None or state.payoffs[mine] == 1.0
