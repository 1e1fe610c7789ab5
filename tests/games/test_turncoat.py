"""Turncoat, § by §. Boards are drawn in the words of the position line.

The rows of a test are the lowest ones of the board, so that `a1` is at the bottom left of the
drawing. Above them, behind a wall, lies what every player must have somewhere: a spawn, an
objective and colour blocks.
"""

from __future__ import annotations

import re
from typing import cast

import pytest

import parlour
from parlour.games.turncoat.game import Turncoat
from parlour.games.turncoat.rules import Rules
from parlour.games.turncoat.snapshot import Snapshot
from tests.play import play

STANDARD = """\
     a   b   c   d   e   f   g   h   i   j
10   .   .   .   .   .   .   .   .   .   .  10
 9   .  2S   .   .  2O   .   .   .  2O   .  9
 8   .   .   .   .  2G   .   .   .  2G   .  8
 7   .   .   .   .   .  2C   .   .   .   .  7
 6   .  2S   .   .   .   .   .   .   .   .  6
 5   .   .   .   .   .   .   .   .  1S   .  5
 4   .   .   .   .  1C   .   .   .   .   .  4
 3   .  1G   .   .   .  1G   .   .   .   .  3
 2   .  1O   .   .   .  1O   .   .  1S   .  2
 1   .   .   .   .   .   .   .   .   .   .  1
     a   b   c   d   e   f   g   h   i   j"""


def drawn(
    rows: str,
    *,
    turn: int = 1,
    used: str = "-",
    players: int = 2,
    spawn_kinds: str = "",
    out: str = "",
    rounds: int = 0,
    **settings: object,
) -> Rules:
    """The position of drawn rows: `1C` and so on for blocks, `1C:2F` with a unit on one."""
    words = [row.split() for row in rows.strip().splitlines()]
    width = len(words[0])
    homes = [f"{p}S {p}O {p}C . {p}C".split() + ["##"] * (width - 5) for p in range(1, players + 1)]
    everything = [*homes, ["##"] * width, *words]
    blocks = [[re.sub("K", "G", word.split(":")[0]) for word in row] for row in everything]
    text = "/".join([f"players: {players}", *(" ".join(row) for row in blocks)])
    game = parlour.game("turncoat", map_text=text, **settings)
    spawns = [sum(row.count(f"{p}S") for row in blocks) for p in range(1, players + 1)]
    usual = ["F" * n if p + 1 < turn else "-" * n for p, n in enumerate(spawns)]
    line = "/".join(",".join("1" if word == "." else word for word in row) for row in everything)
    state = game.from_line(
        f"{line} {turn} {used} {spawn_kinds or '/'.join(usual)} {out or '0' * players} {rounds}"
    )
    return cast(Rules, state)


def start(**settings: object) -> Rules:
    """A first position, without a handicap unless one is asked for."""
    return cast(Rules, parlour.game("turncoat", **{"handicap": "none"} | settings).start())


def pass_turn(state: Rules, kind: str = "fighter") -> Rules:
    """End the turn, with the same kind for all spawns."""
    play(state, "end")
    seat = state.seat
    while state.seat == seat and state.choosing:
        play(state, kind)
    return state


def legal(state: Rules, verb: str = "") -> set[str]:
    """The legal actions that begin with these words, without them."""
    texts = (state.game.write(state, action) for action in state.actions())
    return {text[len(verb) :].strip() for text in texts if text.startswith(verb)}


def shown(state: Rules, height: int) -> str:
    """The lowest rows of the board as a drawing: blocks, and units after a colon."""
    line = state.game.line(state).split(" ")[0].split("/")[-height:]
    rows = (re.sub(r"(?<![^,])([0-9]+)(?![^,])", spread, row).replace(",", " ") for row in line)
    return "\n".join(rows)


def spread(run: re.Match[str]) -> str:
    return ",".join(["."] * int(run[1]))


def tidy(rows: str) -> str:
    return "\n".join(" ".join(row.split()) for row in rows.strip().splitlines())


