"""What the knowledge of every game passes and no game wrote: it may be wrong about a position, but
it keeps to what was asked, says the same twice, and changes nothing."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from parlour.table.knowledge import Knowledge
from parlour.table.state import State
from tests.play import AnyGame, Variant, variants, walk

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


def test_weights_are_for_legal_actions_and_not_all_nothing(
    variant: Variant, knowledge: Knowledge, positions: list[State]
):
    for state in positions:
        before = variant.game.line(state)
        weights = knowledge.weights(state)
        assert variant.game.line(state) == before
        if weights is None:
            continue
        assert sorted(weights) == state.actions()
        assert min(weights.values()) >= 0.0
        assert max(weights.values()) > 0.0
        assert knowledge.weights(state) == weights


def test_nothing_is_weighed_with_nothing_if_nothing_better_is_there(
    knowledge: Knowledge, positions: list[State]
):
    """A weight of 0 says that another of *these* actions is as good, so no action has it alone."""
    for state in positions:
        for action in state.actions():
            weights = knowledge.weights(state, {action})
            assert weights is None or weights[action] > 0.0


def test_noisy_actions_are_legal_and_listed_once(
    variant: Variant, knowledge: Knowledge, positions: list[State]
):
    for state in positions:
        before = variant.game.line(state)
        loud = knowledge.loud(state)
        assert variant.game.line(state) == before
        assert len(set(loud)) == len(loud)
        assert set(loud) <= set(state.actions())


def test_what_is_certain_follows_from_what_is_certain_afterwards(
    variant: Variant, knowledge: Knowledge, positions: list[State]
):
    """Who decides gets the most that any action is known to bring, and nothing known is better."""
    for state in positions:
        known = knowledge.certainty(state)
        if known is None:
            continue
        values, distance = known
        assert len(values) == len(variant.game.seats)
        assert distance > 0
        for action in state.actions():
            after = state.after(action)
            then = after.payoffs if after.over else (knowledge.certainty(after) or (None,))[0]
            assert then is None or then[state.seat] <= values[state.seat]


def test_two_of_them_do_not_disturb_each_other(variant: Variant, positions: list[State]):
    one, other = variant.game.knowledge(), variant.game.knowledge()
    assert one is not None
    assert other is not None
    assert one is not other
    alone = [(one.evaluation(state), one.weights(state)) for state in positions]
    mixed = []
    for state in positions:
        other.evaluation(positions[0])
        other.weights(positions[-1])
        mixed.append((one.evaluation(state), one.weights(state)))
    assert mixed == alone
