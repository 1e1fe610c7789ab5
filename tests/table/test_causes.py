"""What happened to pieces: told in order, from what one viewer sees."""

from __future__ import annotations

import msgspec
import pytest

import parlour
from parlour.table.causes import causes_of
from parlour.table.view import Piece, PieceChanges, compare_pieces

KING = Piece("k", "a1", "king", "K", 0, stats={"hp": 3, "max": 4})
PAWN = Piece("p", "b1", "pawn", "P", 1)
AXE = Piece("x", "c1", "axe", "A", layer="ground")


def told(old: list[Piece], new: list[Piece], *touched: str) -> list[tuple[str, str, str]]:
    causes = causes_of(compare_pieces(old, new), touched, {"hp": "max"})
    return [(each.kind, each.piece, " ".join(each.sites)) for each in causes]


def changed(piece: Piece, **to: object) -> Piece:
    return msgspec.structs.replace(piece, **to)


@pytest.mark.parametrize(
    ("old", "new", "kind", "sites"),
    [
        (KING, changed(KING, site="a2"), "moved", "a1 a2"),
        (None, PAWN, "placed", "b1"),
        (None, changed(PAWN, site="b3"), "filled", "b3"),
        (PAWN, None, "removed", "b1"),
        (PAWN, changed(PAWN, seat=0), "turned", "b1"),
        (PAWN, changed(PAWN, id="q", seat=0), "turned", "b1"),
        (PAWN, changed(PAWN, kind="queen"), "turned", "b1"),
        (changed(PAWN, id="b-1", hidden=True), PAWN, "revealed", "b1"),
        (KING, changed(KING, stats={"hp": 1, "max": 4}), "hit", "a1"),
        (KING, changed(KING, stats={"hp": 4, "max": 4}), "healed", "a1"),
        (KING, changed(KING, holds="axe"), "took", "a1"),
        (changed(KING, holds="axe"), KING, "dropped", "a1"),
    ],
)
def test_each_thing_that_happens_has_a_name(
    old: Piece | None, new: Piece | None, kind: str, sites: str
):
    before, after = ([piece] if piece else [] for piece in (old, new))
    id = (new or old or PAWN).id
    assert told(before, after, "b1") == [(kind, id, sites)]


def test_what_is_taken_by_an_arrival_is_captured_after_the_move():
    there = changed(KING, site="b1")
    assert told([KING, PAWN], [there], "a1", "b1") == [
        ("moved", "k", "a1 b1"),
        ("captured", "p", "b1"),
    ]
    friend = changed(PAWN, seat=0)
    assert ("removed", "p", "b1") in told([KING, friend], [there])


def test_an_item_that_is_taken_is_not_lost():
    bearer = changed(KING, site="c1", holds="axe")
    assert told([KING, AXE], [bearer], "c1") == [("moved", "k", "a1 c1"), ("took", "k", "c1")]
    assert told([KING, AXE], [KING]) == [("removed", "x", "c1")]


def test_only_a_bounded_stat_can_be_hit():
    strong = changed(KING, stats={"hp": 3, "max": 4, "attack": 2})
    assert told([strong], [changed(strong, stats={"hp": 3, "max": 4, "attack": 1})]) == []


def test_a_hit_says_by_how_much():
    weak = changed(KING, stats={"hp": 1, "max": 4})
    [hit] = causes_of(PieceChanges([KING], [weak]), (), {"hp": "max"})
    assert (hit.kind, hit.by) == ("hit", 2)


def test_what_was_touched_first_is_told_first():
    pawns = [changed(PAWN, id=f"p{i}", site=f"a{i}") for i in range(4)]
    moved = [changed(pawn, site=f"b{i}") for i, pawn in enumerate(pawns)]
    ids = [id for _, id, _ in told(pawns, moved, "a2", "a0", "a3", "a1")]
    assert ids == ["p2", "p0", "p3", "p1"]


def test_where_nothing_changed_nothing_happened():
    assert told([KING, PAWN], [KING, PAWN]) == []
    assert causes_of(PieceChanges((), ())) == ()


def test_a_stone_is_placed_before_the_corners_are_filled_and_turned():
    state = parlour.game("brique", size=5, pie=False).from_line("5/5/2b2/2w2/5 b 1 -")
    game, action = state.game, state.game.read(state, "d4")
    causes = game.changes(state, state.after(action), touched=game.path(state, action)).causes
    assert causes[0].kind == "placed"
    assert {cause.kind for cause in causes[1:]} <= {"filled", "turned"}
    assert len(causes) > 1


def test_an_arrow_hits_and_a_swap_moves():
    game = parlour.game("feud")
    state = game.start()
    swap = game.read(state, state.game.write(state, state.actions()[0]))
    first, second = game.path(state, swap)
    causes = game.changes(state, state.after(swap), touched=(first, second)).causes
    assert [(c.kind, c.sites) for c in causes] == [
        ("moved", (first, second)),
        ("moved", (second, first)),
    ]