def refused(state: Rules, text: str) -> str:
    """The sentence with which a text is refused."""
    before = state.game.line(state)
    try:
        state.game.read(state, text)
    except parlour.IllegalAction as error:
        assert state.game.line(state) == before
        return str(error)
    raise AssertionError(f"{text} is legal")


# ---- §1 the board --------------------------------------------------------------------------------


def test_1_the_standard_board_is_drawn_as_its_map_with_a_legend():
    board, legend = str(start())[: len(STANDARD)], str(start())[len(STANDARD) :]
    assert board == STANDARD
    for word in ("colour", "guard", "objective", "spawn", "neutral", "dead", "Shooter", "H Shield"):
        assert word in legend


def test_1_units_stand_in_brackets_and_those_that_are_spent_in_square_ones():
    state = drawn("1C:1F 1C 1C:1Sma . .", used="p")
    assert "\n 1 (1F) 1C [1S]  .   .  1\n" in str(state)
    assert "Turn of player 1: a block placed." in str(state)


def test_1_actions_are_counted_as_the_page_says():
    assert [parlour.game("turncoat", map=name).action_count for name in ("standard", "small")] == [
        100 * (10 + 10 + 20 + 2) + 6,
        49 * (7 + 7 + 20 + 1) + 6,
    ]
    assert start().game.action_count == 4206


# ---- §2 a turn -----------------------------------------------------------------------------------


def test_2_in_the_first_turns_nothing_appears():
    state = pass_turn(start())
    assert state.unit_count == 0
    assert pass_turn(state).unit_count == 2  # those of player 1


def test_2_what_was_decided_appears_on_its_spawn_in_reading_order():
    state = play(start(), "end", "spawn i5 paver", "spawn i2 shooter")
    assert state.seat == 1
    pass_turn(state)
    sites, units = state.game.plan.sites(), Snapshot(state).units  # type: ignore[attr-defined]
    assert {sites[cell]: str(unit) for cell, unit in units.items()} == {"i5": "1P", "i2": "1S"}


def test_2_a_new_unit_has_the_same_new_id_in_every_copy():
    state = start()
    for _ in range(4):
        state = pass_turn(state.copy())
    names = [piece.id for piece in state.game.view(state).pieces if piece.layer == "unit"]
    assert len(names) == len(set(names)) == 4


def test_2_an_occupied_spawn_produces_nothing_and_the_decision_lapses():
    state = pass_turn(drawn("1C . 1C 1S:1F .", turn=2, spawn_kinds="PS/-"))
    assert shown(state, 1) == "1C . 1C 1S:1F ."
    assert list(state.spawn_kind[:2]) == [0, 0]
    assert shown(play(state, "destroy d1"), 1) == "1C . 1C 1S ."


def test_2_a_unit_may_move_and_act_in_either_order_once_each_even_when_new():
    state = pass_turn(drawn(". 1S 1C . .", turn=2, spawn_kinds="PP/-"))
    assert shown(state, 1) == ". 1S:1P 1C . ."
    acted = play(state.copy(), "act b1 a1", "move b1 c1")
    assert shown(acted, 1) == "1C 1S 1C:1Pma . ."
    moved = play(state, "move b1 c1", "act c1 d1")
    assert shown(moved, 1) == ". 1S 1C:1Pma 1C ."
    assert legal(moved, "move c1") == legal(moved, "act c1") == set()


def test_2_end_asks_for_every_spawn_and_then_the_turn_passes():
    state = start()
    assert legal(play(state, "end")) == {
        f"spawn i5 {kind}" for kind in ("fighter", "paver", "cleaner", "shooter", "shield")
    }
    play(state, "shield")
    assert state.seat == 0
    play(state, "spawn cleaner")
    assert state.seat == 1
    assert "To appear: shield on i5, cleaner on i2." in str(state)


def test_2_the_choice_for_a_spawn_cannot_be_taken_back_but_the_end_can():
    match = parlour.Match(parlour.game("turncoat"))
    match.act(0, "end")
    match.take_back(0)
    assert match.events == []
    match.act(0, "end")
    match.act(0, "spawn i5 paver")
    with pytest.raises(parlour.IllegalAction, match="spawn i5 paver: this cannot be taken back"):
        match.take_back(0)
    assert len(match.events) == 2


