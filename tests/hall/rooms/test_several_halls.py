"""Several halls on one database: nothing happens twice, and everybody sees the same."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from random import Random
from typing import Any

import msgspec
import pytest

import parlour
from parlour.hall.matchmaking.matchmaking import Matchmaking
from parlour.hall.people.authorise import User
from parlour.hall.rooms.errors import Stale
from parlour.hall.rooms.room import MatchTerms
from parlour.hall.storage.database import DuplicateKey, Row
from parlour.table.clock import TimeControl
from parlour.table.errors import IllegalAction, ParlourError
from parlour.table.state import NOBODY
from parlour.wire.http_types import NewMatch
from parlour.wire.messages import ChatMessage
from parlour.wire.operations import Abort, Act, Sit
from proofs.harness.postgresql import Server
from tests.hall.doubles import ManualClock, RecordingListener
from tests.hall.visitors import FOUR, PAIR, Halls, act, choice, flags, kept, set_up, until


async def listen(hall, id, seats=()):
    listener = RecordingListener(*seats)
    async with hall.locked_room(id) as open_room:
        await hall.presence.join(open_room, listener, None)
    return listener


async def test_people_in_one_room_on_two_halls_see_the_same(halls: Halls):
    one, other = await halls.new(), await halls.new()
    await set_up(one, "m", FOUR)
    listeners = [
        await listen(hall, "m", seats) for hall in (one, other) for seats in ((0,), (2,), ())
    ]
    rng = Random(4)
    for number in range(12):
        hall = (one, other)[number % 2]
        await act(hall, "m", rng, f"c{number}")
        seq = (await kept(hall, "m"))[-1].seq
        await until(lambda seq=seq: all(listener.last().get("v") == seq for listener in listeners))
    matches: list[Any] = [hall.rooms["m"].room.match for hall in (one, other)]
    assert matches[0].record() == matches[1].record()
    for hall, match in zip((one, other), matches, strict=True):
        shown = await listen(hall, "m", (2,))
        assert shown.frames()[0]["d"]["news"]["view"] == _read(match.view(2))
    assert all(
        listener.kinds().count("room") == 1 for listener in listeners[1::3]
    )  # the rest were changes


def _read(view):
    return msgspec.json.decode(msgspec.json.encode(view))


async def test_a_client_may_continue_at_another_hall(halls: Halls):
    one, other = await halls.new(), await halls.new(start=False)
    await set_up(one, "m")
    async with other.locked_room("m"):
        pass
    done = await act(one, "m", Random(1), "c")
    async with other.locked_room("m", done.seq) as open_room:
        assert open_room.room.seq == done.seq


async def test_of_two_halls_one_wins_a_race_and_the_other_reads_again(halls: Halls):
    one, other = await halls.new(start=False), await halls.new(start=False)
    await set_up(one, "m")
    rng = Random(2)
    won = 0
    for number in range(20):
        async with one.locked_room("m") as first, other.locked_room("m", first.room.seq) as second:
            seat, operation = choice(first.room, rng)
            assert second.room.seq == first.room.seq
        results = await asyncio.gather(
            one.do("m", seat, operation, f"one{number}"),
            other.do("m", seat, operation, f"other{number}"),
            return_exceptions=True,
        )
        done = [result for result in results if not isinstance(result, BaseException)]
        assert len(done) == 1
        assert all(isinstance(result, ParlourError | tuple) for result in results)
        won += isinstance(results[0], tuple)
    entries = await kept(one, "m")
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
    assert sum(isinstance(entry.operation, Act) for entry in entries) == 20


async def test_a_stale_command_at_another_hall_is_answered_with_the_room(halls: Halls):
    one, other = await halls.new(start=False), await halls.new(start=False)
    room = await set_up(one, "m", FOUR)
    listener = await listen(other, "m", (3,))
    seat, operation = choice(room, Random(1))
    await one.do("m", seat, operation, "c")
    with pytest.raises(Stale):  # the entry of the same number is there already
        await other.do("m", 3, choice(other.rooms["m"].room, Random(3))[1], "c", None)
    assert listener.kinds() == ["room", "room"]
    assert listener.last()["v"] == room.seq


async def test_a_command_repeated_at_another_hall_is_done_once(halls: Halls):
    one, other = await halls.new(start=False), await halls.new(start=False)
    room = await set_up(one, "m")
    await listen(other, "m", (0,))
    seat, operation = choice(room, Random(1))
    first = await one.do("m", seat, operation, "same")
    second = await other.do("m", seat, operation, "same")
    assert first.fresh
    assert second == (first.seq, False)
    assert sum(isinstance(entry.operation, Act) for entry in await kept(one, "m")) == 1


async def test_a_hall_that_lags_reads_again_before_it_refuses(halls: Halls):
    one, other = await halls.new(start=False), await halls.new(start=False)
    room = await set_up(one, "m")
    async with other.locked_room("m"):
        pass
    rng = Random(1)
    await one.do("m", *choice(room, rng), "first")
    seat, operation = choice(room, rng)
    assert (await other.do("m", seat, operation, "second")).fresh


async def test_one_hall_is_killed_and_the_other_goes_on(halls: Halls):
    one, other = await halls.new(), await halls.new()
    await set_up(one, "m")
    rng = Random(5)
    for number in range(5):
        await act(one, "m", rng, f"c{number}")
    seq = one.rooms["m"].room.seq
    await halls.kill(one)
    async with other.locked_room("m", seq) as open_room:
        assert open_room.room.seq == seq
    assert (await act(other, "m", rng, "after")).seq == seq + 1


async def test_chat_in_one_hall_arrives_once_in_the_other(halls: Halls):
    one, other = await halls.new(), await halls.new()
    await set_up(one, "m")
    listeners = [await listen(one, "m"), await listen(other, "m")]
    await one.chat.say("m", ChatMessage("Ann", "hello", one.time.wall_clock.wall()))
    for hall in (one, other):
        for _ in range(2):  # as if news had come, twice
            hall.rooms["m"].outdated = hall.rooms["m"].extra_outdated = True
            await hall.rooms.visit("m")
    await until(lambda: "said" in listeners[1].kinds())
    assert [listener.kinds().count("said") for listener in listeners] == [1, 1]


async def test_lost_notifications_are_found(halls: Halls):
    one, other = await halls.new(), await halls.new()
    await set_up(one, "m")
    listener = await listen(other, "m")
    other.rooms["m"].outdated = False
    await act(one, "m", Random(1), "c")
    await until(lambda: listener.last().get("v") == one.rooms["m"].room.seq)


def over(listener):
    news = listener.last()["d"]
    return news.get("news", news).get("status") == "over"


async def test_no_entry_is_older_than_the_one_before_it(halls: Halls):
    """A hall that comes enters a gap, of which the other learns with its next heartbeat only."""
    wall_clock = ManualClock()
    one = await halls.new(wall_clock, start=False)
    await one.heartbeat.start()
    await set_up(one, "m", PAIR, TimeControl(60))
    wall_clock.time += 0.9
    other = await halls.new(wall_clock, start=False)
    await other.heartbeat.start()
    assert other.time.now() < one.time.now()
    rng = Random(1)
    await act(one, "m", rng, "first")
    await act(other, "m", rng, "second")
    times = [entry.at for entry in await kept(one, "m")]
    assert times == sorted(times)


# ---- who is there -------------------------------------------------------------------------------


@pytest.fixture
async def shared(server: Server) -> AsyncIterator[Halls]:
    halls = Halls(server.new_database())
    yield halls
    await halls.close()


def online(listener: RecordingListener) -> list[bool]:
    """Which seats are connected, by the last message."""
    data = next(
        frame["d"] for frame in reversed(listener.frames()) if frame["t"] in ("chairs", "room")
    )
    seat_infos = data if isinstance(data, list) else data["news"]["chairs"]
    return [info.get("online", False) for info in seat_infos]


async def test_pairing_ignores_players_who_have_left_another_hall(shared: Halls):
    one, other = await shared.new(), await shared.new()
    desks = [Matchmaking(hall, lambda *_: None) for hall in (one, other)]
    new_match = NewMatch("brique", {"size": 3})
    left = (await desks[0].pair(User("ann", "Ann", "guest"), new_match)).match
    ann = await listen(one, left, (0,))
    async with other.locked_room(left) as open_room:  # it is in memory there, and she is seen
        assert open_room.audience.remote_seats == {0}
    one.presence.leave(left, ann)
    await until(lambda: not one.rooms[left].announced_seats)
    assert (await desks[1].pair(User("bob", "Bob", "guest"), new_match)).match != left


async def test_presence_includes_clients_of_other_halls(shared: Halls):
    one, other = await shared.new(), await shared.new()
    await set_up(one, "m")
    first = await listen(one, "m", (0,))
    second = await listen(other, "m", (1,))
    assert online(second) == [True, True]
    await until(lambda: online(first) == [True, True])
    assert await one.presence.connected_matches(["m", "n"]) == {"m"}
    other.presence.leave("m", second)
    await until(lambda: online(first) == [True, False])


async def test_a_move_of_another_hall_is_read_without_chat_and_chat_arrives_too(
    shared: Halls, monkeypatch: pytest.MonkeyPatch
):
    one, other = await shared.new(), await shared.new()
    await set_up(one, "m")
    listener = await listen(other, "m", (0,))
    await until(lambda: not other.rooms["m"].outdated)
    read: list[str] = []
    load = other.database.read

    async def watched(sql: str, **values: Any) -> list[Row]:
        read.append(sql)
        return await load(sql, **values)

    monkeypatch.setattr(other.database, "read", watched)
    rng = Random(1)
    for number in range(8):
        await act(one, "m", rng, f"c{number}")
        seq = one.rooms["m"].room.seq
        await until(lambda seq=seq: listener.last().get("v") == seq)
    looks = sum("what, at, command from events" in sql for sql in read)
    assert looks >= 8
    assert sum("from chat" in sql for sql in read) < 8  # a round may have looked before the news
    await one.chat.say("m", ChatMessage("Ann", "hello", one.time.wall_clock.wall()))
    await until(lambda: "said" in listener.kinds())


async def test_clients_of_a_hall_that_died_are_shown_as_disconnected(
    shared: Halls, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("parlour.hall.audience.presence.DEAD", 1.5)
    one, other = await shared.new(), await shared.new()
    await set_up(one, "m")
    first = await listen(one, "m", (0,))
    await listen(other, "m", (1,))
    await until(lambda: online(first) == [True, True])
    await shared.kill(other)
    await until(lambda: online(first) == [True, False])


async def test_a_hall_that_starts_and_dies_concerns_only_the_rooms_of_its_own_clients(
    shared: Halls, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("parlour.hall.audience.presence.DEAD", 1.5)
    one = await shared.new()
    rooms = [f"m{number}" for number in range(5)]
    for id in rooms:
        await set_up(one, id)
    listeners = [await listen(one, id, (0,)) for id in rooms]
    await until(lambda: all(not room.outdated for room in one.rooms.values()))
    asked_about: set[str] = set()
    load = one.database.read

    async def watched(sql: str, **values: Any) -> list[Row]:
        if "from presence" in sql:
            asked_about.add(values.get("match", "all rooms"))
        return await load(sql, **values)

    monkeypatch.setattr(one.database, "read", watched)
    other = await shared.new()
    await listen(other, "m0", (1,))
    await until(lambda: online(listeners[0]) == [True, True])
    await shared.kill(other)
    await until(lambda: online(listeners[0]) == [True, False])
    assert asked_about == {"all rooms", "m0"}


# ---- flags ---------------------------------------------------------------------------------------


async def test_a_flag_falls_once_though_every_hall_watches(halls: Halls):
    all_halls = [await halls.new() for _ in range(3)]
    ids = [f"m{number}" for number in range(5)]
    for id in ids:
        await set_up(all_halls[0], id, PAIR, TimeControl(1.5))
    listeners = [await listen(hall, id) for hall in all_halls[:2] for id in ids]  # not in the third
    await until(lambda: all(over(listener) for listener in listeners))
    for id in ids:
        assert flags(await kept(all_halls[2], id)) == 1


async def test_a_flag_falls_in_a_room_that_nobody_has_in_memory(halls: Halls):
    one, other = await halls.new(start=False), await halls.new()
    room = await set_up(one, "m", PAIR, TimeControl(1.0))
    due = room.due()
    await halls.kill(one)
    entries = []
    async with asyncio.timeout(20):
        while not flags(entries):
            await asyncio.sleep(0.05)
            entries = await kept(other, "m")
    assert due is not None
    assert entries[-1].at >= due
    assert other.rooms["m"].room.over


# ---- computers -----------------------------------------------------------------------------------


class Slow:
    """A computer that thinks until it is told to act."""

    def __init__(self) -> None:
        self.asked = 0
        self.go = asyncio.Event()

    def refuse_if_busy(self, person: str) -> None:
        """Never too busy."""

    async def choose(
        self, terms: MatchTerms, line: str, seat: int, player: str, left: float | None = None
    ) -> str:
        self.asked += 1
        await self.go.wait()
        game = terms.load_game()
        state = game.from_line(line)
        return game.write(state, state.actions(seat)[0])


async def test_a_computer_is_asked_by_one_hall_and_by_another_if_that_dies(halls: Halls):
    computers = [Slow(), Slow()]
    both = [await halls.new(computers=slow) for slow in computers]
    # The one with the lower name would take over first: here it has no reason to.
    other, one = sorted(both, key=lambda hall: hall.heartbeat.process)
    first, second = (computers[both.index(hall)] for hall in (one, other))
    await set_up(one, "m", PAIR, computers=[0])
    listener = await listen(other, "m")
    await until(lambda: first.asked == 1)
    await asyncio.sleep(2.5)  # rounds of both
    assert (first.asked, second.asked) == (1, 0)
    second.go.set()
    await halls.kill(one)
    await until(lambda: second.asked == 1)
    await until(lambda: any(frame["t"] == "did" for frame in listener.frames()))
    acts = [entry for entry in await kept(other, "m") if isinstance(entry.operation, Act)]
    assert [entry.command for entry in acts] == ["0:computer 2"]


async def test_a_computer_is_asked_after_a_restart(halls: Halls):
    first, second = Slow(), Slow()
    one = await halls.new(computers=first)
    await set_up(one, "m", PAIR, computers=[0])
    await until(lambda: first.asked == 1)
    await halls.kill(one)
    second.go.set()
    other = await halls.new(computers=second)
    await until(lambda: "m" in other.rooms and other.rooms["m"].room.seq == 3)
    assert second.asked == 1


# ---- the hall itself -----------------------------------------------------------------------------


async def test_the_hall_ends_a_match_and_everybody_learns_of_it(halls: Halls):
    one, other = await halls.new(), await halls.new()
    await set_up(one, "m")
    listener = await listen(one, "m")
    await other.do("m", NOBODY, Abort(), "close")
    await until(lambda: over(listener))
    with pytest.raises(IllegalAction):
        await act_as_first(one)


async def act_as_first(hall):
    await hall.do("m", 0, Act("x"), "c")


async def test_the_hall_ends_a_match_that_has_not_begun(halls: Halls):
    one, other = await halls.new(start=False), await halls.new(start=False)
    terms = MatchTerms("m", PAIR, parlour.game(PAIR).version, {})
    await one.create(terms, None, [])
    await one.do("m", NOBODY, Abort(), "close")
    for hall in (one, other):
        with pytest.raises(IllegalAction, match="over"):
            await hall.do("m", 0, Sit("Ann"), "sit")
    assert await one.database.read("select status from matches") == [("over",)]


async def test_a_match_is_created_once(halls: Halls):
    one, other = await halls.new(start=False), await halls.new(start=False)
    await set_up(one, "m")
    with pytest.raises(DuplicateKey):
        await set_up(other, "m")
