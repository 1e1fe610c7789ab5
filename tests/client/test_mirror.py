"""A client's copy of a room."""

from __future__ import annotations

from copy import copy

import msgspec
import pytest
from msgspec.structs import replace

import parlour
from parlour.client.mirror import Mirror
from parlour.client.position import ReplayedPosition
from parlour.table.errors import BadRecord
from parlour.table.record import Event
from parlour.table.state import CHANCE, NOBODY
from parlour.table.view import Panel
from parlour.wire.messages import ChatMessage, Moves, News, OfferInfo, SeatInfo, Terms

GAME = parlour.game("brique", size=3)
VIEW = GAME.view(GAME.start(), 0)


@pytest.mark.parametrize(
    ("seat", "name"),
    [(0, "Ann"), (1, "Player 2"), (None, "Guest-7"), (2, "Guest-7"), (-1, "Guest-7")],
)
def test_chat_of_a_seated_user_shows_the_name_at_the_seat(seat: int | None, name: str):
    room = Mirror(lambda: 0.0)
    room.apply_news(
        News("running", seat_infos=(SeatInfo("Player 1", "Ann"), SeatInfo("Player 2"))), 1
    )
    assert room.speaker(ChatMessage("Guest-7", "hello", 0.0, seat)) == name


CHAIRS = (SeatInfo("Player 1", "Ann"), SeatInfo("Player 2"))


@pytest.mark.parametrize(
    "news",
    [
        News("running", again=(2,)),
        News("running", offer=OfferInfo("draw", -1, ())),
        News("running", offer=OfferInfo("draw", 0, (9,))),
        News("running", moves=Moves(0, [Event(2, "a1")])),
        News("running", moves=Moves(0, [Event(-2, "a1")])),
        News("running", seat_infos=CHAIRS[:1], again=(1,)),
        News("running", view=replace(VIEW, seat=2)),
        News("running", view=replace(VIEW, panels=(Panel(5, "Eve"),))),
    ],
    ids=range(8),
)
def test_news_about_a_missing_seat_is_refused(news: News):
    room = Mirror(lambda: 0.0)
    room.apply_news(
        News("running", CHAIRS, Moves(0, [Event(CHANCE, "x"), Event(1, "a1")]), VIEW), 1
    )
    before = {name: copy(value) for name, value in vars(room).items()}
    with pytest.raises(msgspec.ValidationError, match="there is no such seat"):
        room.apply_news(news, 2)
    assert vars(room) == before, "the front end may look at it at any time"


def test_an_abort_belongs_to_no_seat():
    room = Mirror(lambda: 0.0)
    room.apply_news(News("over", CHAIRS, Moves(0, [Event(NOBODY, kind="abort")]), VIEW), 1)
    assert [event.kind for event in room.moves] == ["abort"]


def test_seats_that_are_in_use_cannot_be_removed():
    room = Mirror(lambda: 0.0)
    room.apply_news(News("running", CHAIRS, again=(0, 1)), 1)
    room.apply_seats((SeatInfo("Player 1"), SeatInfo("Player 2", "Bob")))
    assert room.names == ("Player 1", "Bob")
    with pytest.raises(msgspec.ValidationError, match="there is no such seat"):
        room.apply_seats(CHAIRS[:1])


def test_the_seat_of_a_player_who_has_moved_cannot_be_removed():
    room = Mirror(lambda: 0.0)
    room.apply_news(News("running", CHAIRS, Moves(0, [Event(1, "a1")])), 1)
    with pytest.raises(msgspec.ValidationError, match="a seat is missing"):
        room.apply_news(News("running", CHAIRS[:1]), 2)
    with pytest.raises(msgspec.ValidationError, match="a seat is missing"):
        room.apply_seats(CHAIRS[:1])
    assert room.names == ("Ann", "Player 2")


@pytest.mark.parametrize(
    "event",
    [
        Event(1, "", hidden=True),  # it is not its turn
        Event(CHANCE, "", hidden=True),
        Event(0, "z9"),
        Event(1, "a1"),
        Event(7, "", "resign"),
    ],
    ids=range(5),
)
def test_moves_that_cannot_be_are_refused_by_a_sentence(event: Event):
    position = ReplayedPosition(Terms("m", "brique", "Brique", GAME.version, {"size": 3}))
    with pytest.raises(BadRecord):
        position.follow([event])