def test_2_end_is_always_there_and_with_nothing_else_to_do_it_is_all():
    state = drawn("1C 1C 1C . .", used="pg")
    assert legal(state) == {"end"}


def test_2_what_is_used_in_a_turn_is_there_again_in_the_next():
    state = drawn("1C:1Fma . . 1C .", used="pg")
    assert legal(state) == {"destroy a1", "end"}
    pass_turn(pass_turn(state))
    assert legal(state, "place")
    assert shown(state, 1) == "1C:1F . . 1C ."


# ---- §3 colour change ----------------------------------------------------------------------------


def test_3_all_good_directions_change_at_once_and_the_placed_block_too():
    state = drawn(
        """
        . .  1C . .  .
        . .  2C . .  .
        1C . .  . 2C 1C
        . .  -- . .  .
        . .  1C . .  ."""
    )
    play(state, "place c3")
    assert shown(state, 5) == tidy(
        """
        .  .  1C .  .  .
        .  .  1C .  .  .
        1C 1C 1C 1C 1C 1C
        .  .  -- .  .  .
        .  .  1C .  .  ."""
    )


@pytest.mark.parametrize("stop", ["1G", "2G", "1O", "2O", "1S", "2S", "--", "##"])
def test_3_whatever_is_no_colour_cancels_a_direction_own_blocks_too(stop: str):
    assert "a1" not in legal(drawn(f". . {stop} . 1C"), "place")
    assert "a1" in legal(drawn(". . 2C . 1C"), "place")


def test_3_the_edge_cancels_a_direction():
    row = {f"{column}1" for column in "abcde"}
    assert not row & legal(drawn(". 2C . . ."), "place")
    assert row & legal(drawn(". 2C . . 1C"), "place") == {"a1", "c1"}


def test_3_only_the_blocks_up_to_the_first_own_one_change():
    state = play(drawn(". 2C 1C 2C 1C"), "place a1")
    assert shown(state, 1) == "1C 1C 1C 2C 1C"


def test_3_at_least_one_other_block_must_change():
    state = drawn(". 1C . . .")
    assert "a1" not in legal(state, "place")
    assert refused(state, "place a1") == "a1: a block placed here would change no other block."
    assert "d1" in legal(state, "place")


def test_3_an_own_block_may_be_placed_on_an_own_block():
    assert shown(play(drawn("1C 2C . 1C ."), "place a1"), 1) == "1C 1C 1C 1C ."


def test_3_a_block_cannot_be_placed_on_a_foreign_block():
    state = drawn("2C . 1C . .")
    assert "a1" not in legal(state, "place")
    assert "colour of player 2" in refused(state, "place a1")


def test_3_one_block_a_turn():
    state = play(drawn(". . 1C . . . 1C"), "place a1")
    assert legal(state, "place") == set()
    assert refused(state, "place d1") == "You have already placed a block this turn."


def test_3_units_of_others_on_changed_blocks_are_destroyed_and_own_ones_stay():
    state = drawn(". 2C:2F 2C:1P 2C:2S 1C")
    assert shown(play(state, "place a1"), 1) == "1C 1C 1C:1P 1C 1C"


def test_3_of_three_players_all_others_lose_units():
    state = drawn(". 2C:2F 3C:3P . 1C", players=3)
    assert shown(play(state, "place a1"), 1) == "1C 1C 1C 1C 1C"


def test_3_not_under_units_unless_the_setting_says_so_and_never_under_foreign_ones():
    rows = "1C:1F . 1C . 1C:2P"
    assert not {"a1", "e1"} & legal(drawn(rows), "place")
    state = drawn(rows, place_under_units=True)
    assert "a1" in legal(state, "place")
    assert "e1" not in legal(state, "place")
    assert shown(play(state, "place a1"), 1) == "1C:1F 1C 1C . 1C:2P"


# ---- §4 moving -----------------------------------------------------------------------------------


