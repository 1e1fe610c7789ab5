"""Those who look at a match: what they were shown and what changed since make what there is."""

from __future__ import annotations

from random import Random

import pytest

import parlour
from parlour.table.match import Match
from parlour.table.matches.viewers import Viewers
from parlour.table.view import apply_changes
from tests.matches import VARIANTS
from tests.play import Variant, choose


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_changes_lead_from_each_view_to_the_next(variant: Variant):
    rng = Random(str(variant))
    match = Match(variant.game)
    onlookers = Viewers(match)
    views = {place: onlookers.view(place) for place in (None, *range(len(match.players)))}
    for _ in range(30):
        if match.outcome is not None:
            break
        seat = rng.choice(match.state.acting())
        match.act(seat, choose(match.state, seat, rng))
        if rng.random() < 0.2 and len(views) > 1:  # somebody leaves, and comes back
            place = rng.choice(list(views))
            onlookers.keep([other for other in views if other != place])
            assert place not in onlookers
            del views[place]
        for place, changes in onlookers.changes(views).items():
            views[place] = apply_changes(views[place], changes)
        assert views == {place: match.view(place) for place in views}
        for place in (None, *range(len(match.players))):
            if place not in onlookers:
                views[place] = onlookers.view(place)


def test_a_stone_taken_back_with_the_swap_is_gone_for_spectators():
    match = Match(parlour.game("brique", size=5))
    onlookers = Viewers(match)
    shown = onlookers.view(None)
    for seat, action in ((0, "c3"), (1, "swap"), (0, "d4")):
        match.act(seat, action)
        shown = apply_changes(shown, onlookers.changes([None])[None])
    match.take_back(1)
    match.agree(0)
    shown = apply_changes(shown, onlookers.changes([None])[None])
    assert [piece.id for piece in shown.pieces] == ["c3-black"]
    assert shown == match.view()


def test_without_a_change_no_pieces_are_compared(monkeypatch: pytest.MonkeyPatch):
    match = Match(parlour.game("brique", size=3))
    onlookers = Viewers(match)
    onlookers.view(0)
    match.resign(0)
    monkeypatch.setattr(type(match.game), "pieces", None)
    changes = onlookers.changes([0])[0]
    assert (changes.gone, changes.put) == ((), ())
    assert match.outcome
    assert changes.status == match.outcome.sentence


def test_a_game_that_knows_what_moved_is_not_asked_for_all_its_pieces(
    monkeypatch: pytest.MonkeyPatch,
):
    match = Match(parlour.game("brique", size=3, pie=False))
    onlookers = Viewers(match)
    before = onlookers.view(None)
    match.act(0, "b2")
    wanted = match.view()
    monkeypatch.setattr(type(match.game), "pieces", None)
    assert apply_changes(before, onlookers.changes([None])[None]) == wanted
