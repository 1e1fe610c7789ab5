"""What listeners are sent: a view plus its changes is the next view, and nothing hidden leaks."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from parlour.hall.audience import move_lists
from parlour.hall.audience.audience import Audience
from parlour.hall.rooms.room import MatchTerms, Room
from parlour.table.clock import TimeControl
from parlour.table.errors import IllegalAction
from parlour.table.record import Event
from parlour.table.view import Changes, View, apply_changes
from parlour.wire.messages import Moves, News
from parlour.wire.operations import Act, Agree, Decline, Draw, Resign, Sit, Undo
from tests.hall.doubles import RecordingListener
from tests.hall.small_rooms import SeatedRoom, hidden, new_terms


class SeatedRoomWithAudience(SeatedRoom):
    """A room with an audience to which every entry is published, as in the hall."""

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

    def listen(self, *seats: int, last_seen: int | None = None) -> Picture:
        picture = Picture(*seats)
        self.audience.add(picture, last_seen)
        return picture

    def moves(self, viewer: int | None) -> list[Event]:
        assert self.room.match
        return list(self.room.match.record().seen_by(viewer).events)

    def view(self, viewer: int | None) -> View:
        assert self.room.match
        return self.room.match.view(viewer)


class Picture(RecordingListener):
    """A listener that rebuilds the room from its messages alone."""

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
    seated = SeatedRoomWithAudience(terms[seed % len(terms)])
    seats = range(len(seated.room.occupants))
    listeners = [seated.listen(seat) for seat in seats]
    watcher, device = seated.listen(), seated.listen(*seats)
    for _ in range(40):
        seat = rng.choice(seated.room.to_move() or (0,))
        operation = rng.choice((None,) * 8 + (Undo(), Agree(), Draw()))
        try:
            seated.do(seat, operation or Act(seated.any_action(seat)))
        except (IllegalAction, IndexError):
            continue  # not now
        for viewer, listener in [*enumerate(listeners), (None, watcher), (device.viewer, device)]:
            assert listener.view == seated.view(viewer)
            assert listener.moves == seated.moves(viewer)
    assert seated.room.seq > len(seats) + 3


def test_what_is_set_up_in_secret_is_told_when_it_is_revealed():
    seated = SeatedRoomWithAudience(hidden())
    first, second, watcher = seated.listen(0), seated.listen(1), seated.listen()
    text = seated.any_action(0)
    seated.do(0, Act(text))
    assert text in first.texts[-1]
    for other in (second, watcher):
        assert not any(text in told for told in other.texts)
        assert [event.hidden for event in other.moves] == [True]
    seated.do(1, Act(seated.any_action(1)))
    for listener in (first, second, watcher):
        assert [event.hidden for event in listener.moves] == [False, False]
        assert listener.moves == seated.moves(None)


def test_only_what_is_new_of_the_moves_is_told():
    seated = SeatedRoomWithAudience(new_terms())
    watcher = seated.listen()
    seated.do(0, Act("a1"))
    seated.do(1, Act("b1"))
    told = [frame["d"]["moves"] for frame in watcher.frames("did")]
    assert [(moves["at"], moves["events"]) for moves in told] == [
        (0, [{"seat": 0, "what": "a1"}]),
        (1, [{"seat": 1, "what": "b1"}]),
    ]


def test_an_offer_does_not_tell_the_moves_again():
    seated = SeatedRoomWithAudience(new_terms())
    watcher = seated.listen()
    seated.do(0, Act("a1"))
    for seat, operation in ((1, Draw()), (0, Decline()), (0, Undo()), (1, Decline())):
        seated.do(seat, operation)
        assert "moves" not in watcher.last()["d"]
    seated.do(1, Act("b1"))
    seated.do(1, Undo())
    seated.do(0, Agree())
    assert watcher.last()["d"]["moves"] == {"at": 1, "events": []}
    seated.do(1, Resign())
    moves = watcher.last()["d"]["moves"]
    assert (moves["at"], moves["events"]) == (1, [{"seat": 1, "kind": "resign"}])


def test_moves_come_with_what_they_did():
    seated = SeatedRoomWithAudience(new_terms())
    watcher = seated.listen()
    seated.do(0, Act("a1"))
    match = seated.room.match
    assert match is not None
    expected = {
        "report": {
            "id": "brique.placed",
            "values": {"column": "a", "row": "1", "colour": "Black", "filled": ""},
        },
        "action": match.actions()[0],
        "sites": ["a1"],
    }
    assert watcher.last()["d"]["moves"]["reports"] == [expected]
    assert seated.listen(1).frames("room")[0]["d"]["news"]["moves"]["reports"] == [expected]
    seated.do(1, Resign())
    (report,) = watcher.last()["d"]["moves"]["reports"]
    assert report == {"report": {"id": "match.resign", "values": {"player": "B"}}}


def test_who_enters_is_told_what_the_last_moves_did(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(move_lists, "REPORTED", 3)
    seated = SeatedRoomWithAudience(new_terms("turncoat"))
    for _ in range(5):
        seat = seated.room.to_move()[0]
        seated.do(seat, Act(seated.any_action(seat)))
    match = seated.room.match
    assert match is not None
    for listener in (seated.listen(), seated.listen(0)):
        moves = listener.frames("room")[-1]["d"]["news"]["moves"]
        assert len(moves["events"]) == 5
        assert [report["action"] for report in moves["reports"]] == match.actions()[2:]


def test_the_report_of_a_hidden_action_says_only_who_acted():
    seated = SeatedRoomWithAudience(hidden())
    first, second, watcher = seated.listen(0), seated.listen(1), seated.listen()
    seated.do(0, Act(seated.any_action(0)))
    complete = {"report", "action", "sites"}
    assert first.last()["d"]["moves"]["reports"][0].keys() == complete
    secret = {"report": {"id": "table.acted_in_secret", "values": {"player": "A"}}}
    for listener in (second, watcher, seated.listen(), seated.listen(1)):
        (frame,) = [each for each in listener.frames() if "moves" in str(each)][-1:]
        assert frame["d"].get("news", frame["d"])["moves"]["reports"] == [secret]
    seated.do(1, Act(seated.any_action(1)))
    for listener, at in ((first, 1), (second, 0), (watcher, 0)):
        moves = listener.last()["d"]["moves"]
        assert moves["at"] == at
        assert [report.keys() for report in moves["reports"]] == [complete] * (2 - at)


def test_after_a_take_back_the_moves_are_told_anew():
    seated = SeatedRoomWithAudience(new_terms())
    watcher = seated.listen()
    seated.do(0, Act("a1"))
    seated.do(0, Undo())
    seated.do(1, Agree())
    assert watcher.moves == []
    seated.do(0, Act("c3"))
    assert [event.what for event in watcher.moves] == ["c3"]


def test_what_one_may_do_is_told_at_first_and_when_it_changes():
    seated = SeatedRoomWithAudience(new_terms())
    first, second, watcher = seated.listen(0), seated.listen(1), seated.listen()
    both = seated.listen(0, 1)
    rooms = [listener.frames("room")[-1] for listener in (first, second, watcher, both)]
    assert [room["d"]["news"]["may"] for room in rooms] == [
        ["act", "resign", "draw", "abort"],
        ["resign", "draw", "abort"],
        [],
        ["act", "resign", "draw", "abort"],
    ]
    seated.do(1, Draw())
    assert first.last()["d"]["may"] == ["act", "resign", "draw", "agree", "decline", "abort"]
    assert second.last()["d"]["may"] == ["resign", "decline", "abort"]
    assert "may" not in watcher.last()["d"]
    seated.do(0, Act("a1"))
    seated.do(1, Act("b1"))
    seated.do(0, Act("c1"))
    seated.do(1, Act("b3"))
    playing = ["resign", "draw", "undo"]
    assert [first.last()["d"]["may"], second.last()["d"]["may"]] == [["act", *playing], playing]
    seated.do(1, Undo())
    assert "may" not in watcher.last()["d"]


def test_the_refusal_of_an_offer_is_told_once_to_everybody():
    seated = SeatedRoomWithAudience(new_terms())
    first, watcher = seated.listen(0), seated.listen()
    seated.do(0, Draw())
    seated.do(1, Decline())
    for listener in (first, watcher):
        assert listener.last()["d"]["declined"] == {"what": "draw", "seat": 0, "by": 1}
    seated.do(0, Draw())
    seated.do(0, Decline())
    assert "declined" not in first.last()["d"], "an offer that was withdrawn"


def test_a_computer_that_plays_on_says_so():
    seated = SeatedRoomWithAudience(new_terms())
    seated.room.occupants[1] = Sit("Random", "computer", player="random")
    first = seated.listen(0)
    seated.do(0, Draw())
    assert first.last()["d"]["declined"] == {"what": "draw", "seat": 0, "by": 1}
    assert "offer" not in first.last()["d"]


def test_listeners_with_the_same_view_are_sent_the_same_bytes():
    seated = SeatedRoomWithAudience(new_terms())
    watchers = [seated.listen() for _ in range(5)]
    seated.do(0, Act("a1"))
    assert len({id(watcher.texts[-1]) for watcher in watchers}) == 1


def test_paths_are_for_the_seat_that_may_act():
    seated = SeatedRoomWithAudience(new_terms())
    first, second, watcher = seated.listen(0), seated.listen(1), seated.listen()
    seated.do(0, Act("a1"))
    assert "paths" in second.last()["d"]
    assert "paths" not in first.last()["d"]
    assert "paths" not in watcher.last()["d"]


def test_a_command_is_named_to_its_own_seat_only():
    seated = SeatedRoomWithAudience(new_terms())
    first, second, watcher = seated.listen(0), seated.listen(1), seated.listen()
    seated.do(0, Act("a1"), command="0:mine")
    assert first.last()["d"]["commands"] == ["mine"]
    assert "commands" not in second.last()["d"]
    assert "commands" not in watcher.last()["d"]


def test_the_command_that_starts_the_match_is_acknowledged():
    """All listeners are sent the full room then, which names no commands."""
    room = Room(new_terms())
    audience = Audience(room, lambda: 0.0)
    listener, other = RecordingListener(1), RecordingListener(0)
    audience.add(listener)
    audience.add(other)
    for seat in (0, 1):
        audience.publish(room.do(seat, Sit("AB"[seat]), 0.0, Random(1), f"{seat}:sit"))
    assert [frame["d"]["command"] for frame in listener.frames("ack")] == ["sit"]
    assert listener.frames("room")[-1]["d"]["news"]["status"] == "running"
    assert other.frames("did")[0]["d"]["commands"] == ["sit"]


def test_a_device_with_several_seats_sees_the_view_of_the_seat_to_move():
    seated = SeatedRoomWithAudience(new_terms())
    device = seated.listen(0, 1)
    assert device.viewer == 0
    seated.do(0, Act("a1"), command="0:x")
    assert device.viewer == 1
    assert device.frames("room")[-1]["d"]["news"]["view"]["seat"] == 1
    assert device.last() == {"t": "ack", "d": {"command": "x"}, "v": 3}
    seated.do(1, Resign(), command="1:y")
    assert device.viewer is None, "when it is over, all look from the same place"


def test_a_device_with_several_seats_sees_no_secret_of_other_seats():
    seated = SeatedRoomWithAudience(hidden())
    device = seated.listen(0, 1)
    text = seated.any_action(0)
    seated.do(0, Act(text))
    assert device.viewer == 1
    assert text not in device.frames("room")[-1]["d"]["news"]["moves"]["events"][0].values()


def test_a_client_that_reconnects_is_sent_only_what_it_has_missed():
    seated = SeatedRoomWithAudience(new_terms())
    seated.do(0, Act("a1"))
    knows, knew = seated.listen(1, last_seen=3), seated.listen(1, last_seen=2)
    assert knows.view is None
    assert "board" not in knows.frames("room")[0]["d"]
    assert knows.frames("room")[0]["d"]["news"]["paths"]
    assert knew.view == seated.view(1)
    knows.view = seated.view(1)  # it has it from before
    seated.do(1, Act("b1"))
    assert knows.view == knew.view == seated.view(1)


def test_the_first_and_the_last_device_of_a_seat_are_noticed():
    seated = SeatedRoomWithAudience(new_terms())
    watcher = seated.listen()
    one, two = seated.listen(0), seated.listen(0)
    assert [frame["d"][0]["online"] for frame in watcher.frames("chairs")] == [True]
    assert not seated.audience.remove(one)
    assert seated.audience.remove(two)
    seated.audience.publish_presence()
    assert "online" not in watcher.frames("chairs")[-1]["d"][0]


def test_views_without_listeners_are_dropped():
    seated = SeatedRoomWithAudience(new_terms())
    listener = seated.listen(0)
    watcher = seated.listen()
    assert all(viewer in seated.audience._moves for viewer in (0, None))
    seated.audience.remove(listener)
    assert [viewer in seated.audience._moves for viewer in (0, None)] == [False, True]
    seated.audience.remove(watcher)
    assert None not in seated.audience._moves
    assert not seated.audience.listeners


def test_listeners_are_notified_in_the_order_of_arrival():
    """Otherwise a simulation would not be repeatable."""
    seated, order = SeatedRoomWithAudience(new_terms()), list[int]()

    class Numbered(RecordingListener):
        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

        def send(self, text: str) -> None:
            order.append(self.number)

    for number in range(50):
        seated.audience.add(Numbered(number))
    order.clear()
    seated.audience.broadcast("x")
    assert order == list(range(50))


def test_clocks_are_sent_as_they_are_now():
    seated = SeatedRoomWithAudience(new_terms(control=TimeControl(10.0)))
    watcher = seated.listen()
    seated.now = 4.0
    seated.do(0, Act("a1"), now=4.0)
    assert watcher.last()["d"]["clocks"] == {"left": [6.0, 10.0], "running": [1]}
    seated.now = 99.0
    seated.audience.send_room(watcher)
    assert watcher.last()["d"]["news"]["clocks"]["left"] == [6.0, 0.0]


def test_after_a_room_is_restored_all_listeners_are_sent_the_full_state():
    seated = SeatedRoomWithAudience(new_terms())
    listeners = [seated.listen(0), seated.listen()]
    other = SeatedRoom(new_terms())
    other.do(0, Act("c3"))
    seated.audience.replace_room(other.room)
    for listener, viewer in zip(listeners, (0, None), strict=True):
        seated.audience.send_room(listener)
        assert other.room.match
        assert listener.view == other.room.match.view(viewer)


def test_the_simulation_checks_every_part_of_the_news():
    """For a new one the simulation needs a comparison with the true state: `Client.check`."""
    assert {field.encode_name for field in msgspec.structs.fields(News)} == {
        "status", "chairs", "moves", "view", "changes", "paths", "dangers", "clocks", "offer",
        "outcome", "again", "next", "commands", "may", "spectators", "declined",
    }  # fmt: skip


def test_a_seat_is_sent_its_losing_actions():
    seated = SeatedRoomWithAudience(new_terms("knights", players=2))
    red, green = seated.listen(0), seated.listen(1)
    assert told_dangers(red) == {"0", "3"}  # north and west of its corner is the water
    assert told_dangers(green) == set()
    seated.do(0, Act("S"))
    assert told_dangers(red) == set()
    assert told_dangers(green) == {"1", "2"}


def test_a_game_without_such_actions_sends_nothing_about_them():
    seated = SeatedRoomWithAudience(new_terms())
    first = seated.listen(0)
    seated.do(0, Act("a1"))
    seated.do(1, Act("b1"))
    assert all("dangers" not in text for text in first.texts)


def told_dangers(listener: Picture) -> set[str]:
    """The numbers of the actions that the last message calls dangerous."""
    data = [frame for frame in listener.frames() if frame["t"] in ("room", "did")][-1]["d"]
    return set(data.get("news", data).get("dangers", {}))
