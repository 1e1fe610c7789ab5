"""What Turncoat reads, says, shows and refuses."""

from __future__ import annotations

from typing import cast

import pytest

import parlour
from parlour.games.turncoat.game import Turncoat
from parlour.games.turncoat.rules import Rules
from tests.games.test_turncoat import drawn, pass_turn, refused, start
from tests.play import play


@pytest.mark.parametrize(
    ("text", "meant"),
    [("PLACE C1", "place c1"), ("place  c 1", "place c1"), ("move-a1-b1", "move a1 b1"),
     ("Move a1, b1", "move a1 b1"), ("fight a1 a2", "act a1 a2"), ("act a1 a2", "act a1 a2"),
     ("guard e1 d1", "guard e1 d1"), ("END", "end"), ("destroy a01", "destroy a1")],
)  # fmt: skip
def test_actions_are_read_leniently(text: str, meant: str):
    state = drawn("2C:2P . . . .\n1C:1F 1C . 1C 1G")
    if meant == "place c1":
        state = drawn("2C:2P . . . .\n1C . . 1C 1G")
    assert state.game.write(state, state.game.read(state, text)) == meant


MELEE = """
    2C:2P 2C:2H 1C:1H . .
    1C:1F 1C:1P 1C:1C 1C:1S 1G
    . 2G -- ## 2O
    1C 1C:1Fma 1C . 2C"""


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "Enter what to do, such as place d4, move b2 b7 or end."),
        ("jump a1", "jump a1: there is no such action; use place, move, act, capture, guard,"),
        ("place", "place: write it as in place d4."),
        ("move a1", "move: write it as in move b2 b7."),
        ("capture a1 b1", "capture: write it as in capture b2 b3 own."),
        ("end now", "end: write it as in end."),
        ("place z9", "z9: there is no such block; columns go from a to e, rows from 1 to 7."),
        ("place a20", "a20: there is no such block"),
        ("paver", "Units are chosen after you enter end."),
        ("spawn a7 paver", "Units are chosen after you enter end."),
        (
            "place b2",
            "b2: blocks can only be placed on neutral ground or your own colour; this is a g",
        ),
        ("place a3", "a3: there is a unit here."),
        ("place c1", "c1: a block placed here would change no other block."),
        ("guard a1 b1", "a1: none of your guards is here."),
        ("guard e3 e3", "e3: the guard is already here."),
        (
            "guard e3 e1",
            "e1: guards can only stand on neutral ground or your own colour; this is col",
        ),
        (
            "guard e3 c2",
            "c2: guards can only stand on neutral ground or your own colour; this is tru",
        ),
        ("guard e3 a4", "a4: there is a unit here."),
        ("move d1 a1", "d1: there is no unit here."),
        ("destroy a4", "a4: this is not your unit."),
        ("move a3 b2", "a3 b2: a unit moves straight, along its row or column."),
        ("move a3 a2", "a2: your units cannot pass here: this is neutral."),
        ("move d3 d2", "d2: your units cannot pass here: this is dead."),
        ("move b1 c1", "b1: this unit has already moved this turn."),
        ("act b1 a1", "b1: this unit has already acted this turn."),
        ("act c4 b4", "c4: a Shield protects its neighbours and can only move and capture."),
        ("act a3 a1", "a3 a1: these blocks are not adjacent."),
        ("act a3 a2", "a2: there is no unit here."),
        ("act a3 a4", "a4: a Shield protects the unit there."),
        ("pave a3 a4", "a3: this is a Fighter, which cannot pave."),
        ("act b3 b4", "b4: there is a unit here."),
        ("act b3 b2", "b2: a Paver needs a neutral block or one of another colour; this is a "),
        ("act c3 c2", "c2: a Cleaner needs a coloured block; this is true neutral."),
        ("act d3 e3", "d3 e3: a Shooter reaches blocks exactly two away."),
        ("capture d3 e2 own", "d3 e2: these blocks are not adjacent."),
        ("capture d3 e3 own", "e3: this is not an objective."),
    ],
)
def test_what_cannot_be_done_is_answered_by_a_sentence(text: str, says: str):
    assert refused(drawn(MELEE), text).startswith(says)


def test_more_refusals_of_settings_and_phases():
    line = drawn("1C:1S . . 2C .", shooter_reach="line")
    assert "straight line" in refused(line, "act a1 b1")
    choosing = play(drawn("1C . . . 1S"), "end")
    assert refused(choosing, "place a1").startswith("Choose what should appear on a4: fighter")
    assert refused(choosing, "spawn e1 paver") == "The unit to choose now is the one for a4."
    kept = drawn("1C:1F 2O:2P 1O . .", capture_occupied=False)
    assert refused(kept, "capture a1 b1 own") == "b1: there is a unit here."
    assert refused(drawn("1C:1F 1O . . ."), "capture a1 b1 own").startswith("b1: this is your own")


