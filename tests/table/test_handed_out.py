"""What a match hands out: nobody can change it, and it travels without what is as usual."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

import parlour
from parlour.table.clock import TimeControl
from parlour.table.match import Match
from parlour.table.outcome import forfeit, nobody_wins, ranks_of
from parlour.table.record import Event
from parlour.table.view import (
    Board,
    Button,
    Cell,
    Changes,
    Edge,
    Label,
    Mark,
    Panel,
    Piece,
    sorted_by_id,
)
from tests.matches import hidden_deployment


def values(thing: Any) -> Iterator[msgspec.Struct]:
    """A struct and all that it holds."""
    if isinstance(thing, msgspec.Struct):
        yield thing
        for name in thing.__struct_fields__:
            yield from values(getattr(thing, name))
    elif isinstance(thing, tuple | list):
        for each in thing:
            yield from values(each)


def handed_out() -> Iterator[msgspec.Struct]:
    game = parlour.game("brique", size=3)
    match = Match(game, ("Ann", "Bob"), control=TimeControl.read("5m+3s"))
    match.act(0, "b2", 1.0)
    match.offer_draw(0, 2.0)
    yield from values(match.offer)
    before = match.view(1)
    yield from values(before)
    yield from values(match.game.board())
    match.act(1, "swap", 3.0)
    yield from values(match.game.changes(game.from_line("3/1b1/3 w 1 ask"), match.state, 1))
    match.resign(0, 4.0)
    yield from values(match.outcome)
    yield from values(match.record())
    yield from values(match.clock.control if match.clock else None)
    yield from values(game.settings)
    yield from values(game.describe())
    yield from values(game.levels)
    yield from (Edge("black", 0, 0, 1, 1), Changes(), Mark("last", ()), Button("a", "A"))


def test_nobody_can_change_what_a_match_has_handed_out():
    kinds = set[str]()
    for value in handed_out():
        kinds.add(type(value).__name__)
        for name in value.__struct_fields__:
            with pytest.raises(AttributeError):
                setattr(value, name, None)
    assert {"Offer", "View", "Piece", "Panel", "Board", "Cell", "Label", "Edge", "Mark"} <= kinds
    assert {"Button", "Changes", "Outcome", "Record", "Event", "Result", "TimeControl"} <= kinds
    assert {"BriqueSettings", "Setting", "Level"} <= kinds


@pytest.mark.parametrize(
    ("value", "wire"),
    [
        (Cell("a1", 0, 1), '{"site":"a1","x":0,"y":1}'),
        (Cell("a1", 0, 1, "hex", "dark", "A"), '{"site":"a1","x":0,"y":1,"shape":"hex",'
         '"ground":"dark","label":"A"}'),
        (Label("a", 0, 1), '{"text":"a","x":0,"y":1}'),
        (Board(()), '{"cells":[]}'),
        (Piece("1", "a1", "king", "K"), '{"id":"1","site":"a1","kind":"king","letter":"K",'
         '"stats":{}}'),
        (Mark("last", ("a1",)), '{"kind":"last","sites":["a1"]}'),
        (Panel(0, "Ann"), '{"seat":0,"name":"Ann","counters":{}}'),
        (Panel(0, "Ann", alive=False, acting=True), '{"seat":0,"name":"Ann","alive":false,'
         '"acting":true,"counters":{}}'),
        (Changes(), "{}"),
        (Event(0, "c3"), '{"seat":0,"what":"c3"}'),
        (TimeControl(60.0), '{"start":60.0}'),
    ],
)  # fmt: skip
def test_what_is_as_usual_does_not_travel(value: msgspec.Struct, wire: str):
    assert sorted_by_id(()) == ()
    assert msgspec.json.encode(value).decode() == wire


def test_what_everybody_sees_is_marked_also_where_something_is_hidden():
    match = hidden_deployment()
    match.act(0, match.state.actions(0)[0])
    assert match.last == (), "the other may not know it yet"
    match.act(1, match.state.actions(1)[0])
    assert len(match.last) == 5, "now all is uncovered"
    assert Mark("last", match.last) in match.view().marks


def test_ranks_and_payoffs_of_ends_that_are_no_actions():
    three = forfeit(("Ann", "Bob", "Cy"), 1, "resign")
    assert (three.ranks, three.payoffs) == ((1, 3, 1), (0.5, -1.0, 0.5))
    assert (three.winners, str(three.sentence)) == ((0, 2), "Bob resigned.")
    two = forfeit(("Ann", "Bob"), 0, "resign")
    assert (two.ranks, two.payoffs) == ((2, 1), (-1.0, 1.0))
    assert (two.winners, str(two.sentence)) == ((1,), "Ann resigned: Bob wins.")
    drawn = nobody_wins(("Ann", "Bob", "Cy"), "draw")
    assert (drawn.ranks, drawn.payoffs, drawn.winners) == ((1, 1, 1), (0.0, 0.0, 0.0), ())
    assert ranks_of([0.5, 1.0, 0.5, -1.0]) == (2, 1, 2, 4)
