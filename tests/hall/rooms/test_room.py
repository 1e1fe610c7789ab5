"""A room follows from its entries: each operation, pending decisions, flags and ends."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from parlour.hall.rooms.room import Room
from parlour.table.clock import TimeControl
from parlour.table.errors import BadRecord, IllegalAction, NotYourTurn
from parlour.table.state import CHANCE, NOBODY
from parlour.wire import operations
from parlour.wire.operations import (
    Abort,
    Act,
    Agree,
    Decline,
    Draw,
    Flag,
    Rematch,
    Resign,
    Sit,
    Stand,
    Undo,
)
from tests.hall.small_rooms import SeatedRoom, hidden, new_terms

FAST = TimeControl(10.0)


def replayed(seated: SeatedRoom) -> Room:
    """The same room, rebuilt from its entries as JSON."""
    room = Room(seated.room.terms)
    for entry in seated.entries:
        room.repeat(
            msgspec.structs.replace(
                entry, operation=operations.decode(operations.encode(entry.operation))
            )
        )
    return room


def same(one: Room, other: Room) -> bool:
    return (
        (one.seq, one.occupants, one.commands, one.again, one.next, one.deciding_since,
            one.status, one.due())
        == (other.seq, other.occupants, other.commands, other.again, other.next,
            other.deciding_since, other.status, other.due())
        and (one.match and one.match.record()) == (other.match and other.match.record())
    )  # fmt: skip


def test_a_match_begins_when_all_have_sat_down():
    room = Room(new_terms())
    assert room.status == "open"
    room.do(1, Sit("B"), 5.0, Random(1))
    assert (room.status, room.match, room.names()) == ("open", None, ["Player 1", "B"])
    room.do(0, Sit("A"), 7.0, Random(1))
    assert (room.status, room.names(), room.begun_at) == ("running", ["A", "B"], 7.0)


def test_a_seat_is_taken_once_and_left_only_before_the_match_begins():
    room = Room(new_terms())
    room.do(0, Sit("A"), 0, Random(1))
    with pytest.raises(IllegalAction, match="is taken"):
        room.do(0, Sit("X"), 0, Random(1))
    room.do(0, Stand(), 0, Random(1))
    assert room.occupants[0] is None
    room.do(0, Sit("A"), 0, Random(1))
    room.do(1, Sit("B"), 0, Random(1))
    with pytest.raises(IllegalAction, match="has begun"):
        room.do(0, Stand(), 0, Random(1))
    with pytest.raises(IllegalAction, match="no seat"):
        room.do(7, Sit("X"), 0, Random(1))


def test_nobody_acts_before_the_match_begins():
    room = Room(new_terms())
    for operation in (Act("a1"), Resign(), Draw(), Undo(), Agree(), Decline(), Abort(), Flag()):
        with pytest.raises(IllegalAction, match="a seat is still empty"):
            room.do(0, operation, 0, Random(1))
    assert room.seq == 0


def test_an_action_is_kept_by_its_canonical_text():
    seated = SeatedRoom(new_terms())
    assert seated.do(0, Act("  A1 "))[0].operation == Act("a1")
    with pytest.raises(NotYourTurn):
        seated.do(0, Act("b1"))
    with pytest.raises(IllegalAction):
        seated.do(1, Act("a1"))
    assert (seated.room.seq, seated.room.to_move()) == (3, (1,))


def test_what_is_refused_leaves_the_room_as_it_was():
    seated = SeatedRoom(new_terms())
    seated.do(0, Act("a1"))
    for operation in (Act("a1"), Act("nonsense"), Agree(), Decline(), Rematch(), Flag(), Sit("X")):
        with pytest.raises(IllegalAction):
            seated.do(1, operation, command="x")
    assert same(seated.room, replayed(seated))
    assert "x" not in seated.room.commands
    assert [played.transition.event.seat for played in seated.room.acts] == [0]


def test_chance_acts_by_itself_and_is_kept():
    seated = SeatedRoom(new_terms("tiny"))
    for seat in range(4):
        seated.do(seat, Act("hide c2"))
    for _ in range(40):
        if seated.room.over:
            break
        seat = seated.room.to_move()[0]
        seated.do(seat, Act(seated.any_action(seat)))
    drawn = [entry for entry in seated.entries if entry.seat == CHANCE]
    assert drawn
    assert all(isinstance(entry.operation, Act) and entry.command is None for entry in drawn)
    assert same(seated.room, replayed(seated))


def test_resigning_drawing_and_aborting_end_the_match():
    resigned = SeatedRoom(new_terms())
    resigned.do(1, Resign())
    assert resigned.room.match
    assert resigned.room.match.outcome
    assert resigned.room.match.outcome.code == "resign"

    drawn = SeatedRoom(new_terms())
    drawn.do(0, Draw())
    drawn.do(1, Agree())
    assert drawn.room.match
    assert drawn.room.match.outcome
    assert drawn.room.match.outcome.code == "draw"

    aborted = SeatedRoom(new_terms())
    aborted.do(0, Act("a1"))
    aborted.do(1, Abort())
    assert aborted.room.status == "over"
    for seated in (resigned, drawn, aborted):
        with pytest.raises(IllegalAction, match="is over"):
            seated.do(0, Act("b1"))
        assert same(seated.room, replayed(seated))


def test_a_player_aborts_only_at_first_and_the_hall_always():
    seated = SeatedRoom(new_terms())
    seated.do(0, Act("a1"))
    seated.do(1, Act("b1"))
    with pytest.raises(IllegalAction, match="too late to abort"):
        seated.do(0, Abort())
    seated.do(NOBODY, Abort())
    assert seated.room.over


@pytest.mark.parametrize("rated", [False, True])
def test_a_computer_answers_at_once(rated: bool):
    room = Room(msgspec.structs.replace(new_terms(), rated=rated))
    room.do(0, Sit("A"), 0.0, Random(1))
    room.do(1, Sit("uct:1", "computer", player="uct:1"), 0.0, Random(1))
    room.do(0, Act("a1"), 1.0, Random(1))
    room.do(1, Act("b1"), 2.0, Random(1))
    drawn = room.do(0, Draw(), 3.0, Random(1))
    assert [(entry.seat, entry.operation) for entry in drawn] == [(0, Draw()), (1, Decline())]
    assert room.playing().offer is None
    back = room.do(0, Undo(), 4.0, Random(1))
    answer = Decline() if rated else Agree()
    assert [(entry.seat, entry.operation) for entry in back] == [(0, Undo()), (1, answer)]
    assert len(room.playing().events) == (2 if rated else 0)
    assert room.playing().offer is None


def test_an_offer_can_be_declined_and_a_move_can_be_taken_back():
    seated = SeatedRoom(new_terms())
    seated.do(0, Act("a1"))
    seated.do(0, Undo())
    assert seated.room.match
    assert seated.room.match.offer
    seated.do(1, Decline())
    assert seated.room.match.offer is None
    seated.do(0, Undo())
    seated.do(1, Agree())
    assert seated.room.match.events == []
    assert seated.room.to_move() == (0,)
    assert same(seated.room, replayed(seated))


def test_a_rematch_is_requested_after_the_end():
    seated = SeatedRoom(new_terms())
    with pytest.raises(IllegalAction, match="not over yet"):
        seated.do(0, Rematch())
    seated.do(0, Resign())
    seated.do(0, Rematch())
    assert (seated.room.again, seated.room.next) == ({0}, "")
    seated.do(1, Rematch("the next one"))
    seated.do(0, Rematch())
    assert (seated.room.again, seated.room.next) == ({0, 1}, "the next one")
    assert same(seated.room, replayed(seated))


# ---- what a seat was asked, and since when ------------------------------------------------------


def test_a_pending_decision_stays_valid_while_others_chat():
    seated = SeatedRoom(new_terms())
    seated.do(0, Act("a1"))
    assert seated.room.deciding_since == {1: 3}
    seated.do(0, Draw())
    seated.do(1, Decline())
    assert seated.room.deciding_since == {1: 3}, "a draw offer does not change what is on the board"


def test_a_take_back_makes_earlier_decisions_stale():
    seated = SeatedRoom(new_terms())
    seated.do(0, Act("a1"))
    seated.do(0, Undo())
    seated.do(1, Agree())
    assert seated.room.deciding_since == {0: seated.room.seq}


def test_each_action_of_a_turn_is_a_decision_of_its_own():
    seated = SeatedRoom(new_terms("feud"))
    seated.do(0, Act(seated.any_action(0)))
    assert seated.room.deciding_since == {0: 3}


def test_a_simultaneous_set_up_does_not_make_others_stale():
    seated = SeatedRoom(hidden())
    assert seated.room.deciding_since == {0: 2, 1: 2}
    seated.do(0, Act(seated.any_action(0)))
    assert seated.room.deciding_since.get(1) == 2, (
        "a hidden action of another seat changes no pending decision"
    )


# ---- flags --------------------------------------------------------------------------------------


def test_flags_fall_when_time_is_up_and_not_before():
    seated = SeatedRoom(new_terms(control=FAST), now=100.0)
    assert seated.room.due() == 110.0
    assert seated.room.flags(109.999, Random(1)) == []
    with pytest.raises(IllegalAction, match="Nobody has run out of time"):
        seated.do(NOBODY, Flag(), 109.0)
    entries = seated.room.flags(110.0, Random(1))
    assert [(entry.seat, entry.operation, entry.at) for entry in entries] == [
        (NOBODY, Flag(), 110.0)
    ]
    assert seated.room.over
    assert seated.room.due() is None


@pytest.mark.parametrize("start", [0.1, 1 / 3, 7.77, 1e-7])
def test_a_flag_falls_exactly_when_it_is_due(start: float):
    """Far from zero, times are coarse: due and fallen must round alike."""
    for now in (1_700_000_000.123, 1_700_000_123.456_789):
        seated = SeatedRoom(new_terms(control=TimeControl(start)), now=now)
        due = seated.room.due()
        assert due is not None
        assert len(seated.room.flags(due, Random(1))) == 1


def test_several_flags_fall_one_after_the_other():
    seated = SeatedRoom(new_terms("tiny", FAST))
    entries = seated.room.flags(100.0, Random(1))
    assert len(entries) >= 2
    assert seated.room.over


def test_chance_decides_at_once_after_a_flag_has_fallen():
    """Otherwise nobody could act until somebody offered something or gave up."""
    seated = SeatedRoom(new_terms("tiny", FAST))
    for seat in range(4):
        seated.do(seat, Act("hide c1"))  # their refuges
    while (acting := seated.room.to_move()) != (3,):  # the last of a round, before the sea
        seated.do(acting[0], Act(seated.any_action(acting[0])))
    entries = seated.room.flags(10.0, Random(1))
    assert [(entry.seat, type(entry.operation)) for entry in entries] == [
        (NOBODY, Flag),
        (CHANCE, Act),
    ]
    assert seated.room.to_move() in ((0,), (1,), (2,))
    seated.entries += entries
    assert same(seated.room, replayed(seated))


def test_rules_of_another_version_are_refused_by_a_sentence():
    with pytest.raises(BadRecord, match="version 99 of the rules"):
        Room(msgspec.structs.replace(new_terms(), rules=99))


@pytest.mark.parametrize("seed", range(6))
def test_any_room_can_be_repeated_from_its_entries(seed: int):
    rng = Random(seed)
    seated = SeatedRoom(new_terms("tiny", TimeControl(20.0, 1.0)) if seed % 2 else hidden())
    now = 0.0
    for number in range(60):
        now += rng.random()
        seated.entries += seated.room.flags(now, rng)
        seat = rng.randrange(len(seated.room.occupants))
        rare = (Draw(), Undo(), Agree(), Decline(), *[Resign()] * (number > 40))
        operation = rng.choice((None,) * 8 + rare)
        try:
            seated.do(seat, operation or Act(seated.any_action(seat)), now, f"{seat}:{number}")
        except (IllegalAction, IndexError):
            continue  # it may not, or has no action
    assert seated.room.seq > 4 + len(seated.room.occupants)
    assert same(seated.room, replayed(seated))
