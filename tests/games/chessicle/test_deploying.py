"""How the best player deploys: by the solved game."""

from __future__ import annotations

from itertools import product

import pytest

import parlour
from parlour.games.chessicle.complete.solution import (
    best_first_rows,
    best_replies,
    best_second_rows,
    row_of,
    solution,
)
from parlour.games.chessicle.game import Chessicle
from parlour.games.chessicle.knowledge import ChessicleKnowledge
from parlour.games.chessicle.rules import Rules
from parlour.players.player import read_searcher
from tests.play import play


def start(**settings: object) -> Rules:
    return parlour.game("chessicle", **settings).start()


def text(row: str) -> str:
    """A deployment with this row: `1P2PP` is H1, P1, H2, P2, P3."""
    pawns = iter(("P1", "P2", "P3"))
    return ", ".join(next(pawns) if piece == "P" else f"H{piece}" for piece in row)


def deployed(first: str, second: str, **settings: object) -> Rules:
    return play(start(**settings), text(first), text(second))


def rows_of(state: Rules, seat: int) -> set[str]:
    game = state.game
    assert isinstance(game, Chessicle)
    names = ("P1", "P2", "P3", "H1", "H2")
    return {
        row_of([names.index(name) for name in game.write(state, action).split(", ")])
        for action in game.book(state, seat)
    }


def test_2_neither_side_can_force_a_win_by_deploying():
    assert best_first_rows()
    assert best_second_rows()
    for a, b in product(best_first_rows(), best_second_rows()):
        assert solution().entry(a, b) == 0


def test_2_a_deploys_where_no_answer_wins():
    state = start()
    assert rows_of(state, 0) == {*best_first_rows()}
    for row in best_first_rows():
        answers = solution().deployments[row]
        assert all(entry == 0 or entry % 2 for entry in answers)


def test_2_b_answers_a_bad_row_with_a_win():
    lost = [
        a for a, entries in solution().deployments.items() if any(e and not e % 2 for e in entries)
    ]
    assert lost
    for row in lost:
        state = play(start(), text(row))
        assert rows_of(state, 1) == {*best_replies(row)}
        soonest = min(e for e in solution().deployments[row] if e and not e % 2)
        assert {solution().entry(row, reply) for reply in best_replies(row)} == {soonest}


def test_2_a_hidden_row_is_answered_by_one_that_loses_to_none():
    hidden = start(deployment="hidden")
    assert rows_of(hidden, 0) == {*best_first_rows()}
    assert rows_of(hidden, 1) == {*best_second_rows()}
    one = hidden.after(hidden.game.read(hidden, text("PPP12"), 0), 0)
    assert rows_of(one, 1) == {*best_second_rows()}, "it may not depend on what is hidden"


def test_no_book_is_opened_where_the_values_are_others():
    assert not parlour.game("chessicle", friend_blocks=True).book(start(friend_blocks=True), 0)
    assert not parlour.game("chessicle", limit=20).book(start(limit=20), 0)
    assert parlour.game("chessicle", limit=100).book(start(limit=100), 0)
    both = deployed("12PPP", "PPP21")
    assert not both.game.book(both, 0)


@pytest.mark.parametrize("deployment", ["open", "hidden"])
def test_the_best_player_deploys_by_the_book(deployment: str):
    state = start(deployment=deployment, limit=100)
    player = read_searcher("best:200", 1)
    for seat in (0, 1):
        action = player.choose(state, seat)
        assert action in state.game.book(state, seat)
        state.push(action, seat)


def test_deployed_positions_have_exact_values():
    knowledge = parlour.game("chessicle", limit=100).knowledge()
    assert isinstance(knowledge, ChessicleKnowledge)
    for a, b in (("12PPP", "1PPP2"), ("P1P2P", "12PPP"), ("12PPP", "21PPP"), ("1P2PP", "P12PP")):
        entry = solution().entry(a, b)
        found = knowledge.exact_payoffs(deployed(a, b, limit=100))
        payoff = 0.0 if entry == 0 else 1.0 if entry % 2 else -1.0
        assert found is not None
        assert found[0][0] == payoff
        assert entry == 0 or found[1] == entry


def test_a_moved_character_ends_the_opening():
    knowledge = parlour.game("chessicle").knowledge()
    assert knowledge is not None
    state = play(deployed("12PPP", "P12PP"), "P1:F")
    assert knowledge.exact_payoffs(state) is None