def test_reports_say_what_happened():
    def told(state: Rules, text: str) -> str:
        action = state.game.read(state, text)
        return str(state.game.report(state, action, ("Ann", "Bob")))

    state = drawn(MELEE)
    assert told(state, "destroy a3") == "Ann destroys their own Fighter on a3."
    assert told(state, "guard e3 d4") == "Ann moves a guard from e3 to d4."
    assert told(state, "end") == "Ann ends the turn."
    assert told(play(state, "end"), "paver") == "Ann chooses a Paver for a7."
    change = drawn(". 2C:2F . 1C .")
    assert told(change, "place a1") == (
        "Ann places a block on a1 and changes 2 more; units destroyed: 1."
    )
    assert told(drawn(". . . 1C ."), "place a1") == "Ann places a block on a1 and changes 2 more."
    taken = drawn("1C:1F 2O . . .")
    assert told(taken, "capture a1 b1 own") == "Ann captures Bob's objective b1 and keeps it."
    acts = {"F": ("1C:1F 2C:2P", "'s Fighter on a1 destroys the unit on b1."),
            "P": ("1C:1P 2C", "'s Paver on a1 paves b1."),
            "C": ("1C:1C 2C", "'s Cleaner on a1 makes b1 neutral.")}  # fmt: skip
    for rows, says in acts.values():
        assert told(drawn(f"{rows} . . ."), "act a1 b1") == f"Ann{says}"
    assert told(drawn("1C:1S 1C . . ."), "move a1 b1") == "Ann moves a Shooter from a1 to b1."


def test_a_cleaner_has_a_button_since_it_may_move_to_what_it_may_clean():
    state = drawn("1C:1C 1C 2O . .", place_under_units=True)
    game = state.game
    paths = dict(game.paths(state, 0))
    assert ("a1", "b1") in paths
    assert ("a1", "clean", "b1") in paths
    assert ("a1", "destroy") in paths
    buttons = {button.site for button in game.view(state, 0).buttons}
    assert buttons >= {"clean", "destroy", "end"}


def test_views_mark_endangered_objectives_and_the_spawn_that_is_asked_for():
    state = drawn("2C:2F 1O . . .")
    marks = state.game.view(state).marks
    assert [(mark.kind, mark.sites, mark.seat) for mark in marks] == [("danger", ("b1",), 0)]
    choosing = play(drawn(". . 1C . ."), "end")
    assert [(mark.kind, mark.sites) for mark in choosing.game.view(choosing).marks] == [
        ("area", ("a4",))
    ]


def test_units_show_what_they_have_used_and_spawns_what_they_hold():
    state = drawn("1C:1Fm 1C:1Pa 1C:1Sma 1C:1H .")
    units = {p.kind: p.condition for p in state.game.view(state).pieces if p.layer == "unit"}
    assert units == {"fighter": "moved", "paver": "acted", "shooter": "spent", "shield": ""}
    play(state, "end", "cleaner")
    spawns = {p.seat: p.holds for p in state.game.view(state).pieces if p.kind == "spawn"}
    assert spawns == {0: "cleaner", 1: ""}


def test_a_moving_unit_keeps_its_id():
    state = drawn("1C:1F 1C 1C:1P . .")
    before = {p.id: p.site for p in state.game.view(state).pieces if p.layer == "unit"}
    play(state, "destroy a1", "move c1 a1")
    after = {p.id: p.site for p in state.game.view(state).pieces if p.layer == "unit"}
    assert set(after) < set(before)
    assert list(after.values()) == ["a1"]


# ---- position lines that are none ----------------------------------------------------------------

SMALL = "2O,2,2S,2,2O/2,2G,2C,3/7/3,--,3/7/3,1C,1G,2/1O,2,1S,2,1O"


