"""What a client is told that it may do: exactly what the room would carry out."""

from __future__ import annotations

from random import Random

import pytest

from parlour.hall.people.limits import MOST_REQUESTS
from parlour.hall.rooms.may import may
from parlour.hall.rooms.room import MatchTerms, Room
from parlour.table.errors import IllegalAction, NotYourTurn
from parlour.wire.operations import (
    Abort,
    Act,
    Agree,
    Decline,
    Draw,
    Operation,
    Rematch,
    Resign,
    Sit,
    Stand,
    Undo,
)
from tests.hall.small_rooms import SeatedRoom, hidden, new_terms

OPERATIONS: dict[str, Operation] = {
    "resign": Resign(),
    "draw": Draw(),
    "undo": Undo(),
    "agree": Agree(),
    "decline": Decline(),
    "abort": Abort(),
    "rematch": Rematch(),
    "sit": Sit("Zoe"),
    "stand": Stand(),
}


def accepts(terms: MatchTerms, entries: list[object], seat: int, operation: Operation) -> bool:
    """Would a room with this history carry the operation out, and would that be news?"""
    room = Room(terms)
    for entry in entries:
        room.repeat(entry)  # type: ignore[arg-type]
    before, offer = situation(room), room.match and room.match.offer
    if offer and offer.seat == seat and operation == OPERATIONS[offer.what]:
        return False  # to repeat an offer is no news
    try:
        room.do(seat, operation, 0.0, Random(1))
    except (IllegalAction, NotYourTurn):
        return False
    return situation(room) != before


def situation(room: Room) -> object:
    match = room.match
    shown = match and (match.offer, len(match.events), match.outcome, room.game.line(match.state))
    return shown, list(room.occupants), set(room.again)


@pytest.mark.parametrize("seed", range(12))
def test_what_is_named_is_carried_out_and_nothing_else(seed: int):
    rng = Random(seed)
    terms = [new_terms(), hidden(), new_terms("tiny"), new_terms("turncoat")][seed % 4]
    seated = SeatedRoom(terms)
    room, seats = seated.room, range(len(seated.room.occupants))
    for _ in range(25):
        for seat in seats:
            told = {*may(room, (seat,))}
            assert ("act" in told) == (seat in room.to_move())
            for name, operation in OPERATIONS.items():
                done = accepts(terms, seated.entries, seat, operation)
                assert (name in told) == done, (name, seat, room.seq)
        seat = rng.choice(room.to_move() or (0,))
        operation = rng.choice(
            (None,) * 6 + (Undo(), Agree(), Decline(), Draw(), Draw(), Rematch())
        )
        if operation is None:
            operation = Act(seated.any_action(seat)) if room.to_move() else Rematch()
        elif rng.random() < 0.05:
            operation = Resign()
        try:
            seated.do(rng.choice((seat, *seats)), operation)
        except (IllegalAction, NotYourTurn):
            continue  # not now


def test_before_the_match_one_sits_down_or_leaves():
    room = Room(new_terms())
    assert may(room, (0, 1)) == ("sit",)
    room.do(0, Sit("Ann"), 0.0, Random(1))
    assert (may(room, (0,)), may(room, (1,)), may(room, ())) == (("stand",), ("sit",), ())
    assert may(room, (0, 1)) == ("sit", "stand")


def test_after_the_match_each_seat_asks_once_for_a_rematch():
    seated = SeatedRoom(new_terms())
    seated.do(0, Resign())
    assert may(seated.room, (0,)) == ("rematch",)
    seated.do(0, Rematch())
    assert (may(seated.room, (0,)), may(seated.room, (1,))) == ((), ("rematch",))


def test_who_has_asked_too_often_may_only_play_on_or_end_the_match():
    seated = SeatedRoom(new_terms())
    while seated.room.requests[0] < MOST_REQUESTS:
        seated.do(0, Draw())
    seated.do(1, Decline())
    assert may(seated.room, (0,)) == ("act", "resign", "abort")
    with pytest.raises(IllegalAction, match="at most"):
        seated.do(0, Draw())