def test_4_a_unit_moves_straight_over_its_ground_and_over_units_onto_vacant_tiles():
    state = drawn(
        """
        .  .  .  1C .
        .  .  .  1S .
        1C 1C 1C:2P 1C:1F 2C
        .  .  .  -- .
        .  .  .  1O ."""
    )
    assert legal(state, "move d3") == {"a3", "b3", "d5", "d4", "d2", "d1"}


@pytest.mark.parametrize(
    ("block", "passes"),
    [("1C", True), ("1S", True), ("1O", True), ("--", True), (".", False), ("2C", False),
     ("1G", False), ("2G", False), ("1K", False), ("2O", False), ("2S", False), ("##", False)],
)  # fmt: skip
def test_4_what_units_pass(block: str, passes: bool):
    assert (legal(drawn(f"1C:1F {block} 1C . ."), "move a1") >= {"c1"}) == passes


def test_4_a_unit_may_leave_ground_that_it_could_not_enter():
    assert legal(drawn("2C:1F 1C 1C . ."), "move a1") == {"b1", "c1"}


def test_4_with_units_block_nobody_passes_over_a_unit():
    rows = "1C:1F 1C 1C:1P 1C 1C"
    assert legal(drawn(rows), "move a1") == {"b1", "d1", "e1"}
    state = drawn(rows, units_block=True)
    assert legal(state, "move a1") == {"b1"}
    assert refused(state, "move a1 d1") == "c1: there is a unit here."


# ---- §5 actions ----------------------------------------------------------------------------------


def test_5_a_fighter_destroys_one_adjacent_unit_of_any_side():
    state = drawn(
        """
        . 2C:2P . . .
        1C:1S 1C:1F . . .
        . 1C . . .
        """
    )
    assert legal(state, "act b2") == {"b3", "a2"}
    assert shown(play(state, "act b2 a2"), 2) == "1C 1C:1Fa . . .\n. 1C . . ."
    assert legal(state, "act") == set()


def test_5_a_paver_colours_an_adjacent_neutral_or_foreign_block():
    rows = """
        .  2C .  . .
        2C:2F 1C:1P 1C . .
        .  2G .  . .
        """
    assert legal(drawn(rows), "act b2") == {"b3"}
    assert legal(drawn(rows.replace("2C:2F", ".")), "act b2") == {"b3", "a2"}
    assert shown(play(drawn(rows), "pave b2 b3"), 3).splitlines()[0] == ". 1C . . ."


def test_5_a_cleaner_makes_an_adjacent_colour_block_neutral():
    rows = """
        .  2C .  . .
        .  1C:1C 1C . .
        .  1K .  . .
        """
    assert legal(drawn(rows), "act b2") == {"b3", "c2"}
    assert shown(play(drawn(rows), "clean b2 c2"), 2).splitlines()[0] == ". 1C:1Ca . . ."


def test_5_a_shooter_colours_at_distance_two_and_nothing_in_between_matters():
    rows = """
        . . .  . .
        . . ## . 2C:2P
        . 2G 1C:1S 2C:2P .
        . . 1C . .
        . . 2C . .
        """
    around = {"a3", "e3", "b4", "d4", "c1", "b2", "d2", "c5"}
    assert legal(drawn(rows), "act c3") == around
    assert legal(drawn(rows, shooter_reach="line"), "act c3") == {"a3", "e3", "c5", "c1"}
    assert shown(play(drawn(rows), "shoot c3 c1"), 1) == ". . 1C . ."


def test_5_a_shield_does_not_act():
    state = drawn("1C:1H . 2C:2F . .")
    assert legal(state, "act") == set()


# ---- §6 shields ----------------------------------------------------------------------------------


def test_6_a_shielded_unit_is_no_target_of_a_fighter_not_even_of_its_own_side():
    state = drawn("1C:1F 2C:2P 2C:2H . .")
    assert legal(state, "act a1") == set()
    assert refused(state, "fight a1 b1") == "b1: a Shield protects the unit there."
    assert legal(drawn("1C:1F 1C:1P 1C:1H . ."), "act a1") == set()


