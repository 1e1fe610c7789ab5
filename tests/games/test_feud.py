"""Feud, § by §. Boards are drawn as the game prints them, or tile by tile as in a position line."""

from __future__ import annotations

import pytest

import parlour
from parlour.games.feud.rules import Rules
from parlour.table.match import Match
from parlour.table.matches.record_text import from_text, to_text
from tests.play import play

START = """\
  |      A      |      B      |      C      |      D      |
--|-------------|-------------|-------------|-------------|
1 | BLACK A 3 3 | BLACK K 4 4 | BLACK M 3 3 | BLACK A 3 3 |
--|-------------|-------------|-------------|-------------|
2 | BLACK N 3 3 | BLACK S 4 4 | BLACK W 3 3 | BLACK N 3 3 |
--|-------------|-------------|-------------|-------------|
3 | WHITE N 3 3 | WHITE S 4 4 | WHITE W 3 3 | WHITE N 3 3 |
--|-------------|-------------|-------------|-------------|
4 | WHITE A 3 3 | WHITE K 4 4 | WHITE M 3 3 | WHITE A 3 3 |
--|-------------|-------------|-------------|-------------|"""

# The source exchanges the letters of B4 and C4 (§10).
SAMPLE = """\
  |      A      |      B      |      C      |      D      |
--|-------------|-------------|-------------|-------------|
1 | BLACK A 2 3 | BLACK K 3 4 | BLACK M 2 3 | BLACK A 2 3 |
--|-------------|-------------|-------------|-------------|
2 | BLACK N 3 3 | ..... . . . | ..... . . . | WHITE N 3 3 |
--|-------------|-------------|-------------|-------------|
3 | WHITE N 1 3 | WHITE S 4 4 | ..... . . . | BLACK N 2 3 |
--|-------------|-------------|-------------|-------------|
4 | ..... . . . | WHITE K 4 4 | WHITE M 3 3 | WHITE A 1 3 |
--|-------------|-------------|-------------|-------------|"""
SAMPLE_LINE = "BA23,BK34,BM23,BA23/BN33,.,.,WN33/WN13,WS44,.,BN23/.,WK44,WM33,WA13 B swap 0 0 0"


def feud(board: str, doing: str = "B swap", skips: str = "0 0", turns: int = 0, limit: int = 0):
    """The position of a printed board, or of four rows of tiles."""
    if "|" in board:
        rows = [line.split("|")[1:-1] for line in board.splitlines() if line[0].isdigit()]
        cells = [[cell.replace("LACK", "").replace("HITE", "") for cell in row] for row in rows]
        drawn = [["".join(cell.split()).strip(".") or "." for cell in row] for row in cells]
    else:
        drawn = [line.split() for line in board.strip().splitlines()]
    line = "/".join(",".join(row) for row in drawn)
    state = parlour.game("feud", limit=limit).from_line(f"{line} {doing} {skips} {turns}")
    assert isinstance(state, Rules)
    return state


def start(**given: object) -> Rules:
    state = parlour.game("feud", **given).start()
    assert isinstance(state, Rules)
    return state


def texts(state: Rules) -> set[str]:
    return {state.game.write(state, action) for action in state.actions()}


def acts(state: Rules, actor: str) -> set[str]:
    """What the piece on a tile may do, as its targets."""
    return {text[3:] for text in texts(state) if text.startswith(actor)}


def tile(state: Rules, site: str) -> str:
    """What stands on a tile: `BA33`, or a dot."""
    rows = state.game.line(state).split(" ")[0].split("/")
    return rows[int(site[1]) - 1].split(",")["ABCD".index(site[0])]


def ended(state: Rules) -> tuple[str, tuple[float, ...]]:
    assert state.outcome is not None
    assert state.actions() == []
    return state.outcome.code, state.payoffs


def refusal(state: Rules, text: str) -> str:
    before = state.copy()
    with pytest.raises(parlour.IllegalAction) as refused:
        state.game.read(state, text)
    assert state == before
    return str(refused.value)


# ---- §1 to §10, one after the other --------------------------------------------------------------


def test_1_the_first_position():
    state = start()
    assert str(state) == START
    assert (state.seat, state.game.seats) == (0, ("Black", "White"))


def test_1_black_may_have_a_weaker_shield():
    state = start(black_shield=3)
    assert str(state) == START.replace("BLACK S 4 4", "BLACK S 3 4")


def test_1_a_medic_can_heal_the_weaker_shield_of_black():
    """The maximum stays 4: what is missing at the start is a wound like any other."""
    state = play(start(black_shield=3), "C1 C2")
    assert "C2 B2" in texts(state)
    assert tile(play(state, "C2 B2"), "B2") == "BS44"


def test_1_a_game_may_start_from_any_position_which_overrides_black_shield():
    assert str(start(start=SAMPLE_LINE, black_shield=3)) == SAMPLE
    shields = ". . BS34 BK44\n . . . .\n . . . .\n . . WS44 WK44"
    line = parlour.game("feud").line(feud(shields))
    assert tile(start(start=line, black_shield=3), "C1") == "BS34"


