"""Games as data for front ends: where the seats sit, what may be agreed on, and how things look."""

from __future__ import annotations

import pytest

import parlour
from parlour.table.looks.description import describe
from parlour.table.view import Side
from tests.play import AnyGame


@pytest.mark.parametrize(
    ("game", "sides"),
    [
        (parlour.game("feud"), ("top", "bottom")),
        (parlour.game("chessicle"), ("top", "bottom")),
        (parlour.game("brique"), ("bottom", "bottom")),
        (parlour.game("knights", players=2), ("top", "bottom")),
        (parlour.game("knights"), ("top", "left", "bottom", "right")),
        (parlour.game("turncoat", map="small"), ("bottom", "top")),
        (parlour.game("turncoat", map="long"), ("left", "right")),
        (parlour.game("turncoat", map="court"), ("bottom", "left", "top", "right")),
        (parlour.game("tiny"), ("bottom", "left", "top", "right")),
    ],
    ids=repr,
)
def test_every_seat_has_its_side(game: AnyGame, sides: tuple[Side, ...]):
    assert describe(game).sides == game.sides() == sides


@pytest.mark.parametrize("slug", ["feud", "chessicle"])
def test_pieces_start_on_the_side_of_their_seat(slug: str):
    game = parlour.game(slug)
    state = game.start()
    while not game.view(state).pieces or len({p.seat for p in game.view(state).pieces}) < 2:
        state = state.after(state.actions()[0])
    rows = {cell.site: cell.y for cell in game.board().cells}
    middle = sum(rows.values()) / len(rows)
    for piece in game.view(state).pieces:
        assert piece.seat is not None
        assert (rows[piece.site] < middle) == (game.sides()[piece.seat] == "top")


@pytest.mark.parametrize("slug", parlour.games())
def test_players_may_agree_on_a_draw(slug: str):
    """And a match ends so: the description says what a match allows."""
    game = parlour.game(slug)
    match = parlour.Match(game)
    for seat in range(len(game.seats)):
        match.offer_draw(seat)
    assert describe(game).draws == (match.outcome is not None)