def test_6_a_shield_does_not_protect_itself_nor_the_other_side():
    assert legal(drawn("1C:1F 2C:2H . . ."), "act a1") == {"b1"}
    assert legal(drawn("1C:1F 2C:2P 1C:1H . ."), "act a1") == {"b1"}


def test_6_shields_protect_each_other():
    assert legal(drawn("1C:1F 2C:2H 2C:2H . ."), "act a1") == set()
    state = drawn(". 2C:2H 2C:2H 1C .")
    assert shown(play(state, "place a1"), 1) == "1C 1C:2H 1C:2H 1C ."


@pytest.mark.parametrize(
    "row", ["2C:2F 2C:2P 2C:2H", "2C:2H 2C:2P 2C:2F"], ids=["Shield last", "Shield first"]
)
def test_6_a_colour_change_is_judged_on_the_position_before_it(row: str):
    """The Shield falls, and protects for the last time; the Fighter is too far from it. Units that
    are destroyed by one change fall together, so it does not matter from which side it comes."""
    state = drawn(f". {row} 1C")
    assert shown(play(state, "place a1"), 1) == "1C 1C 1C:2P 1C 1C"
    state = drawn(f"1C {row} .")
    assert shown(play(state, "place e1"), 1) == "1C 1C 1C:2P 1C 1C"


def test_6_a_shield_that_falls_in_one_direction_protects_in_another():
    """Both lines change at once, from a1 up and to the right; the Shield on b2 is on neither."""
    state = drawn(
        """
        1C    .     .     . .
        2C:2P 2C:2H .     . .
        .     2C:2P 2C:2H 1C .
        """
    )
    assert shown(play(state, "place a1"), 3) == tidy(
        """
        1C .  . . .
        1C:2P 2C:2H . . .
        1C 1C:2P 1C 1C ."""
    )


def test_6_a_shield_in_another_direction_of_the_same_change_protects_too():
    state = drawn(
        """
        1C .  . . .
        2C:2P 2C:2H 1C . .
        .  .  . . .
        """
    )
    # From a1 up: a2 and its Paver change; the Shield on b2 is not on a changed block.
    assert shown(play(state, "place a1"), 3) == tidy(
        """
        1C .  . . .
        1C:2P 2C:2H 1C . .
        1C .  . . ."""
    )


def test_6_a_protected_unit_keeps_its_move_but_not_its_ground():
    state = play(drawn(". 2C:2P 2C:2H 1C 2C"), "place a1")
    assert shown(state, 1) == "1C 1C:2P 1C 1C 2C"
    pass_turn(state)
    assert legal(state, "move b1") == set()
    assert legal(state, "act b1") == {"a1", "c1"}


def test_6_neither_self_destruction_nor_loss_by_capture_is_prevented():
    state = drawn("1C:1F 2O:2P 2C:2H 1C:1P 1C:1H")
    assert "d1" in legal(state, "destroy")
    assert shown(play(state, "capture a1 b1 dead"), 1) == "1C:1Fa ## 2C:2H 1C:1P 1C:1H"


# ---- §7 captures ---------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", "FPCSH")
def test_7_every_kind_captures_an_adjacent_objective_with_a_choice(kind: str):
    state = drawn(f"1C:1{kind} 2O . 2O .")
    assert legal(state, "capture") == {"a1 b1 own", "a1 b1 dead"}
    kept = play(state.copy(), "capture a1 b1 own")
    assert shown(kept, 1) == f"1C:1{kind}a 1O . 2O ."
    assert "a1 b1" in legal(kept, "move")
    assert (kept.goals[0], kept.goals[1]) == (2, 2)
    killed = play(state, "capture a1 b1 dead")
    assert shown(killed, 1) == f"1C:1{kind}a ## . 2O ."
    assert legal(killed, "capture") == legal(killed, "act") == set()


def test_7_from_any_ground_but_with_an_action_left():
    assert legal(drawn("2C:1F 2O . . ."), "capture") == {"a1 b1 own", "a1 b1 dead"}
    state = drawn("1C:1Fa 2O . . .")
    assert legal(state, "capture") == set()
    assert refused(state, "capture a1 b1 own") == "a1: this unit has already acted this turn."