def test_1_a_game_from_a_position_can_be_kept_and_replayed():
    match = Match(parlour.game("feud", start=SAMPLE_LINE))
    match.act(0, "A1 A2")
    match.act(0, "C1 B1 D1")
    assert from_text(to_text(match.record())) == match.record()
    assert match.record().last() == match.state


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"start": "nonsense"}, "The start is not a position: A position has six parts"),
        (
            {"start": SAMPLE_LINE.replace("BM23", "BK24")},
            "The start is not a position: black has 2 pieces of",
        ),
        (
            {"start": "B\N{WHITE CHESS KING}"},
            "The start is not a position: U+2654 is not allowed here",
        ),
        ({"start": "x" * 201}, "start must be text of at most 200 characters."),
        ({"black_shield": 5}, "black_shield must be between 3 and 4, not 5."),
        ({"limit": -1}, "limit must be between 0 and 10000, not -1."),
    ],
)
def test_1_bad_settings_are_answered_by_a_sentence(given: dict[str, object], says: str):
    with pytest.raises(parlour.BadSettings) as refused:
        parlour.game("feud", **given)
    assert str(refused.value).startswith(says)


def test_2_a_piece_is_active_beside_its_own_and_isolated_otherwise():
    state = feud("""
        BA33 BK44 .    WM33
        .    .    BN33 WK44
        BW33 .    BM33 .
        .    BS44 WA33 .""")
    conditions = {piece.site: piece.condition for piece in state.game.view(state).pieces}
    isolated = {site for site, condition in conditions.items() if condition == "isolated"}
    assert isolated == {"A3", "B4", "C4"}


def test_2_at_0_hit_points_a_piece_leaves_the_board():
    state = feud("BN33 WN13 . .\n BK44 . . .\n . . WK44 WM33\n . . . .", "B action")
    play(state, "A1 B1")
    assert tile(state, "B1") == "."
    assert not state.over


def test_3_a_turn_is_a_swap_and_then_an_action():
    state = start()
    assert (state.seat, state.phase) == (0, 0)
    assert (play(state, "A2 A3").seat, state.phase) == (0, 1)
    assert (play(state, "skip").seat, state.phase) == (1, 0)
    assert (play(state, "A4 B4").seat, state.phase) == (1, 1)
    assert (play(state, "skip").seat, state.phase) == (0, 0)


def test_4_the_sample_of_the_source_has_exactly_the_six_swaps_that_it_lists():
    state = feud(SAMPLE)
    assert str(state) == SAMPLE
    assert state.game.line(state) == SAMPLE_LINE
    assert texts(state) == {"A1 B1", "A1 A2", "A2 A3", "B1 C1", "C1 D1", "D1 D2"}


@pytest.mark.parametrize(
    "text", ["A1 A2", "A2 A1", "a2a1", "A1-A2", "a1, a2", " A 1  A 2 ", "A01A2"]
)
def test_4_a_swap_may_be_entered_in_either_order(text: str):
    state = feud(SAMPLE)
    assert state.game.write(state, state.game.read(state, text)) == "A1 A2"
    play(state, text)
    assert (tile(state, "A1"), tile(state, "A2")) == ("BN33", "BA23")


def test_4_an_enemy_may_be_swapped_but_never_its_shield():
    state = feud("BK44 WS44 WK44 .\n BN33 WN33 . .\n . . . .\n . . . .")
    assert texts(state) == {"A1 A2", "A2 B2"}
    assert refusal(state, "A1 B1") == "B1: an enemy shield cannot be swapped."


def test_4_the_owner_may_swap_a_shield_also_with_an_enemy_but_not_with_the_enemys_shield():
    state = feud("BS44 WK44 WN33 .\n BK44 . . .\n . . . .\n . . . .")
    assert texts(state) == {"A1 A2", "A1 B1"}
    state = feud("BS44 WS44 WK44 .\n BK44 . . .\n . . . .\n . . . .")
    assert texts(state) == {"A1 A2"}


def test_4_an_isolated_piece_cannot_start_a_swap_but_be_part_of_one():
    rows = "BK44 BN33 . .\n . WN33 BA33 .\n . WK44 . .\n . . . ."
    assert texts(feud(rows)) == {"A1 B1", "B1 B2"}
    assert texts(feud(rows, "W swap")) == {"B2 B3", "B1 B2", "B2 C2"}


