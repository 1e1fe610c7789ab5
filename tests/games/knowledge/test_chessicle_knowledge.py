"""Chessicle's knowledge, and what `parlour solve chessicle` reports."""

from __future__ import annotations

from random import Random

import pytest
from click.testing import CliRunner, Result

import parlour
from parlour.cli import main
from parlour.games.chessicle.knowledge import ChessicleKnowledge
from parlour.games.chessicle.solving import table_files
from parlour.players.player import read_searcher
from parlour.players.search_result import Limits, SearchResult
from tests.games.test_chessicle import drawn
from tests.games.test_chessicle_endings import no_tables_of_ones_own as no_tables_of_ones_own
from tests.games.test_chessicle_endings import sample
from tests.play import walk

LIMITED = parlour.game("chessicle", limit=20)
ENDING = "A-P1 . . . .\n. . . . .\n. . . B-P1 .\n. . . . .\n. . A-H1 . ."


def knowing(**settings: object) -> ChessicleKnowledge:
    known = parlour.game("chessicle", **settings).knowledge()
    assert isinstance(known, ChessicleKnowledge)
    return known


@pytest.fixture
def known() -> ChessicleKnowledge:
    return knowing()


# ---- what is certain -----------------------------------------------------------------------------


def test_the_winner_and_the_distance_are_exact(known: ChessicleKnowledge):
    board = "A-P1 B-P1 . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . ."
    assert known.exact_payoffs(drawn(board, "A")) == ((1.0, -1.0), 1)
    assert known.exact_payoffs(drawn(board, "B")) == ((-1.0, 1.0), 1)


def test_8_a_win_that_comes_after_the_limit_is_not_certain(known: ChessicleKnowledge):
    values, moves = known.exact_payoffs(drawn(ENDING)) or ((), 0)
    assert values == (1.0, -1.0)
    assert 2 < moves < 20
    in_time = drawn(ENDING, quiet=20 - moves, limit=20)
    too_late = drawn(ENDING, quiet=21 - moves, limit=20)
    assert known.exact_payoffs(in_time) == (values, moves)
    assert known.exact_payoffs(too_late) is None


def test_8_a_draw_lasts_until_the_limit(known: ChessicleKnowledge):
    board = "A-H2 . . . .\n. . . . .\n. . . . .\n. . . . .\n. B-H2 . . ."
    assert known.exact_payoffs(drawn(board, quiet=3, limit=20)) == ((0.0, 0.0), 17)
    assert known.exact_payoffs(drawn(board)) == ((0.0, 0.0), 100)


def test_there_is_no_exact_value_without_a_table_for_the_position(known: ChessicleKnowledge):
    assert known.exact_payoffs(parlour.game("chessicle").start()) is None
    assert known.exact_payoffs(sample(Random(1), 5)) is None
    blocked = parlour.game("chessicle", friend_blocks=True)
    assert knowing(friend_blocks=True).exact_payoffs(sample(Random(1), 3, blocked)) is None


# ---- what is likely ------------------------------------------------------------------------------


def test_the_stronger_side_stands_better(known: ChessicleKnowledge):
    values = known.evaluation(drawn(ENDING))
    assert values is not None
    assert values[0] == -values[1] > 0.5
    assert known.evaluation(parlour.game("chessicle").start()) is None


def test_evaluations_agree_with_the_endings_more_often_than_not(known: ChessicleKnowledge):
    rng, right, wrong = Random(4), 0, 0
    for _ in range(300):
        state = sample(rng, 4)
        values, certain = known.evaluation(state), known.exact_payoffs(state)
        assert values is not None
        assert certain is not None
        if certain[0][0] != 0.0:
            right += values[0] * certain[0][0] > 0.0
            wrong += values[0] * certain[0][0] < 0.0
    assert right > 5 * wrong


def test_tactical_moves_are_those_that_remove_a_character(known: ChessicleKnowledge):
    rng = Random(6)
    for pieces in range(2, 11):
        state = sample(rng, pieces)
        removing = [a for a in state.actions() if sum(state.after(a).left) < pieces]
        assert known.tactical_actions(state) == removing


