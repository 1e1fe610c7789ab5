"""Knights' knowledge: exact values of the last two, evaluations, and priors of steps."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import cast

import pytest
from click.testing import CliRunner, Result

import parlour
from parlour.cli import main
from parlour.games.knights.game import Knights, KnightsSettings
from parlour.games.knights.knowledge import KnightsKnowledge
from parlour.games.knights.rules import Rules
from parlour.players.player import read_player
from tests.play import walk

TWO = Knights(KnightsSettings(players=2))
FOUR = Knights(KnightsSettings())


def duel(line: str, game: Knights = TWO) -> Rules:
    return game.from_line(line)


@pytest.fixture
def known() -> KnightsKnowledge:
    return TWO.knowledge()


def sample(rng: Random, lying: int, game: Knights = TWO) -> Rules:
    """Any position of two knights in step with each other, with two to four items on the tiles."""
    items = rng.sample("AMDH", 4)
    held = [*items[lying:], "", ""]
    while True:
        red, green = (rng.randrange(8) * 10 + rng.randrange(8) for _ in range(2))
        turn = rng.choice("RG")
        lies = [f"{item}{rng.randrange(8)}{rng.randrange(8)}" for item in items[:lying]]
        words = f"R{red:02}{held[0]},G{green:02}{held[1]} {','.join(lies) or '-'} {turn} 0"
        try:
            return game.from_line(words)
        except parlour.BadText:
            continue


# ---- the last two --------------------------------------------------------------------------------


def follows(state: Rules, known: KnightsKnowledge) -> tuple[float, int] | None:
    """What must be certain for who is to move, by what is certain after each step; None if a
    step leads to chance or to what is not certain."""
    best: list[tuple[float, int]] = []
    for action in state.actions():
        after = state.after(action)
        if after.over:
            best.append((after.payoffs[state.seat], 1))
            continue
        certain = known.exact_payoffs(after)
        if certain is None:
            return None
        best.append((certain[0][state.seat], certain[1] + 1))
    value = max(value for value, _ in best)
    lengths = [length for worth, length in best if worth == value]
    return value, min(lengths) if value > 0 else max(lengths)


@pytest.mark.parametrize("lying", [2, 3, 4])
def test_every_entry_follows_from_those_after_each_step(lying: int, known: KnightsKnowledge):
    rng, compared = Random(lying), 0
    for _ in range(6):
        state = sample(rng, lying)
        for _ in range(12):
            if state.over or state.drawing:
                break
            certain, expected = known.exact_payoffs(state), follows(state, known)
            if certain is not None and expected is not None:
                assert certain[0][state.seat] == expected[0], repr(state)
                if expected[0] != 0.0:
                    assert certain[1] == expected[1], repr(state)
                compared += 1
            state = state.after(rng.choice(dry(state)))
    assert compared > 20


def heap(rng: Random) -> Rules:
    """Two knights in step with each other, at most one of them armed, and the other items on one
    tile near them, but for one that may lie elsewhere."""
    while True:
        items = rng.sample("AMDH", 4)
        held = ["", ""]
        held[rng.randrange(2)] = items.pop() if rng.random() < 0.8 else ""
        row, column = rng.randrange(2, 6), rng.randrange(2, 6)
        places = [f"{row + rng.randint(-2, 2)}{column + rng.randint(-2, 2)}" for _ in range(2)]
        lies = [f"{item}{row}{column}" for item in items]
        lies[-1] = rng.choice([lies[-1], f"{items[-1]}{7 * rng.randrange(2)}7"])
        knights = f"R{places[0]}{held[0]},G{places[1]}{held[1]}"
        try:
            return TWO.from_line(f"{knights} {','.join(lies)} {rng.choice('RG')} 0")
        except parlour.BadText:
            continue


@pytest.mark.parametrize("seed", range(12))
def test_2_what_one_of_several_items_would_win_is_not_certain(seed: int, known: KnightsKnowledge):
    """Where items lie on a heap chance says which is taken. A win is only certain if the seat can
    bring it about whatever chance says; a loss, if it comes whatever the seat does."""
    rng = Random(seed)
    state = heap(rng)
    for _ in range(6):
        if state.over:
            break
        certain = known.exact_payoffs(state)
        if certain is not None and not state.drawing:
            value = certain[0][state.seat]
            ways = [sure(state.after(action), state.seat, known) for action in state.actions()]
            assert value in ways, repr(state)
            assert all(way is None or way <= value for way in ways), repr(state)
            if value < 0:
                assert None not in ways, repr(state)
        after = state.after(rng.choice(dry(state)))
        while not after.over and after.drawing:
            after = after.after(rng.choice(after.actions()))
        state = after


def sure(after: Rules, seat: int, known: KnightsKnowledge) -> float | None:
    """What a seat gets for certain after an action, whatever chance draws."""
    if after.over:
        return after.payoffs[seat]
    if after.drawing:
        drawn = {sure(after.after(action), seat, known) for action in after.actions()}
        return drawn.pop() if len(drawn) == 1 else None
    certain = known.exact_payoffs(after)
    return None if certain is None else certain[0][seat]


def dry(state: Rules) -> list[int]:
    """The steps after which nobody has fallen."""
    return [a for a in state.actions() if state.after(a).living == 2] or state.actions()


def test_a_brute_search_agrees_about_short_hunts(known: KnightsKnowledge):
    @cache
    def wins(line: str, depth: int) -> bool:
        """Can green, whoever is to move, win within so many steps?"""
        state = TWO.from_line(line)
        answers = (
            after.payoffs[1] > 0 if after.over else depth > 1 and wins(TWO.line(after), depth - 1)
            for after in (state.after(action) for action in state.actions())
        )
        return any(answers) if state.seat == 1 else all(answers)

    for line in ("R00,G22A M52,D25,H55 R 0", "R01,G22A M52,D25,H55 G 0", "R00H,G11D A22,M52 R 0"):
        values, steps = known.exact_payoffs(duel(line)) or ((), 0)
        assert values == (-1.0, 1.0)
        assert steps < 9
        assert wins(line, steps)
        assert not wins(line, steps - 1)


def test_parity_decides_who_hunts(known: KnightsKnowledge):
    assert (known.exact_payoffs(duel("R00,G77 A22,M52,D25,H55 R 0")) or [()])[0] == (-1.0, 1.0)
    assert (known.exact_payoffs(duel("R01,G77 A22,M52,D25,H55 G 0")) or [()])[0] == (-1.0, 1.0)


def test_a_knight_that_cannot_break_the_defence_shares_the_win(known: KnightsKnowledge):
    assert known.exact_payoffs(duel("R34M,G33H A22,D25 G 0")) == ((0.0, 0.0), 400)
    values, actions = known.exact_payoffs(duel("R34D,G33H A22,M25 G 0")) or ((), 0)
    assert (values, actions) == ((-1.0, 1.0), 1)


def test_4_the_item_under_the_prey_is_taken_before_the_fight(known: KnightsKnowledge):
    assert known.exact_payoffs(duel("R34M,G33 A34,D25,H55 G 0")) == ((-1.0, 1.0), 1)
    after = (known.exact_payoffs(duel("R34M,G33 A72,D77,H34 G 0")) or ((), 0))[1]
    assert after > 1  # a helmet does not break the staff


def test_2_what_depends_on_chance_is_not_certain():
    line = "R34M,G33 A34,D34,H34 G 0"
    assert TWO.knowledge().exact_payoffs(duel(line)) is None
    first = Knights(KnightsSettings(players=2, item_choice="priority"))
    assert first.knowledge().exact_payoffs(duel(line, first)) == ((-1.0, 1.0), 1)
    same = "R34M,G33 A34,D34,H55 G 0"  # with either the fight is won
    assert TWO.knowledge().exact_payoffs(duel(same)) == ((-1.0, 1.0), 2)


def test_the_fallen_pay_and_the_last_two_share():
    known = FOUR.knowledge()
    won = duel("R33A,B34,g11/1,y--/2 M52,D25,H55 R 0", FOUR)
    values, actions = known.exact_payoffs(won) or ((), 0)
    assert actions == 1
    assert values == pytest.approx((1.0, -1 / 3, -1 / 3, -1 / 3))
    shared = duel("R33H,B34M,g11/1,y--/2 A22,D25 R 0", FOUR)
    assert (known.exact_payoffs(shared) or ((),))[0] == pytest.approx(
        (1 / 3, 1 / 3, -1 / 3, -1 / 3)
    )
    assert known.exact_payoffs(FOUR.start()) is None


def test_7_a_win_after_the_limit_is_not_certain():
    game = Knights(KnightsSettings(players=2, limit=50))
    known = game.knowledge()
    for steps in (18, 19):
        state = game.from_line(f"R00,G77 A22,M52,D25,H55 R {steps}")
        assert (known.exact_payoffs(state) is None) == (steps == 19)


# ---- steps ---------------------------------------------------------------------------------------


def weights(line: str) -> dict[str, float]:
    state = duel(line, FOUR)
    given = FOUR.knowledge().action_priors(state)
    assert given is not None
    return {"NESW"[action]: weight for action, weight in given.items()}


def test_nobody_steps_into_the_water():
    given = weights("R00,B70,G77,Y07 A22,M52,D25,H55 R 0")
    assert given["N"] == given["W"] == 0.0
    assert min(given["E"], given["S"]) > 0.0


def test_fights_that_are_won_come_first_and_those_that_are_lost_last():
    given = weights("R33,B34,G53M,Y07 A22,D25,H55 R 0")
    assert max(given, key=lambda step: given[step]) == "E"
    given = weights("R33,B34M,G77,Y07 A22,D25,H55 R 0")
    assert min(given, key=lambda step: given[step]) == "E"


def test_items_are_taken_and_peril_is_avoided():
    given = weights("R12,B60,G67,Y17 A22,M52,D25,H55 R 0")
    assert max(given, key=lambda step: given[step]) == "S"
    given = weights("R33A,B70,G35,Y07 M52,D25,H55 R 0")
    assert min(given, key=lambda step: given[step]) == "E"


def standing(line: str, game: Knights = FOUR) -> tuple[float, ...]:
    values = game.knowledge().evaluation(duel(line, game))
    assert values is not None
    assert sum(values) == pytest.approx(0.0)
    return values


def test_a_knight_without_a_hunter_stands_best():
    """From the corners red hunts blue and yellow, and only green, who is dead, hunts red."""
    values = standing("R33,B70,g77/1,Y07 A22,M52,D25,H55 R 0")
    assert values[0] > max(values[1], values[3])
    assert min(values[1], values[3]) > values[2] == pytest.approx(-1 / 3)


def test_the_right_item_stops_a_hunter():
    """Green hunts red, with bare hands: a staff keeps it off, an axe does not."""
    axe = standing("R33A,B70,G77,y07/1 M52,D25,H55 R 0")
    staff = standing("R33M,B70,G77,y07/1 A22,D25,H55 R 0")
    assert staff[0] > axe[0]


def test_the_nearer_a_hunter_the_worse():
    far = standing("R33,B70,g77/1,Y07 A22,M52,D25,H55 R 0")
    near = standing("R60,B70,g77/1,Y07 A22,M52,D25,H55 R 0")
    assert near[1] < far[1]
    assert near[0] > far[0]


def test_a_hunt_that_cannot_end_before_the_limit_does_not_count():
    """Green, far away, has no time to hunt red any more, so red may do as it likes."""
    early, late = (
        standing(
            f"R11,B21,G77,y07/1 A22,M52,D25,H55 R {steps}", Knights(KnightsSettings(limit=400))
        )
        for steps in (0, 380)
    )
    assert late[0] > early[0]


def test_a_hunt_is_as_short_as_the_tables_say():
    game = Knights(KnightsSettings(limit=400))
    for seed in range(3):
        state = game.from_line("R33A,b70/1,g77/2,Y10D M70,H77 R 100")
        known = game.knowledge().exact_payoffs(state)
        assert known is not None
        hunter, prey, actions = read_player("best:60", seed), read_player("random", seed), 0
        while not state.over:
            state.push((hunter if state.seat == 0 else prey).choose(state, state.seat))
            actions += 1
        assert state.payoffs[0] == 1.0
        assert actions <= known[1]


def test_equal_positions_have_equal_keys_and_others_do_not():
    game = Knights(KnightsSettings(limit=60))
    keys: dict[int, object] = {}
    for seed in range(40):
        for step in walk(game, Random(seed)):
            state = cast(Rules, step.before)
            assert keys.setdefault(state.hash_key(), state) == state
            assert game.from_line(game.line(state)).hash_key() == state.hash_key()
    assert len(keys) > 100
    assert FOUR.start().hash_key() == 7923436588342171912  # in both modes


# ---- parlour solve knights -----------------------------------------------------------------------


def solved(*words: str) -> Result:
    return CliRunner().invoke(main, ["solve", "knights", *words])


def test_solving_tells_who_wins_how_and_each_step():
    told = solved("R34,G33A M52,D25,H55 G 0", "--set", "players=2").output.splitlines()[11:]
    assert told[:2] == ["Green wins, within 1 actions if both play perfectly.", "Best: G:E"]
    assert told[3] == "G:E          Green is the last knight standing and wins."
    assert len(told) == 6


def test_a_best_line_leads_to_the_end():
    told = solved("R00,G77", "A22,M52,D25,H55", "R", "0", "--set", "players=2").output
    best = next(line for line in told.splitlines() if line.startswith("Best: "))
    state = TWO.start()
    for step in best.removeprefix("Best: ").split():
        state.push(TWO.read(state, step))
    assert state.payoffs == (-1.0, 1.0)


def test_without_a_position_the_start_of_a_match_of_two_is_solved():
    """The rulebook says that `parlour solve knights` shows that Green wins within 32 steps."""
    result = solved()
    assert result.exit_code == 0
    assert "Green wins, within 32 actions if both play perfectly." in result.output
    assert "4 knights are left" in solved("--set", "players=4").output


def test_with_more_knights_or_at_the_end_it_says_what_it_can():
    assert "4 knights are left" in solved("R00,B70,G77,Y07 A22,M52,D25,H55 R 0").output
    over = solved("R00,g--/1 A22,M52,D25,H55 - 0", "--set", "players=2").output
    assert over.splitlines()[-1] == "Red is the last knight standing and wins."
    open_ = solved("R34M,G33 A34,D34,H34 G 0", "--set", "players=2").output
    assert "Unknown: it depends on chance" in open_
    drawn = solved("R34M,G33H A22,D25 G 0", "--set", "players=2").output
    assert "Neither can ever defeat the other" in drawn


def test_what_is_no_position_is_refused_with_a_sentence():
    result = solved("nonsense")
    assert result.exit_code == 2
    assert "A position has four parts" in result.output
