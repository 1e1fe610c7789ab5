"""Turncoat's knowledge: distances, threats, priors; and keys of positions."""

from __future__ import annotations

from random import Random
from typing import cast

import pytest

import parlour
from parlour.games.turncoat.game import Turncoat
from parlour.games.turncoat.knowledge import TurncoatKnowledge
from parlour.games.turncoat.maps.plan import SHIPPED
from parlour.games.turncoat.rules import Rules
from tests.games.test_turncoat import drawn


def known(state: Rules) -> TurncoatKnowledge:
    return cast(Turncoat, state.game).knowledge()


def values(state: Rules) -> tuple[float, ...]:
    found = known(state).evaluation(state)
    assert found is not None
    return found


def weights(state: Rules) -> dict[str, float]:
    found = known(state).action_priors(state)
    assert found is not None
    return {state.game.write(state, action): weight for action, weight in found.items()}


def wandered(name: str, seed: int, steps: int, **settings: object) -> list[Rules]:
    """The positions of a random match, in which nobody destroys units or ends the turn too soon."""
    rng = Random(f"{name} {seed}")
    state = cast(Rules, parlour.game("turncoat", map=name, **settings).start())
    met = [state.copy()]
    for _ in range(steps):
        actions = state.actions(state.seat)
        likely = [a for a in actions if state.game.write(state, a)[:3] not in ("des", "end")]
        state.push(rng.choice(likely if rng.random() < 0.8 and likely else actions), state.seat)
        if state.over:
            break
        met.append(state.copy())
    return met


# ---- never at a loss -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHIPPED)
def test_there_is_an_opinion_of_every_position(name: str):
    for state in wandered(name, 1, 150)[::10]:
        found = values(state)
        assert len(found) == len(state.game.seats)
        assert all(-1.0 <= value <= 1.0 for value in found)
        weighed = known(state).action_priors(state)
        assert weighed is not None
        assert sorted(weighed) == state.actions(state.seat)
        assert all(weight > 0.0 for weight in weighed.values())


def test_looking_changes_nothing():
    for state in wandered("court", 2, 60)[::15]:
        before = state.copy()
        values(state)
        weights(state)
        assert state == before


# ---- no side is preferred ------------------------------------------------------------------------


def turned(state: Rules) -> Rules:
    """The board after half a turn, with the players exchanged."""
    other = {"1": "2", "2": "1"}
    board, turn, used, spawn_kinds, out, rounds = state.game.line(state).split()
    rows = [expanded(row) for row in board.split("/")]
    swapped = [[half_turn(word, other) for word in reversed(row)] for row in reversed(rows)]
    wished = "/".join(kinds[::-1] for kinds in reversed(spawn_kinds.split("/")))
    assert used == "-"
    line = "/".join(",".join(row) for row in swapped)
    return cast(
        Rules, state.game.from_line(f"{line} {other[turn]} - {wished} {out[::-1]} {rounds}")
    )


def expanded(row: str) -> list[str]:
    """One word a block, where a number stands for so many neutral ones."""
    words: list[str] = []
    for word in row.split(","):
        words += ["1"] * int(word) if word.isdecimal() else [word]
    return words


def half_turn(word: str, other: dict[str, str]) -> str:
    return word if word.isdecimal() else "".join(other.get(letter, letter) for letter in word)


@pytest.mark.parametrize("name", ["small", "standard", "long"])
def test_a_turned_board_with_the_seats_exchanged_is_as_good(name: str):
    seen = 0
    for state in wandered(name, 3, 200, handicap="none"):
        _, turn, used, spawn_kinds, *_ = state.game.line(state).split()
        waits = spawn_kinds.split("/")[2 - int(turn)]  # in a first turn nothing is decided yet
        if used == "-" and "-" not in waits:
            seen += 1
            assert values(turned(state)) == pytest.approx(values(state)[::-1])
    assert seen > 5


# ---- threats -------------------------------------------------------------------------------------

NEAR = """
.  1C:1F 1C 1C 2O
.  .     .  .  .
"""
FAR = """
.  1C:1F ## 1C 2O
.  .     ## .  .
"""


def test_a_unit_that_can_capture_this_turn_is_worth_most():
    near, far = drawn(NEAR), drawn(FAR)
    assert values(near)[0] > values(far)[0] + 0.1
    assert values(near)[1] < values(far)[1] - 0.1


def test_the_player_to_move_is_better_off():
    both = """
    1C:1F 1C 1C 2O
    2C:2F 2C 2C 1O
    """
    wide = "\n".join(row + " . " for row in both.strip().splitlines())
    assert values(drawn(wide, turn=1))[0] > 0.1
    assert values(drawn(wide, turn=2))[1] > 0.1


def test_a_unit_that_has_acted_threatens_less():
    fresh = drawn(NEAR)
    tired = drawn(NEAR.replace("1F", "1Fa"))
    assert values(fresh)[0] > values(tired)[0]


def test_a_step_towards_a_capture_has_a_high_prior():
    found = weights(drawn(NEAR))
    best = max(found, key=lambda text: found[text])
    assert best == "move b2 d2"
    beside = drawn(NEAR.replace("1C:1F 1C 1C", "1C    1C 1C:1F"))
    found = weights(beside)
    assert max(found, key=lambda text: found[text]).startswith("capture d2 e2")


def test_a_block_that_opens_a_path_has_a_high_prior():
    found = weights(drawn("""
    1C:1F .  .  1C 2O
    .     .  .  .  .
    1C    .  .  1C .
    """))  # fmt: skip
    blocks = {text: weight for text, weight in found.items() if text.startswith("place")}
    assert max(blocks, key=lambda text: blocks[text])[-1] == "3"


def test_a_block_to_change_is_a_smaller_obstacle_than_a_wall():
    open_way = drawn("1C:1F 1C 1C 1C 2O")
    one_block = drawn("1C:1F 1C .  1C 2O")
    foreign = drawn("1C:1F 1C 2C 1C 2O")
    wall = drawn("1C:1F 1C ## 1C 2O")
    stood = [values(state)[0] for state in (open_way, one_block, foreign, wall)]
    assert stood == sorted(stood, reverse=True)
    assert len(set(stood)) == 4


def test_actions_that_destroy_are_tactical():
    state = drawn("""
    2O:2P 1C:1F 2C:2S .     1C:1P
    ##    ##    ##    ##    ##
    1C    2C:2F .     2C:2H ##
    """)  # fmt: skip
    loud = [state.game.write(state, action) for action in known(state).tactical_actions(state)]
    assert sorted(loud) == [
        "act b3 a3", "act b3 c3", "capture b3 a3 dead", "capture b3 a3 own", "place c1", "place d3"
    ]  # fmt: skip


# ---- keys ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["standard", "ring"])
def test_keys_of_64_bits_tell_positions_apart(name: str):
    met: dict[int, object] = {}
    for seed in range(3):
        for state in wandered(name, seed, 200):
            again = cast(Turncoat, state.game).from_line(state.game.line(state))
            assert again.hash_key() == state.hash_key()
            assert met.setdefault(state.hash_key(), state.key()) == state.key()
    assert len(met) > 300