def test_moves_that_win_by_the_tables_have_the_highest_priors_and_losing_ones_the_lowest(
    known: ChessicleKnowledge,
):
    rng = Random(7)
    for _ in range(100):
        state = sample(rng, 4)
        weights = known.action_priors(state)
        assert weights is not None
        worth: dict[int, float] = {}
        for action in weights:
            after = state.after(action)
            certain = (after.payoffs, 0) if after.over else known.exact_payoffs(after)
            assert certain is not None
            worth[action] = certain[0][state.seat]
        ranked = sorted((weight, action) for action, weight in weights.items())
        assert [worth[action] for _, action in ranked] == sorted(worth.values())


def test_equal_positions_have_equal_keys_and_others_do_not():
    keys: dict[int, object] = {}
    for seed in range(4):
        for step in walk(LIMITED, Random(seed)):
            state = step.before
            assert keys.setdefault(state.hash_key(), state) == state
            assert LIMITED.from_line(LIMITED.line(state)).hash_key() == state.hash_key()
    assert len(keys) > 100
    assert drawn(ENDING).hash_key() == 14496639914930928707  # in both modes


# ---- parlour solve chessicle ---------------------------------------------------------------------


def solved(*words: str) -> Result:
    return CliRunner().invoke(main, ["solve", "chessicle", *words])


LINE = "A-P1,B-P1,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,. A 0"


def test_solving_tells_the_value_the_best_line_and_each_move():
    told = solved(LINE).output.splitlines()
    assert told[6:8] == ["A wins in 1 move.", "Best: P1:L"]
    assert told[8] == "P1:L   This wins in 1 move."
    assert len(told) == 8 + 2


def test_a_line_may_be_given_in_words():
    assert solved(*LINE.split()).output == solved(LINE).output


def test_solving_says_when_the_win_may_come_too_late():
    line = "A-P1,.,.,.,./.,.,.,.,./.,.,.,B-P1,./.,.,.,.,./.,.,A-H1,.,. A 99"
    assert "after 1 more moves without a capture" in solved(line, "--set", "limit=100").output


def test_with_many_characters_it_says_what_it_can():
    line = "A-P1,A-P2,A-P3,.,./.,.,.,.,./B-H1,.,B-P1,.,./.,.,.,.,./.,.,.,.,. A 0"
    told = solved(line, "--nodes", "300").output
    assert "5 characters are left, and the tables cover up to 4" in told
    assert told.count("known") >= 2


def test_a_finished_match_is_just_told():
    line = ".,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./A-P1,.,.,.,. B 0"
    assert solved(line).output.splitlines()[-1] == ("A removed every character of B and wins.")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "Give a position in one line"),
        (["nonsense"], "A position has three parts"),
        ([".,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,. deploy 0"], "must be deployed"),
        ([LINE, "--set", "friend_blocks=on"], "There are no tables for these settings yet"),
        ([LINE, "--set", "size=3"], "There is no setting called size"),
        (["--tables", "9"], "2<=x<=5"),
        (["--tables", "2", "-o", "/"], "Cannot write /"),
    ],
)
def test_what_cannot_be_solved_is_said_in_a_sentence(words: list[str], sentence: str):
    result = solved(*words)
    assert result.exit_code == 2
    assert sentence in result.output
    assert "Traceback" not in result.output


def test_a_damaged_table_of_the_user_is_reported():
    own = table_files.own_path(False)
    own.parent.mkdir(parents=True)
    own.write_bytes(b"nonsense")
    result = solved(LINE)
    assert result.exit_code == 2
    assert "is not an endgame table of Chessicle" in result.output


def test_a_level_plays_the_same_whatever_tables_the_user_has():
    """With blocked friends no table comes with the game, and the user's would know the end."""
    game = parlour.game("chessicle", friend_blocks=True)
    state = game.from_line("A-P1,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,B-P1,. A 0")
    players = [level.player for level in game.levels]

    def results() -> list[SearchResult]:
        return [read_searcher(text, 1).search(state, 0, Limits(nodes=200)) for text in players]

    before, free = results(), read_searcher("mcts:200", 1).search(state, 0)
    table_files.make_table(2, True, table_files.own_path(True), lambda _done, _count: None)
    assert results() == before
    assert read_searcher("mcts:200", 1).search(state, 0) != free, "others use what is there"


def test_tables_are_made_and_then_used():
    made = solved("--tables", "2", "--set", "friend_blocks=on")
    assert "1,155 positions of up to 2 characters" in made.output
    assert "A wins in 1 move." in solved(LINE, "--set", "friend_blocks=on").output