SWAP_BOARD = """
    BK44 BN33 .    BA33
    WN33 .    .    WS44
    WK44 .    .    WA33
    .    .    BM33 WM33"""


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("A1 B1 A2", "A swap takes two tiles, not 3."),
        ("A1", "A swap takes two tiles, not 1."),
        ("A1 A1", "A1 is named twice."),
        ("A1 A1 B1", "A1 is named twice."),
        ("A1 A3", "A1 A3: these tiles are not adjacent."),
        ("D1 A2", "D1 A2: these tiles are not adjacent."),
        ("B1 C1", "C1 is empty."),
        ("D1 D2", "D2: an enemy shield cannot be swapped."),
        ("A2 A3", "A2 A3: neither of these pieces is yours."),
        ("C4 D4", "C4: your medic is isolated, so you cannot swap it."),
        ("A1 E1", "E1: there is no such tile; columns go from A to D, rows from 1 to 4."),
        ("A0 A1", "A0: there is no such tile; columns go from A to D, rows from 1 to 4."),
        ("skip", "The swap cannot be skipped, only the action after it."),
        ("", "Enter tiles such as A1 A2; columns go from A to D, rows from 1 to 4."),
        ("swap", "swap: enter tiles such as A1 A2; columns go from A to D, rows from 1 to 4."),
        ("A1 B", "A1 B: enter tiles such as A1 A2; columns go from A to D, rows from 1 to 4."),
    ],
)
def test_4_what_cannot_be_swapped_is_answered_by_a_sentence(text: str, says: str):
    assert refusal(feud(SWAP_BOARD), text) == says


def test_4_what_is_repeated_in_an_answer_is_cut_short():
    assert len(refusal(start(), "A" + "9" * 300)) < 120


def test_5_a_swap_that_isolates_both_sides_is_a_draw():
    state = feud("BK44 BN33 WA33 WK44\n . . . .\n . . . .\n . . . .")
    assert ended(play(state, "B1 C1")) == ("draw", (0.0, 0.0))
    assert str(state.game.status(state, ("Ann", "Bob"))) == (
        "Every piece on the board is isolated: the game is a draw."
    )
    assert state.outcome is not None
    assert state.outcome.ranks == (1, 1)


def test_5_a_swap_that_isolates_the_enemy_wins_without_an_action():
    state = feud("BK44 BN33 . .\n WA33 BA33 . .\n WK44 . . .\n . . . .")
    assert ended(play(state, "A2 B2")) == ("isolated", (1.0, -1.0))


def test_5_a_swap_that_isolates_the_movers_own_side_loses():
    state = feud("BK44 BN33 WA33 .\n . . WM33 WK44\n . . . .\n . . . .")
    assert ended(play(state, "B1 C1")) == ("isolated", (-1.0, 1.0))
    assert str(state.game.status(state, ("Ann", "Bob"))) == (
        "Every piece of Ann is isolated: Bob wins."
    )


def test_7_killing_the_king_wins():
    state = feud("BN33 WK14 WM33 .\n BK44 . WN33 .\n . . . .\n . . . .", "B action")
    assert ended(play(state, "A1 B1")) == ("fallen", (1.0, -1.0))
    assert str(state.game.status(state, ("Ann", "Bob"))) == "Bob's king has fallen: Ann wins."


def test_7_isolating_the_enemy_by_an_action_wins():
    state = feud("BN33 WM13 WK44 .\n BK44 . . .\n WA33 . . .\n . . . .", "B action")
    assert ended(play(state, "A1 B1")) == ("isolated", (1.0, -1.0))


def test_8_the_third_skip_in_a_row_loses_at_once():
    state = start()
    play(state, *["A1 B1", "skip", "A4 B4", "skip"] * 2)
    assert (not state.over, list(state.skips)) == (True, [2, 2])
    play(state, "A1 B1", "skip")
    assert ended(state) == ("third_skip", (-1.0, 1.0))
    assert str(state.game.status(state, ("Ann", "Bob"))) == (
        "Ann skipped three actions in a row: Bob wins."
    )


def test_8_an_action_resets_only_the_counter_of_its_own_side():
    state = feud(SAMPLE, "B action", "2 1")
    play(state, "C1 B1")
    assert state.game.line(state).endswith(" W swap 0 1 0")


def test_8_a_forced_skip_counts_like_any_other():
    state = feud("BS44 BK44 . .\n . . . .\n . . . .\n . WS44 WK44 .", "B action", "2 0")
    assert texts(state) == {"skip"}
    assert ended(play(state, "skip")) == ("third_skip", (-1.0, 1.0))


def test_9_a_game_is_unfinished_after_the_limit():
    state = start(limit=3)
    play(state, "A1 B1", "skip", "A4 B4", "skip", "A1 B1")
    assert not state.over
    assert state.turns == 2
    assert ended(play(state, "skip")) == ("unfinished", (0.0, 0.0))
    assert (
        str(state.game.status(state, ("Ann", "Bob"))) == "The game ended unfinished after 3 turns."
    )


def test_9_a_win_in_the_last_turn_is_a_win():
    board = "BN33 WK14 WM33 .\n BK44 . WN33 .\n . . . .\n . . . ."
    state = feud(board, "B action", turns=2, limit=3)
    assert ended(play(state, "A1 B1")) == ("fallen", (1.0, -1.0))
    assert state.game.from_line(state.game.line(state)) == state


def test_9_without_a_limit_nothing_is_counted():
    assert play(start(), "A1 B1", "skip").turns == 0


def test_9_matches_are_guarded():
    assert parlour.game("feud").guarded() == parlour.game("feud", limit=300)