def test_7_what_was_captured_can_be_lost_again():
    state = play(drawn("1C:1F 2O 2C:2F . ."), "capture a1 b1 own")
    pass_turn(state)
    assert shown(play(state, "capture c1 b1 own"), 1) == "1C:1F 2O 2C:2Fa . ."


def test_7_occupied_objectives_are_safe_where_the_setting_says_so():
    rows = "1C:1F 2O:2P . . ."
    assert legal(drawn(rows), "capture") == {"a1 b1 own", "a1 b1 dead"}
    assert legal(drawn(rows, capture_occupied=False), "capture") == set()


def test_7_a_free_capture_costs_no_action():
    state = drawn(". 2O . . .\n2O 1C:1Fa 2O . .", free_capture=True)
    play(state, "capture b1 a1 own", "capture b1 c1 dead", "capture b1 b2 own")
    assert shown(state, 2) == ". 1O . . .\n1O 1C:1Fa ## . ."
    assert legal(state, "capture") == set()


def test_7_own_objectives_are_not_captured():
    assert legal(drawn("1C:1F 1O . . ."), "capture") == set()


# ---- §8 self-destruction, §9 guards --------------------------------------------------------------


def test_8_any_own_unit_at_any_time():
    state = drawn("1C:1Fma 1C:1H 2C:2P . .")
    assert legal(state, "destroy") == {"a1", "b1"}
    assert shown(play(state, "destroy a1"), 1) == "1C 1C:1H 2C:2P . ."


def test_9_a_guard_goes_to_vacant_neutral_or_own_ground_anywhere():
    state = drawn("1G 2G 1C:1F 1C 2C\n. -- 2O 1S 1O", used="p")
    assert legal(state, "guard a2") == {"d2", "a1", "c5", "d5", "e5", "d4"}


def test_9_what_it_covered_comes_back():
    state = drawn("1K 1G . 1C .", used="p")
    assert shown(play(state.copy(), "guard a1 d1"), 1) == "1C 1G . 1K ."
    assert shown(play(state, "guard b1 c1"), 1) == "1K . 1G 1C ."


def test_9_one_guard_move_a_turn():
    state = play(drawn("1G 1G . . ."), "guard b1 e1")
    assert legal(state, "guard") == set()
    assert refused(state, "guard a1 b1") == "You have already moved a guard this turn."


def test_9_guards_keep_their_names_while_they_pass_each_other():
    state = drawn("1G 1G . . .")
    before = {p.site: p.id for p in state.game.view(state).pieces if p.kind == "guard"}
    play(state, "guard a1 e1")
    after = {p.site: p.id for p in state.game.view(state).pieces if p.kind == "guard"}
    assert (before["a1"], before["b1"]) == (after["e1"], after["b1"])


def test_9_a_guard_may_enclose_and_stops_a_colour_change():
    state = play(drawn("1G . . 1C ."), "guard a1 c1")
    assert not {"a1", "b1"} & legal(state, "place")


# ---- §10 the end, §11 handicap -------------------------------------------------------------------


def eliminated() -> Rules:
    """Player 2's home objective is lost already, and the last one is beside a Fighter."""
    state = drawn(
        """
        2K 2C:3F 2S 2G 2C:2P
        1C:1F 2O 2C:2F 3C:3P .
        """,
        players=3,
    )
    line = state.game.line(state).replace("2S,2O,2C", "2S,##,2C", 1)
    return play(cast(Rules, state.game.from_line(line)), "capture a1 b1 own")


def test_10_out_means_covered_ground_returns_and_everything_of_theirs_turns_neutral():
    state = eliminated()
    assert shown(state, 2) == tidy(
        """
        . .:3F . . .
        1C:1Fa 1O . 3C:3P ."""
    )
    assert shown(state, 5).splitlines()[0] == ". ## . . ."  # their home
    assert (state.seat, state.left, list(state.out)) == (0, 2, [0, 1, 0, 0])
    assert not state.game.alive(state, 1)
    pass_turn(state)
    assert state.seat == 2  # the dead are passed over
    pass_turn(state)
    assert state.seat == 0


