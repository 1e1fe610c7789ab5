"""Views: what changed between two of them, and nothing else, travels."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from parlour.table.sentences import Sentence
from parlour.table.view import (
    Button,
    Changes,
    Mark,
    Panel,
    Piece,
    View,
    apply_changes,
    diff_views,
    sorted_by_id,
)

PIECES = st.builds(
    Piece,
    id=st.sampled_from("abcdef"),
    site=st.sampled_from(["a1", "a2"]),
    kind=st.sampled_from(["king", "pawn"]),
    letter=st.just("K"),
    seat=st.none() | st.integers(0, 1),
    stats=st.dictionaries(st.just("hp"), st.integers(0, 3)),
    hidden=st.booleans(),
)
SENTENCES = st.sampled_from([Sentence("table.over"), Sentence("table.turn", player="Ann")])
VIEWS = st.builds(
    View,
    seat=st.just(0),
    pieces=st.lists(PIECES, unique_by=lambda piece: piece.id).map(sorted_by_id),
    marks=st.lists(st.just(Mark("goal", ("a1",)))).map(tuple),
    buttons=st.lists(st.just(Button("end", "End"))).map(tuple),
    panels=st.lists(st.builds(Panel, seat=st.just(0), name=st.sampled_from("AB"))).map(tuple),
    status=SENTENCES,
    prompt=st.none() | SENTENCES,
)


@given(VIEWS, VIEWS)
def test_a_view_and_its_changes_make_the_next(old: View, new: View):
    assert apply_changes(old, diff_views(old, new)) == new


@given(VIEWS)
def test_nothing_travels_where_nothing_changed(view: View):
    assert diff_views(view, view) == Changes()
    assert msgspec.json.encode(diff_views(view, view)) == b"{}"


@given(VIEWS, VIEWS)
def test_changes_survive_the_wire(old: View, new: View):
    data = msgspec.json.encode(diff_views(old, new))
    assert apply_changes(old, msgspec.json.decode(data, type=Changes)) == new


def test_only_what_moved_is_put_and_only_what_left_is_gone():
    stays, moves = Piece("a", "a1", "king", "K"), Piece("b", "a2", "pawn", "P")
    leaves, comes = Piece("c", "a3", "pawn", "P"), Piece("d", "a3", "pawn", "P")
    moved = msgspec.structs.replace(moves, site="b2")
    status = Sentence("table.over")
    old = View(0, (stays, moves, leaves), (), (), (), status, None)
    new = View(0, (stays, moved, comes), (), (), (), status, None)
    assert diff_views(old, new) == Changes(gone=("c",), put=(moved, comes))


def test_a_prompt_that_ends_is_a_change():
    old = View(0, (), (), (), (), Sentence("table.over"), Sentence("table.your_action"))
    new = msgspec.structs.replace(old, prompt=None)
    assert diff_views(old, new).prompt == (None,)
    assert apply_changes(old, diff_views(old, new)).prompt is None
