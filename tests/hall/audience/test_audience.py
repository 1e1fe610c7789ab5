"""What those in a room are told: view and changes are the view, and nobody sees too much."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from parlour.hall.audience.audience import Audience
from parlour.hall.rooms.room import MatchTerms, Room
from parlour.table.clock import TimeControl
from parlour.table.errors import IllegalAction
from parlour.table.record import Event
from parlour.table.view import Changes, View, apply_changes
from parlour.wire.messages import Moves, News
from parlour.wire.operations import Act, Agree, Draw, Resign, Sit, Undo
from tests.hall.small_rooms import Ear, Table, hidden, new_terms


class Evening(Table):
    """A table with an audience that is told of every entry, as the hall does."""

    def __init__(self, terms: MatchTerms) -> None:
        super().__init__(terms)
        self.now = 0.0
        self.audience = Audience(self.room, lambda: self.now)

    def do(
        self, seat: int, operation: Any, now: float = 0.0, command: str | None = None
    ) -> list[Any]:
        entries = super().do(seat, operation, now, command)
        if hasattr(self, "audience"):
            self.audience.publish(entries)
        return entries

    def ear(self, *seats: int, last_seen: int | None = None) -> Picture:
        picture = Picture(*seats)
        self.audience.add(picture, last_seen)
        return picture

    def moves(self, viewer: int | None) -> list[Event]:
        assert self.room.match
        return list(self.room.match.record().seen_by(viewer).events)

    def view(self, viewer: int | None) -> View:
        assert self.room.match
        return self.room.match.view(viewer)


class Picture(Ear):
    """A listener that builds its own picture of the room, only from what it is told."""

    view: View | None = None

    def send(self, text: str) -> None:
        super().send(text)
        frame = msgspec.json.decode(text)
        self.moves: list[Event] = getattr(self, "moves", [])
        news = frame["d"].get("news", frame["d"]) if frame["t"] in ("room", "did") else {}
        if "view" in news:
            self.view = msgspec.convert(news["view"], View)
        if "changes" in news:
            assert self.view is not None
            self.view = apply_changes(self.view, msgspec.convert(news["changes"], Changes))
        if "moves" in news:
            moves = msgspec.convert(news["moves"], Moves)
            self.moves[moves.at :] = moves.events


@pytest.mark.parametrize("seed", range(12))
def test_a_view_and_its_changes_are_the_view_for_everybody(seed: int):
    rng = Random(seed)
    terms = [
        new_terms(),
        hidden(),
        new_terms("tiny"),
        new_terms("knights"),
        new_terms("feud"),
        new_terms("turncoat"),
    ]
    evening = Evening(terms[seed % len(terms)])
    seats = range(len(evening.room.occupants))
    ears = [evening.ear(seat) for seat in seats]
    watcher, device = evening.ear(), evening.ear(*seats)
    for _ in range(40):
        seat = rng.choice(evening.room.to_move() or (0,))
        operation = rng.choice((None,) * 8 + (Undo(), Agree(), Draw()))
        try:
            evening.do(seat, operation or Act(evening.any_action(seat)))
        except (IllegalAction, IndexError):
            continue  # not now
        for viewer, ear in [*enumerate(ears), (None, watcher), (device.viewer, device)]:
            assert ear.view == evening.view(viewer)
            assert ear.moves == evening.moves(viewer)
    assert evening.room.seq > len(seats) + 3


def test_what_is_set_up_in_secret_is_told_when_it_is_revealed():
    evening = Evening(hidden())
    first, second, watcher = evening.ear(0), evening.ear(1), evening.ear()
    text = evening.any_action(0)
    evening.do(0, Act(text))
    assert text in first.texts[-1]
    for other in (second, watcher):
        assert not any(text in told for told in other.texts)
        assert [event.hidden for event in other.moves] == [True]
    evening.do(1, Act(evening.any_action(1)))
    for ear in (first, second, watcher):
        assert [event.hidden for event in ear.moves] == [False, False]
        assert ear.moves == evening.moves(None)


def test_only_what_is_new_of_the_moves_is_told():
    evening = Evening(new_terms())
    watcher = evening.ear()
    evening.do(0, Act("a1"))
    evening.do(1, Act("b1"))
    told = [frame["d"]["moves"] for frame in watcher.frames("did")]
    assert told == [
        {"at": 0, "events": [{"seat": 0, "what": "a1"}]},
        {"at": 1, "events": [{"seat": 1, "what": "b1"}]},
    ]


def test_after_a_take_back_the_moves_are_told_anew():
    evening = Evening(new_terms())
    watcher = evening.ear()
    evening.do(0, Act("a1"))
    evening.do(0, Undo())
    evening.do(1, Agree())
    assert watcher.moves == []
    evening.do(0, Act("c3"))
    assert [event.what for event in watcher.moves] == ["c3"]


def test_listeners_with_the_same_view_are_sent_the_same_bytes():
    evening = Evening(new_terms())
    watchers = [evening.ear() for _ in range(5)]
    evening.do(0, Act("a1"))
    assert len({id(watcher.texts[-1]) for watcher in watchers}) == 1


def test_paths_are_for_the_seat_that_may_act():
    evening = Evening(new_terms())
    first, second, watcher = evening.ear(0), evening.ear(1), evening.ear()
    evening.do(0, Act("a1"))
    assert "paths" in second.last()["d"]
    assert "paths" not in first.last()["d"]
    assert "paths" not in watcher.last()["d"]


def test_a_command_is_named_to_its_own_seat_only():
    evening = Evening(new_terms())
    first, second, watcher = evening.ear(0), evening.ear(1), evening.ear()
    evening.do(0, Act("a1"), command="0:mine")
    assert first.last()["d"]["commands"] == ["mine"]
    assert "commands" not in second.last()["d"]
    assert "commands" not in watcher.last()["d"]


def test_the_command_that_starts_the_match_is_acknowledged():
    """Everybody is shown the whole room then, which says nothing of commands."""
    room = Room(new_terms())
    audience = Audience(room, lambda: 0.0)
    ear, other = Ear(1), Ear(0)
    audience.add(ear)
    audience.add(other)
    for seat in (0, 1):
        audience.publish(room.do(seat, Sit("AB"[seat]), 0.0, Random(1), f"{seat}:sit"))
    assert [frame["d"]["command"] for frame in ear.frames("ack")] == ["sit"]
    assert ear.frames("room")[-1]["d"]["news"]["status"] == "running"
    assert other.frames("did")[0]["d"]["commands"] == ["sit"]


def test_a_device_with_several_seats_sees_the_view_of_the_seat_to_move():
    evening = Evening(new_terms())
    device = evening.ear(0, 1)
    assert device.viewer == 0
    evening.do(0, Act("a1"), command="0:x")
    assert device.viewer == 1
    assert device.frames("room")[-1]["d"]["news"]["view"]["seat"] == 1
    assert device.last() == {"t": "ack", "d": {"command": "x"}, "v": 3}
    evening.do(1, Resign(), command="1:y")
    assert device.viewer is None, "when it is over, all look from the same place"


def test_a_device_with_several_seats_sees_no_secret_of_other_seats():
    evening = Evening(hidden())
    device = evening.ear(0, 1)
    text = evening.any_action(0)
    evening.do(0, Act(text))
    assert device.viewer == 1
    assert text not in device.frames("room")[-1]["d"]["news"]["moves"]["events"][0].values()


def test_a_client_that_reconnects_is_sent_only_what_it_has_missed():
    evening = Evening(new_terms())
    evening.do(0, Act("a1"))
    knows, knew = evening.ear(1, last_seen=3), evening.ear(1, last_seen=2)
    assert knows.view is None
    assert "board" not in knows.frames("room")[0]["d"]
    assert knows.frames("room")[0]["d"]["news"]["paths"]
    assert knew.view == evening.view(1)
    knows.view = evening.view(1)  # it has it from before
    evening.do(1, Act("b1"))
    assert knows.view == knew.view == evening.view(1)


def test_the_first_and_the_last_device_of_a_seat_are_noticed():
    evening = Evening(new_terms())
    watcher = evening.ear()
    one, two = evening.ear(0), evening.ear(0)
    assert [frame["d"][0]["online"] for frame in watcher.frames("chairs")] == [True]
    assert not evening.audience.remove(one)
    assert evening.audience.remove(two)
    evening.audience.publish_presence()
    assert "online" not in watcher.frames("chairs")[-1]["d"][0]


def test_views_without_listeners_are_dropped():
    evening = Evening(new_terms())
    ear = evening.ear(0)
    watcher = evening.ear()
    assert set(evening.audience._moves) == {0, None}
    evening.audience.remove(ear)
    assert set(evening.audience._moves) == {None}
    evening.audience.remove(watcher)
    assert not evening.audience._moves
    assert not evening.audience.listeners


def test_listeners_are_notified_in_the_order_of_arrival():
    """Otherwise a simulation could not repeat itself."""
    evening, order = Evening(new_terms()), list[int]()

    class Numbered(Ear):
        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

        def send(self, text: str) -> None:
            order.append(self.number)

    for number in range(50):
        evening.audience.add(Numbered(number))
    order.clear()
    evening.audience.broadcast("x")
    assert order == list(range(50))


def test_clocks_are_sent_as_they_are_now():
    evening = Evening(new_terms(control=TimeControl(10.0)))
    watcher = evening.ear()
    evening.now = 4.0
    evening.do(0, Act("a1"), now=4.0)
    assert watcher.last()["d"]["clocks"] == {"left": [6.0, 10.0], "running": [1]}
    evening.now = 99.0
    evening.audience.send_room(watcher)
    assert watcher.last()["d"]["news"]["clocks"]["left"] == [6.0, 0.0]


def test_after_a_room_is_restored_all_listeners_are_sent_the_full_state():
    evening = Evening(new_terms())
    ears = [evening.ear(0), evening.ear()]
    other = Table(new_terms())
    other.do(0, Act("c3"))
    evening.audience.replace_room(other.room)
    for ear, viewer in zip(ears, (0, None), strict=True):
        evening.audience.send_room(ear)
        assert other.room.match
        assert ear.view == other.room.match.view(viewer)


def test_the_simulation_checks_every_part_of_the_news():
    """Whoever adds one has to make the simulation compare it with the truth: `Client.check`."""
    assert {field.encode_name for field in msgspec.structs.fields(News)} == {
        "status", "chairs", "moves", "view", "changes", "paths", "dangers", "clocks", "offer",
        "outcome", "again", "next", "commands",
    }  # fmt: skip


def test_a_seat_is_sent_its_losing_actions():
    table = Evening(new_terms("knights", players=2))
    red, green = table.ear(0), table.ear(1)
    assert told_dangers(red) == {"0", "3"}  # north and west of its corner is the water
    assert told_dangers(green) == set()
    table.do(0, Act("S"))
    assert told_dangers(red) == set()
    assert told_dangers(green) == {"1", "2"}


def test_a_game_without_such_actions_sends_nothing_about_them():
    table = Evening(new_terms())
    first = table.ear(0)
    table.do(0, Act("a1"))
    table.do(1, Act("b1"))
    assert all("dangers" not in text for text in first.texts)


def told_dangers(ear: Picture) -> set[str]:
    """The numbers of the actions that the last message calls dangerous."""
    data = [frame for frame in ear.frames() if frame["t"] in ("room", "did")][-1]["d"]
    return set(data.get("news", data).get("dangers", {}))
