"""Brique solved: small boards against plain minimax on the rules, and what the verb says."""

from __future__ import annotations

import sys
from functools import cache
from random import Random

import pytest
from click.testing import CliRunner, Result

import parlour
from parlour.cli import main
from parlour.command_line import progress
from parlour.games.brique import solve_report
from parlour.games.brique.rules import Rules
from parlour.games.brique.solve_report import SolverRun, position

EMPTY, BLACK, WHITE = 0, 1, 2
MEMORY = 1 << 20


@cache
def wins(state: Rules) -> bool:
    """Does whoever moves win, by looking at everything?"""
    return not state.over and any(not wins(state.after(action)) for action in state.actions())


def empty(size: int) -> Rules:
    return position(size, "")


def uniform_playout(rng: Random, size: int) -> Rules:
    """A position some random moves from the start, at least one before the end."""
    while True:
        state = empty(size)
        for _ in range(rng.randrange(size * size - 2)):
            if not state.over:
                state.push(rng.choice(state.actions()))
        if not state.over:
            return state


def given_away(state: Rules, kept: set[int], colour: int) -> Rules:
    """The same position with every empty square but some filled by a colour, out of turn."""
    after, cells = state.copy(), state.game.settings.size**2
    for cell in range(cells):
        if after.board[cell] == EMPTY and cell not in kept and not after.over:
            after.set_up(list(after.board[:cells]), colour, 0, False)
            after.apply(cell)
    if not after.over:
        after.set_up(list(after.board[:cells]), state.turn, 0, False)
    return after


def all_winning(size: int, nodes: int = 10**9) -> list[str]:
    state = empty(size)
    moves = SolverRun(size, nodes, MEMORY).winning_moves(state)
    return [state.game.write(state, action) for action in sorted(moves)]


def test_the_smallest_boards_are_as_minimax_says():
    for size in (2, 3):
        state = empty(size)
        best = [action for action in state.actions() if not wins(state.after(action))]
        assert all_winning(size) == [state.game.write(state, action) for action in best]
    assert all_winning(2) == ["b2", "a1"]
    assert len(all_winning(3)) == 5


def test_positions_of_nine_squares_are_as_minimax_says():
    rng, run = Random(5), SolverRun(3, 10**9, MEMORY)
    for _ in range(150):
        state = uniform_playout(rng, 3)
        assert run.mover_wins(state) == wins(state), state


def test_a_win_stands_when_all_outside_its_carrier_is_given_away():
    rng, run = Random(6), SolverRun(3, 10**9, MEMORY)
    for _ in range(150):
        state = uniform_playout(rng, 3)
        ahead = run.mover_wins(state)
        loser = BLACK + WHITE - state.turn if ahead else state.turn
        after = given_away(state, run.carrier(state), loser)
        assert after.winner != loser, state
        assert after.over or wins(after) == ahead, state


def test_four_by_four_is_won_by_the_first_player():
    run = SolverRun(4, 100_000, MEMORY)
    assert run.mover_wins(empty(4))
    assert not run.mover_wins(empty(4).after(run.winning_move(empty(4))))


@pytest.mark.compiled_only
def test_four_by_four_has_nine_winning_moves():
    assert sorted(all_winning(4)) == ["a1", "a2", "b1", "b2", "c2", "c3", "d2", "d3", "d4"]


@pytest.mark.compiled_only
def test_five_by_five_is_won_by_the_first_player():
    assert SolverRun(5, 10_000_000, 64 * MEMORY).mover_wins(empty(5))


def test_white_is_solved_as_black_is():
    # The board of Black's win, turned over its falling diagonal, with the colours exchanged.
    black = parlour.game("brique", size=3).from_line("1b1/w2/3 b 1 -")
    white = parlour.game("brique", size=3).from_line("1b1/w2/3 w 1 -")
    run = SolverRun(3, 10**9, MEMORY)
    assert isinstance(black, Rules)
    assert isinstance(white, Rules)
    assert run.mover_wins(black) == run.mover_wins(white) == wins(white)


# ---- the verb ------------------------------------------------------------------------------------


def solve(*words: str) -> Result:
    return CliRunner().invoke(main, ["solve", "brique", *words])


def test_the_verb_names_the_winner_and_the_work():
    about, first, second = solve("--size", "2", "--all").stdout.splitlines()
    assert about == "The empty board of 2 x 2, without the pie rule:"
    assert first == "Black moves and wins, with 2 of 4 moves: b2 and a1."
    assert second.startswith("8 positions, ")
    assert "\nBlack moves and wins with " in solve("--size", "3").stdout


def test_an_interrupted_solver_reports_its_progress(monkeypatch: pytest.MonkeyPatch):
    def interrupt(*_: object) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(SolverRun, "mover_wins", interrupt)
    result = solve("--size", "3")
    assert result.exit_code == 1
    assert result.stderr.startswith("Stopped after 0 positions and ")


def test_a_running_count_is_shown_on_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(progress, "EVERY", 0.0)
    SolverRun(4, 10**9, MEMORY).mover_wins(solve_report.position(4, ""))
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    SolverRun(4, 10**9, MEMORY).mover_wins(solve_report.position(4, ""))
    assert "\r0 positions" in capsys.readouterr().err


def test_a_game_without_a_solver_is_told_apart_from_an_unknown_game():
    result = CliRunner().invoke(main, ["solve", "feud"])
    assert result.exit_code == 2
    said = "feud has no solve command. These games do: brique, chessicle and knights."
    assert said in result.stderr
    assert "No such command 'nosuch'" in CliRunner().invoke(main, ["solve", "nosuch"]).stderr


def test_a_lost_position_is_called_lost():
    said = solve("1b1/3/3 w 1 -").stdout
    assert said.startswith("White moves and loses: Black wins against every move.\n")


def test_the_pie_question_is_answered():
    assert (
        "The second player wins by answering swap and playing Black."
        in solve("1b1/3/3 w 1 ask").stdout
    )
    assert (
        "The second player wins by answering keep and playing White."
        in solve("b2/3/3 w 1 ask").stdout
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--size", "9"], "2<=x<=8"),
        (["nonsense"], "1: the solver handles boards from 2 to 8 squares"),
        (["2/2 b 1"], "A position has four parts"),
        (["b1/b1 w 1 -"], "This match is over."),
        (["--size", "3", "2/2 b 1 -"], "This board has 3 rows, not 2."),
        (["--size", "4", "--nodes", "10"], "Not solved within 10 positions; --nodes allows more."),
    ],
)
def test_what_cannot_be_solved_is_refused_with_a_sentence(words: list[str], said: str):
    result = solve(*words)
    assert result.exit_code == 2
    assert said in result.stderr
    assert "Traceback" not in result.stderr
