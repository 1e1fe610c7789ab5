"""What is written in a cell: letters, owners, numbers."""

from __future__ import annotations

from parlour.table.looks.look import ItemLook, Looks, StatLook, named
from parlour.table.view import Piece
from parlour.terminal.board.rendering.signs import (
    item_of,
    letters_are_unique,
    stats_of,
    top_piece,
    word_of,
)


def test_the_highest_layer_is_seen():
    block = Piece("x", "a0", "block", "x", layer="block")
    unit = Piece("y", "a0", "unit", "y", layer="unit")
    assert top_piece([unit, block]) is unit
    assert top_piece([]) is None


def test_owners_are_told_apart_without_colour():
    pieces = [Piece("p", "a0", "pawn", "P", seat=seat) for seat in range(4)]
    assert [word_of(piece, 5) for piece in pieces] == ["[P]", "(P)", "{P}", "<P>"]


def test_no_bracket_is_cut_off_where_there_is_little_room():
    pieces = [Piece("p", "a0", "pawn", "P", seat=seat) for seat in range(2)]
    assert [word_of(piece, 2) for piece in pieces] == ["1P", "2P"]
    stones = [Piece("b", "a0", "stone", "B", 0), Piece("w", "a1", "stone", "W", 1)]
    assert letters_are_unique(stones)
    assert not letters_are_unique(pieces)
    assert [word_of(stone, 2, unique_letters=True) for stone in stones] == ["B", "W"]


def test_hit_points_and_other_numbers():
    bounded = Looks(stats={"hp": StatLook(named("hp"), most="max")})
    king = Piece("p", "a0", "king", "K", stats={"hp": 3, "max": 4})
    assert stats_of(bounded, king) == "3/4"
    assert stats_of(Looks(), king) == "h3 m4"
    armed = Piece("p", "a0", "king", "K", stats={"attack": 3, "defence": 1})
    assert stats_of(bounded, armed) == "a3 d1"


def test_what_a_piece_holds_is_called_as_its_game_says():
    rider = Piece("p", "a0", "rider", "R", holds="magic_staff")
    named_so = Looks(items={"magic_staff": ItemLook(named("Staff of magic"))})
    assert item_of(named_so, rider) == "staff of magic"
    assert item_of(Looks(), rider) == "magic staff"
    assert item_of(Looks(), Piece("p", "a0", "rider", "R")) == ""
    assert item_of(Looks(), Piece("p", "a0", "rider", "R", holds="axe", hidden=True)) == ""