def test_10_the_first_seat_is_passed_over_too_when_it_is_out():
    game = cast(Turncoat, parlour.game("turncoat", map="court"))
    state = game.withdraw(game.start(), 0)
    assert state is not None
    assert state.seat == 1
    assert [pass_turn(state).seat for _ in range(4)] == [2, 3, 1, 2]


def test_10_an_eliminated_player_is_eliminated_in_the_line_too():
    state = eliminated()
    again = cast(Rules, state.game.from_line(state.game.line(state)))
    assert (again.left, list(again.out)) == (2, [0, 1, 0, 0])
    last = state.game.withdraw(again, 2)
    assert last is not None
    assert last.payoffs == (1.0, -0.5, -0.5)


def test_10_the_order_of_elimination_is_part_of_the_position():
    """The ranks depend on it, so equality and the 64-bit key tell the two apart."""
    game = cast(Turncoat, parlour.game("turncoat", map="court"))

    def after(first: int, second: int) -> Rules:
        once = game.withdraw(game.start(), first)
        assert once is not None
        twice = game.withdraw(once, second)
        assert twice is not None
        return twice

    one, other = after(2, 3), after(3, 2)
    assert one != other
    assert one.hash_key() != other.hash_key()
    assert one.repetition_key() != other.repetition_key()


def test_10_units_of_others_stay_on_neutral_ground_and_may_be_placed_under():
    state = pass_turn(eliminated())
    assert legal(state, "move b2") == set()
    assert "b2" in legal(state, "destroy")


def test_10_the_last_one_left_wins():
    state = drawn("1C:1F 2O . . .")
    line = state.game.line(state).replace("2S,2O,2C", "2S,##,2C", 1)
    state = play(cast(Rules, state.game.from_line(line)), "capture a1 b1 dead")
    assert state.over
    assert state.payoffs == (1.0, -1.0)
    assert state.outcome is not None
    assert (state.outcome.code, state.outcome.ranks) == ("last", (1, 2))
    assert str(state.outcome.sentence) == "Player 1 is the last one with objectives and wins."


def test_10_with_the_goal_first_the_first_capture_wins():
    state = play(drawn("1C:1F 2O . . .", players=3, goal="first"), "capture a1 b1 dead")
    assert state.outcome is not None
    assert (state.outcome.code, state.outcome.ranks) == ("captured", (1, 2, 2))
    assert state.payoffs == (1.0, -0.5, -0.5)


def test_10_after_the_limit_of_rounds_it_is_a_draw():
    state = start(limit=2)
    for _ in range(4):
        assert not state.over
        pass_turn(state)
    assert state.payoffs == (0.0, 0.0)
    assert state.outcome is not None
    assert (state.outcome.code, state.outcome.ranks) == ("limit", (1, 1))


def test_10_without_a_limit_no_rounds_are_counted():
    state = start()
    for _ in range(6):
        pass_turn(state)
    assert state.rounds == 0


def test_10_a_player_who_leaves_is_out_and_the_others_play_on():
    game = cast(Turncoat, parlour.game("turncoat", map="court"))
    state = pass_turn(game.start())
    rest = game.withdraw(state, 1)
    assert rest is not None
    assert (rest.seat, list(rest.out), state.seat) == (2, [0, 1, 0, 0], 1)
    assert {piece.seat for piece in game.view(rest).pieces} == {None, 0, 2, 3}
    for seat in (0, 2):
        following = game.withdraw(rest, seat)
        assert following is not None
        rest = following
    assert rest.over
    assert rest.outcome is not None
    assert (rest.outcome.ranks, rest.payoffs[3]) == ((3, 4, 2, 1), 1.0)
    assert game.withdraw(rest, 3) is None


def test_11_a_handicap_gives_later_seats_a_unit_in_their_first_turn_or_a_guard():
    state = pass_turn(start(handicap="shooter"))
    assert [str(unit) for unit in Snapshot(state).units.values()] == ["2S"]
    state = start(handicap="guard")
    assert (state.guard_count[0], state.guard_count[1]) == (2, 3)
    assert state.game.action_count == 4306
    assert "2K" in state.game.line(state)
