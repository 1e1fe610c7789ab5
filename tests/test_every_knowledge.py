"""What the knowledge of every game passes and no game wrote: it may be wrong about a position, but
it keeps to what was asked, says the same twice, and changes nothing."""

from __future__ import annotations

from collections import deque
from itertools import islice
from random import Random

import pytest

from parlour.table.advice.knowledge import Knowledge
from parlour.table.state import State
from tests.play import AnyGame, Variant, variants, walk

Payoffs = tuple[float, ...]

POSITIONS = 25
WITH_KNOWLEDGE = [variant for variant in variants() if variant.game.knowledge() is not None]


@pytest.fixture(params=WITH_KNOWLEDGE, ids=str, scope="module")
def variant(request: pytest.FixtureRequest) -> Variant:
    return request.param


@pytest.fixture
def knowledge(variant: Variant) -> Knowledge:
    known = variant.game.knowledge()
    assert known is not None
    return known


@pytest.fixture(scope="module")
def positions(variant: Variant) -> list[State]:
    """Positions of random matches in which somebody decides."""
    met: list[State] = []
    for seed in range(3):
        match = walk(variant.game.guarded(), Random(seed))
        met += [step.before for step in islice(match, 0, 400, 16) if step.before.seat >= 0]
    return met[:: max(1, len(met) // POSITIONS)]


def in_range(values: tuple[float, ...], game: AnyGame) -> bool:
    return len(values) == len(game.seats) and all(-1.0 <= value <= 1.0 for value in values)


def test_an_evaluation_is_one_number_a_seat(
    variant: Variant, knowledge: Knowledge, positions: list[State]
):
    for state in positions:
        before = variant.game.line(state)
        values = knowledge.evaluation(state)
        assert values is None or in_range(values, variant.game)
        assert variant.game.line(state) == before
        assert knowledge.evaluation(state) == values


def test_priors_are_for_legal_actions_and_not_all_0(
    variant: Variant, knowledge: Knowledge, positions: list[State]
):
    for state in positions:
        before = variant.game.line(state)
        weights = knowledge.action_priors(state)
        assert variant.game.line(state) == before
        if weights is None:
            continue
        assert sorted(weights) == state.actions()
        assert min(weights.values()) >= 0.0
        assert max(weights.values()) > 0.0
        assert knowledge.action_priors(state) == weights


def test_nothing_is_weighed_with_nothing_if_nothing_better_is_there(
    knowledge: Knowledge, positions: list[State]
):
    """A weight of 0 says that another of *these* actions is as good, so no action has it alone."""
    for state in positions:
        for action in state.actions():
            weights = knowledge.action_priors(state, {action})
            assert weights is None or weights[action] > 0.0


def test_tactical_actions_are_legal_and_listed_once(
    variant: Variant, knowledge: Knowledge, positions: list[State]
):
    for state in positions:
        before = variant.game.line(state)
        loud = knowledge.tactical_actions(state)
        assert variant.game.line(state) == before
        assert len(set(loud)) == len(loud)
        assert set(loud) <= set(state.actions())


@pytest.fixture(scope="module")
def certain(variant: Variant) -> list[tuple[State, Payoffs, int]]:
    """Positions near the end of random matches of which the game knows how they end."""
    knowledge, found = variant.game.knowledge(), list[tuple[State, Payoffs, int]]()
    assert knowledge is not None
    for seed in range(6):
        late = deque(walk(variant.game.guarded(), Random(seed), 20_000), maxlen=40)
        for step in list(late)[::-2]:  # with the last decision, which ends the match
            known = knowledge.exact_payoffs(step.before) if step.before.seat >= 0 else None
            if known is not None:
                found.append((step.before, *known))
    return found


def test_games_that_say_to_know_how_it_ends_know_it_sometimes(
    variant: Variant, certain: list[tuple[State, Payoffs, int]]
):
    """Else the next test would say nothing of them. Chessicle's tables are for the usual rules."""
    knowing = variant.slug in {"chessicle", "knights"} and variant.name != "friend_blocks"
    assert bool(certain) == knowing


def test_what_is_certain_follows_from_what_is_certain_afterwards(
    variant: Variant, knowledge: Knowledge, certain: list[tuple[State, Payoffs, int]]
):
    """Who decides gets the most that any action is known to bring: one action brings it, as soon as
    was said where that is a win, and nothing known is better."""
    for state, values, distance in certain:
        assert len(values) == len(variant.game.seats)
        assert distance > 0
        value, unknown, ways = values[state.seat], False, list[int]()
        for action in state.actions():
            after = state.after(action)
            known = (after.payoffs, 0) if after.over else knowledge.exact_payoffs(after)
            if known is None:
                unknown = True
            else:
                assert known[0][state.seat] <= value
                ways += [known[1] + 1] * (known[0][state.seat] == value)
        assert ways or unknown, f"{state!r}: no action brings {value}"
        if ways and not unknown and value > 0:
            assert min(ways) == distance


def test_two_of_them_do_not_disturb_each_other(variant: Variant, positions: list[State]):
    one, other = variant.game.knowledge(), variant.game.knowledge()
    assert one is not None
    assert other is not None
    assert one is not other
    alone = [(one.evaluation(state), one.action_priors(state)) for state in positions]
    mixed = []
    for state in positions:
        other.evaluation(positions[0])
        other.action_priors(positions[-1])
        mixed.append((one.evaluation(state), one.action_priors(state)))
    assert mixed == alone
