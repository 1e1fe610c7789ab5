"""Feud's knowledge: the same for both sides, and true of what happens."""

from __future__ import annotations

from random import Random

import pytest

import parlour
from parlour.games.feud.knowledge import TRAITS, FeudKnowledge
from parlour.games.feud.rules import Rules
from tests.games.test_feud import SAMPLE, feud, start
from tests.play import play


def met(seed: int, limit: int = 100) -> list[Rules]:
    """The positions of a random match."""
    rng, state, seen = Random(seed), start(limit=limit), list[Rules]()
    while not state.over:
        seen.append(state.copy())  # type: ignore[arg-type]
        state.push(rng.choice(state.actions()))
    return seen


def known(state: Rules) -> FeudKnowledge:
    knowledge = state.game.knowledge()
    assert isinstance(knowledge, FeudKnowledge)
    return knowledge


def turned(state: Rules) -> Rules:
    """The same position for the other colour, seen from the other side of the board."""
    board, seat, phase, black, white, turns = state.game.line(state).split()
    other = {"B": "W", "W": "B", ".": "."}
    tiles = [other[tile[0]] + tile[1:] for tile in board.replace("/", ",").split(",")][::-1]
    rows = "/".join(",".join(tiles[row : row + 4]) for row in range(0, 16, 4))
    return state.game.from_line(f"{rows} {other[seat]} {phase} {white} {black} {turns}")  # type: ignore[return-value]


@pytest.mark.parametrize("seed", range(5))
def test_both_colours_count_alike(seed: int):
    for state in met(seed):
        mine = known(state).evaluation(state)
        assert mine is not None
        assert mine[0] == -mine[1]
        assert -1 < mine[0] < 1
        assert known(state).evaluation(turned(state)) == mine[::-1]
        assert turned(turned(state)) == state


def test_the_turned_board_has_the_same_tactical_actions_and_priors():
    for state in met(7):
        other = turned(state)
        assert len(known(state).tactical_actions(state)) == len(
            known(other).tactical_actions(other)
        )
        promises = [sorted((known(s).action_priors(s) or {}).values()) for s in (state, other)]
        assert promises[0] == promises[1]


@pytest.mark.parametrize("seed", range(5))
def test_tactical_actions_are_those_that_take_hit_points(seed: int):
    """An action is tactical if it takes hit points from the enemy."""
    for state in met(seed):
        enemies = range(8 * (1 - state.seat), 8 * (1 - state.seat) + 8)

        def points(of: Rules, enemies: range = enemies) -> int:
            return sum(of.points[piece] for piece in enemies)

        hurting = [a for a in state.actions() if points(state.after(a)) < points(state)]
        assert known(state).tactical_actions(state) == hurting


def test_the_traits_of_a_side():
    """Black of the sample board: a knight stands alone, and so does White's."""
    state = feud(SAMPLE)
    names = [name for name, _, _ in TRAITS]
    black = dict(zip(names, known(state).traits(state, 0), strict=True))
    white = dict(zip(names, known(state).traits(state, 1), strict=True))
    assert black["archer points"] == 4
    assert white["archer points"] == 1
    assert (black["knight"], white["knight"]) == (2, 2)
    assert (black["isolated knight"], white["isolated knight"]) == (1, 1)
    assert (black["shield"], white["shield"]) == (0, 1)
    assert black["pair of friends side by side"] == 4
    assert black["enemy within bowshot"] == 3  # A3 from A1; D2 and, past it, D4 from D1
    assert (black["swap to come"], white["swap to come"]) == (1, 0)


def test_an_action_that_kills_has_the_highest_prior():
    state = feud("BK44 BN33 . .\n . WN13 WK44 .\n . . WN33 .\n . . . .", "B action")
    weights = known(state).action_priors(state)
    assert weights is not None
    assert state.game.write(state, max(weights, key=lambda action: weights[action])) == "B1 B2"


# ---- keys in 64 bits -----------------------------------------------------------------------------


def test_equal_positions_have_equal_keys_and_others_have_not():
    seen: dict[int, Rules] = {}
    for seed in range(40):
        for state in met(seed):
            same = seen.setdefault(state.hash_key(), state)
            assert same == state
    assert len(seen) > 2_000


def test_archers_of_a_side_are_alike_to_the_key():
    board = "BA33 BA33 BK44 .\n WK44 WN33 . .\n . . . .\n . . . ."
    swapped = play(feud(board), "A1 B1")
    assert swapped == feud(board, "B action")
    assert swapped.hash_key() == feud(board, "B action").hash_key()


def test_all_that_the_rules_tell_apart_changes_the_key():
    changed = {
        feud(board, doing, skips, turns, limit=9).hash_key()
        for board in (
            "BA33 BA23 BK44 .\n WK44 WN33 . .\n . . . .\n . . . .",
            "BA23 BA33 BK44 .\n WK44 WN33 . .\n . . . .\n . . . .",
        )
        for doing in ("B swap", "B action", "W swap")
        for skips in ("0 0", "1 0", "0 1")
        for turns in (0, 1)
    }
    assert len(changed) == 2 * 3 * 3 * 2


def test_the_maximum_of_the_shield_counts():
    board = "BS3{} BA23 BK44 .\n WK44 WN33 . .\n . . . .\n . . . ."
    assert feud(board.format(3)).hash_key() != feud(board.format(4)).hash_key()


def test_the_game_brings_its_knowledge():
    assert isinstance(parlour.game("feud").knowledge(), FeudKnowledge)
