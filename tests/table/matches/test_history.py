"""What it costs to go back: positions that are played again are counted, not timed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour.table.errors import IllegalAction
from parlour.table.match import Match
from parlour.table.matches.history import EVERY
from parlour.table.state import CHANCE
from tests.matches import VARIANTS, examples, played
from tests.play import Variant, choose
from tests.tiny import Shore

Count = Callable[[], int]


@pytest.fixture
def played_since(monkeypatch: pytest.MonkeyPatch) -> Count:
    """How many actions were played since one last asked."""
    count, play = 0, Shore.play

    def counting(state: Shore, action: int) -> int:
        nonlocal count
        count += 1
        return play(state, action)

    def ask() -> int:
        nonlocal count
        told, count = count, 0
        return told

    monkeypatch.setattr(Shore, "play", counting)
    return ask


def long_match(rounds: int) -> Match:
    """It is the first seat's turn after so many rounds in which everybody has gone for a walk."""
    match = Match(parlour.game("tiny", limit=99))
    for seat in range(4):
        match.act(seat, "hide c1")
    for _ in range(rounds):
        for seat in range(4):
            match.act(seat, "west")
            match.act(seat, "east")
        match.act(CHANCE, "dry")
    return match


def test_taking_back_a_step_late_in_a_match_plays_only_a_few_actions_again(played_since: Count):
    match = long_match(rounds=40)
    assert len(match.events) > 20 * EVERY
    before = match.game.line(match.state)
    match.act(0, "west")
    played_since()
    match.take_back(0)
    assert played_since() < 2 * EVERY
    assert match.game.line(match.state) == before


def test_going_back_again_and_again_by_agreement_costs_the_same_each_time(played_since: Count):
    match = long_match(rounds=40)
    while len(match.events) > 20 * EVERY:
        played_since()
        match.take_back(0)
        agree(match)
        assert played_since() < 2 * EVERY


def test_what_a_seat_may_know_is_computed_without_replaying_the_match(played_since: Count):
    match = long_match(rounds=40)
    played_since()
    seen = match.seen_by(1)
    assert played_since() == 0
    assert seen == match.record().seen_by(1)


@given(variant=st.sampled_from(VARIANTS), seed=st.integers(0, 2**32))
@settings(max_examples=examples(60), deadline=None)
def test_going_back_leads_to_the_position_that_was_there(variant: Variant, seed: int):
    match, rng = played(variant, seed, most=60), Random(seed)
    plies = list(match.record().replay())
    states = [match.record().first(), *(ply.after for ply in plies)]
    count = rng.randrange(len(states))
    history = match._history  # pyright: ignore[reportPrivateUsage]
    assert history.position_after(count) == states[count]
    history.truncate(count)
    assert len(history) == count
    assert history.position_after(count) == states[count]


@given(variant=st.sampled_from(VARIANTS), seed=st.integers(0, 2**32))
@settings(max_examples=examples(60), deadline=None)
def test_a_match_shows_the_same_as_its_record(variant: Variant, seed: int):
    match = played(variant, seed, most=40)
    for seat in (None, *range(len(match.players))):
        assert match.seen_by(seat) == match.record().seen_by(seat)


@given(variant=st.sampled_from(VARIANTS), seed=st.integers(0, 2**32))
@settings(max_examples=examples(40), deadline=None)
def test_a_match_that_went_back_goes_on_as_its_record_says(variant: Variant, seed: int):
    rng = Random(seed)
    match = Match(variant.game)
    for _ in range(40):
        if match.outcome is not None:
            break
        seat = rng.choice(match.state.acting())
        match.act(seat, choose(match.state, seat, rng))
        if match.outcome is None and rng.random() < 0.4:
            if back := [event.seat for event in match.events if event.seat >= 0]:
                take_back(match, rng.choice(back))
    assert match.state == match.record().last()


def take_back(match: Match, seat: int) -> None:
    """Take the seat's last action back, unless it is binding."""
    with suppress(IllegalAction):
        match.take_back(seat)
        agree(match)


def agree(match: Match) -> None:
    """Everybody who has to agrees to what is offered, if anything is."""
    for seat in range(len(match.players)):
        if match.offer is not None and seat not in match.offer.agreed:
            match.agree(seat)