def line(old: str = "", new: str = "", rest: str = "1 - -/- 00 0") -> str:
    assert old in SMALL
    return f"{SMALL.replace(old, new, 1) if old else SMALL} {rest}"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (SMALL, "A position has six parts"),
        (line("/7/3,--,3/7", "/7/3,--,3"), "This map has 7 rows, not 6."),
        (line("/7/", "/8/"), "Row 5 must have 7 blocks, not 8."),
        (line("/7/", "/07/"), "Row 5: 07 cannot be read as a block."),
        (line("/7/", "/6,x/"), "Row 5: x cannot be read as a block."),
        (line("/7/", "/6,3C/"), "Row 5: 3C cannot be read as a block."),
        (line("/7/", "/6,.:3F/"), "Row 5: .:3F cannot be read as a block."),
        (line("/7/", "/6,1C:1Fam/"), "Row 5: 1C:1Fam cannot be read as a block."),
        (line("/7/", "/6,1O/"), "g5: an objective cannot be there on this map."),
        (line("/7/", "/6,##/"), "g5: dead cannot be there on this map."),
        (line("2S", "1C"), "d7: colour cannot be there on this map."),
        (line("--", "1G"), "d4: a guard cannot be there on this map."),
        (line("2O,", "1,"), "a7: neutral cannot be there on this map."),
        (line("1G", "1"), "Player 1 must have 1 guards, not 0."),
        (line("/7/", "/6,2K/"), "Player 2 must have 1 guards, not 2."),
        (
            line("2O,2,2S,2,2O", "##,2,2S,2,1O"),
            "Player 2 has no objective, so that player must be out.",
        ),
        (line("/7/", "/6,.:1F/"), "g5: a Fighter of player 1 is not a unit that can be there."),
        (line("2G", "2G:2F"), "c6: a Fighter of player 2 is not a unit that can be there."),
        (line("2O,", "2O:1S,"), "a7: a Shooter of player 1 is not a unit that can be there."),
        (line("2C", "2C:2Pm"), "d6: only units of the player to move can have moved or acted."),
        (
            line(rest="3 - -/- 00 0"),
            "The turn must be the number of a player who is not out, not 3.",
        ),
        (line(rest="1 x -/- 00 0"), "What is used must be -, p, g, pg, end, won or draw, not x."),
        (line(rest="1 won -/- 00 0"), "Player 1 has not won."),
        (line(rest="1 - -- 00 0"), "The units to appear must be letters"),
        (line(rest="1 - x/- 00 0"), "The units to appear must be letters"),
        (line(rest="1 - F/- 00 0"), "The units chosen for player 1 cannot be F."),
        (line(rest="2 - -/- 00 0"), "The units chosen for player 1 cannot be -."),
        (line(rest="1 end F/- 00 0"), "The units chosen for player 1 cannot be F."),
        (line(rest="1 - -/- 0 0"), "Players who are out are a digit each: 0, or the order"),
        (line(rest="1 - -/- 02 0"), "Players who are out are a digit each: 0, or the order"),
        (line(rest="1 - -/- 12 0"), "Players who are out are a digit each: 0, or the order"),
        (line(rest="1 - -/- 00 -1"), "The rounds must be a number from 0 to 10, not -1."),
        (line(rest="1 - -/- 00 11"), "The rounds must be a number from 0 to 10, not 11."),
        (
            line(rest="2 draw F/F 00 10"),
            "The turn must be the number of a player who is not out, not 2.",
        ),
        (line(rest="1 - -/- 00 3"), "The units chosen for player 2 cannot be -."),
        (line(rest="1 - F/F 00 10"), "The match is drawn after 10 rounds, not before."),
        (line(rest="1 draw F/F 00 9"), "The match is drawn after 10 rounds, not before."),
    ],
)
def test_a_line_that_is_no_position_is_refused_with_a_sentence(text: str, says: str):
    game = parlour.game("turncoat", map="small", limit=10)
    with pytest.raises(parlour.BadText) as refusal:
        game.from_line(text)
    assert str(refusal.value).startswith(says)


def test_lines_of_finished_matches_are_checked_too():
    alone = line("2O,2,2S,2,2O/2,2G,2C,3", "##,6/1,1C,5", "1 - -/- 01 0").replace("##,6", "##,5,##")
    game = parlour.game("turncoat", map="small")
    with pytest.raises(parlour.BadText, match="Only player 1 is left and has won"):
        game.from_line(alone)
    assert game.from_line(alone.replace(" - ", " won ")).payoffs == (1.0, -1.0)
    first = parlour.game("turncoat", map="small", goal="first")
    with pytest.raises(
        parlour.BadText, match="An objective has been captured, so the match is over"
    ):
        first.from_line(line("2O,", "##,"))
    assert first.from_line(line("2O,", "##,", "1 won -/- 00 0")).over


def test_a_first_capture_that_takes_the_last_objective_of_a_third_player():
    rows = "players: 3/1S 1O 1C . 1C 1C/2S 2O 2C . 2C ./3S 3O 3C . 3C ."
    game = parlour.game("turncoat", map_text=rows, goal="first")
    before = "1S,1O,1C,1,1C,1C/2S,2O,2C,1,2C,1/3S,3O,3C,1,3C,1"
    state = game.from_line(f"{before.replace('1O', '1O:1F')} 1 - -/-/- 000 0")
    play(cast(Rules, state), "capture b3 b2 dead")
    assert (state.over, state.payoffs) == (True, (1.0, -0.5, -0.5))
    assert game.from_line(game.line(state)) == state
    left = cast(Turncoat, game).withdraw(cast(Turncoat, game).start(), 1)
    assert left is not None
    assert not left.over
    assert game.from_line(game.line(left)) == left


def test_a_position_without_a_limit_is_read_where_there_is_one():
    """The search goes this way: it looks at every match with the safeguard on."""
    state = start(map="small")
    for _ in range(4):
        pass_turn(state)
    assert parlour.game("turncoat", map="small", limit=150).from_line(state.game.line(state))
