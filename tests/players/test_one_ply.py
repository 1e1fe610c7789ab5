"""Players that look one action ahead: on drawn positions, and through every game."""

from __future__ import annotations

from random import Random

import pytest

import parlour
from parlour.games.brique.game import Brique
from parlour.players.one_ply import OnePlyPlayer, WaryPlayer, result_for, successors
from parlour.players.player import Player, read_player
from parlour.table.registry import games
from parlour.table.state import CHANCE, State
from tests.games.knights.test_rules import drawn as knights
from tests.games.test_brique import drawn as brique

JOINING = """\
|W| |B|W|
| | |B| |
| |W| | |
| | |B|W|"""  # c2 joins the sides of black


def chosen(player: type[OnePlyPlayer | WaryPlayer], state: State) -> set[str]:
    """What it chooses, by forty seeds."""
    actions = {player(seed).choose(state, state.acting()[0]) for seed in range(40)}
    return {state.game.write(state, action) for action in actions}


def test_glance_takes_a_win():
    assert chosen(OnePlyPlayer, brique(JOINING)) == {"c2"}


def test_wary_does_not_look_for_wins():
    assert len(chosen(WaryPlayer, brique(JOINING))) > 3


def test_both_stay_dry():
    corner = knights("R. .. .. .. .. .. .. G.")
    assert chosen(WaryPlayer, corner) == {"R:E", "R:S"}
    assert chosen(OnePlyPlayer, corner) == {"R:E", "R:S"}


def test_wary_starts_no_fight_that_it_loses_and_does_not_mind_one_that_it_wins():
    assert chosen(WaryPlayer, knights(".. R. BH .. .. .. .. G.")) == {"R:W", "R:S"}
    assert chosen(WaryPlayer, knights(".. RA B. .. .. .. .. G.")) == {"R:W", "R:S", "R:E"}


def test_glance_fights_weaker_knights_and_takes_items():
    assert chosen(OnePlyPlayer, knights(".. RA B. .. .. .. G. ..")) == {"R:E"}
    assert chosen(OnePlyPlayer, knights("R. .A .. BH .. .. .. GH")) == {"R:E"}


def test_if_every_action_loses_any_is_chosen():
    encircled = knights("R. BH\nGM ..")
    assert chosen(WaryPlayer, encircled) == {"R:N", "R:E", "R:S", "R:W"}
    assert chosen(OnePlyPlayer, encircled) == {"R:N", "R:E", "R:S", "R:W"}


def test_what_chance_may_bring_counts_as_likely_as_it_is():
    """Axe and helmet lie where Blue stands: with the axe Red wins there, with the helmet not."""
    doubtful = knights("R. BM .. G.", also="A01 H01")
    after = {
        doubtful.game.write(doubtful, a): result_for(s, 0)
        for a, s in successors(doubtful, 0, Random(1))
    }
    assert after == {"R:N": -1.0, "R:E": -0.5, "R:S": 0.0, "R:W": -1.0}


def test_glance_without_knowledge_looks_at_ends_only(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Brique, "knowledge", lambda game: None)
    assert chosen(OnePlyPlayer, brique(JOINING)) == {"c2"}
    assert len(chosen(OnePlyPlayer, parlour.game("brique", size=4).start())) > 8


@pytest.mark.parametrize("text", ["glance", "wary"])
@pytest.mark.parametrize("slug", sorted(games()))
def test_they_play_every_game_and_change_nothing(slug: str, text: str):
    state = parlour.game(slug).guarded().start()
    player = read_player(text, seed=1)
    for _ in range(30):
        if state.over:
            break
        if state.seat == CHANCE:
            state.push(state.odds()[0][0])
            continue
        seat = state.acting()[-1]
        before = state.copy()
        action = player.choose(state, seat)
        assert state == before
        assert action in state.actions(seat)
        state.push(action, seat)


@pytest.mark.parametrize("text", ["glance", "wary"])
def test_they_repeat_themselves_by_seed(text: str):
    state = parlour.game("turncoat").start()

    def choices(player: Player) -> list[int]:
        return [player.choose(state, state.acting()[0]) for _ in range(5)]

    assert choices(read_player(text, 3)) == choices(read_player(text, 3))
