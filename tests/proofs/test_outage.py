"""Database outages: nothing false is acknowledged, no flag falls, and play goes on afterwards."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from parlour.hall.connections.session import Session
from parlour.hall.operating.config import Config
from parlour.hall.people.authorise import User
from parlour.hall.rooms.errors import Stale
from parlour.hall.rooms.hall import Hall
from parlour.hall.services import open_services
from parlour.hall.storage import liveness
from parlour.hall.storage.database import DatabaseUnavailable
from parlour.hall.storage.databases.sqlite import SqliteDatabase
from parlour.table.clock import TimeControl
from parlour.table.errors import ParlourError
from parlour.wire import messages
from parlour.wire.messages import ChatMessage
from parlour.wire.operations import Act
from proofs.drivers.outage import OutageRun
from proofs.harness.postgresql import Server
from tests.hall.doubles import ManualClock, RecordingListener
from tests.hall.visitors import PAIR, Halls, act, choice, flags, kept, set_up, until


class Player:
    """Acts in one match again and again, and records acknowledgements and refusals."""

    def __init__(self, hall: Hall, id: str) -> None:
        self.hall, self.id, self.rng = hall, id, Random(id)
        self.acknowledged: dict[str, int] = {}
        self.refused = 0

    async def play(self, stop: asyncio.Event) -> None:
        number = 0
        while not stop.is_set():
            command = f"c{number}"
            try:
                async with asyncio.timeout(6):  # told to try again in time, not left to wait
                    self.acknowledged[command] = (
                        await act(self.hall, self.id, self.rng, command)
                    ).seq
                number += 1
            except DatabaseUnavailable:
                self.refused += 1
            except Stale:
                number += 1
            await asyncio.sleep(0.02)

    async def check(self) -> None:
        """What was acknowledged is there, once, under the number it was acknowledged with."""
        entries = await kept(self.hall, self.id)
        assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
        there = {(entry.command or "").partition(":")[2]: entry.seq for entry in entries}
        assert self.acknowledged.items() <= there.items()
        assert len(self.acknowledged) > 0


@pytest.mark.parametrize("how", ["stop", "freeze"])
async def test_postgresql_away_under_load(how: str, server: Server):
    halls = Halls(server.new_database())
    all_halls = [await halls.new() for _ in range(2)]
    players = [Player(all_halls[number % 2], f"m{number}") for number in range(6)]
    for player in players:
        await set_up(player.hall, player.id)
    stop = asyncio.Event()
    playing = asyncio.gather(*(player.play(stop) for player in players))
    await until(lambda: all(len(player.acknowledged) > 3 for player in players))
    await asyncio.to_thread(server.stop if how == "stop" else server.freeze)
    try:
        await until(lambda: all(player.refused > 1 for player in players))
        before = [len(player.acknowledged) for player in players]
    finally:
        await asyncio.to_thread(server.start if how == "stop" else server.thaw)
    await until(
        lambda: all(len(p.acknowledged) > n + 3 for p, n in zip(players, before, strict=True))
    )
    stop.set()
    await playing
    for player in players:
        await player.check()
    await halls.close()


async def test_a_served_hall_copes_with_a_database_that_crashes(server: Server):
    run = OutageRun(server, Random(3), away=5.0)
    audited = await run.run("brique", 1, match_count=4)
    assert run.complaints == []
    assert (audited.lost, audited.duplicated, audited.gaps, audited.unexpected) == (0, 0, 0, 0)
    assert audited.durable > 4
    assert len(run.retry_latencies) >= 4
    assert len(run.recovery_times) == 1


async def test_a_postgresql_that_may_forget_is_refused_by_a_sentence():
    refused = pytest.raises(DatabaseUnavailable, match="turn on fsync and full_page_writes")
    with Server("fsync=off") as careless, refused:
        await open_services(Config(database=careless.new_database()))


async def test_no_flag_falls_because_postgresql_was_away(server: Server):
    halls = Halls(server.new_database())
    one, other = await halls.new(), await halls.new()
    control = TimeControl(2.5)
    room = await set_up(one, "m", PAIR, control)
    due = room.due()
    assert due is not None
    await asyncio.to_thread(server.stop)
    await until(lambda: all(hall.time.away_since for hall in (one, other)))
    with pytest.raises(DatabaseUnavailable):
        await act(one, "m", Random(1), "c")
    await asyncio.sleep(4)  # the flag would have fallen
    assert one.time.now() < due
    assert other.time.now() < due
    await asyncio.to_thread(server.start)
    await until(lambda: all(hall.time.away_since is None for hall in (one, other)))
    assert abs(one.time.gaps - other.time.gaps) < 1.5
    done = await act(one, "m", Random(1), "c")
    entries = await kept(one, "m")
    assert entries[-1].seq == done.seq
    assert not flags(entries)
    while not flags(await kept(other, "m")):  # now it is the other's turn, who does nothing
        await asyncio.sleep(0.02)
    await asyncio.sleep(1.5)  # more than a round of either hall
    assert flags(await kept(other, "m")) == 1
    await halls.close()


async def test_a_client_is_told_to_try_again(server: Server):
    halls = Halls(server.new_database())
    hall = await halls.new()
    room = await set_up(hall, "m")
    seat, operation = choice(room, Random(1))
    listener = RecordingListener()
    session = Session(hall, User("p", "Ann"), listener.send)
    do = messages.frame("do", messages.Do("c", operation))
    await session.receive(messages.frame("enter", messages.Enter("m", (f"m{seat}",))))
    await asyncio.to_thread(server.stop)
    await session.receive(do)
    assert listener.last()["t"] == "error"
    assert (listener.last()["d"]["code"], listener.last()["d"]["command"]) == ("away", "c")
    assert listener.last()["d"]["retry"] > 0
    await asyncio.to_thread(server.start)
    await until(lambda: hall.time.away_since is None)
    await session.receive(do)
    assert listener.last()["t"] == "did"
    assert listener.last()["d"]["commands"] == ["c"]
    await halls.close()


async def test_a_commit_whose_end_is_unknown_is_seen_when_the_database_is_back(server: Server):
    halls = Halls(server.new_database())
    hall = await halls.new()
    room = await set_up(hall, "m")
    listener = RecordingListener()
    async with hall.locked_room("m") as open_room:
        open_room.audience.add(listener)
    database: Any = hall.database
    write = database.write

    async def kept_but_not_heard(statements: Any) -> None:
        await write(statements)
        raise DatabaseUnavailable("hall.store_away", reason="lost the connection")

    seat, operation = choice(room, Random(1))
    database.write = kept_but_not_heard
    with pytest.raises(DatabaseUnavailable):
        await hall.do("m", seat, operation, "c")
    assert listener.kinds() == ["room"]  # nothing that might be lost was shown
    database.write = write
    await until(lambda: listener.kinds() == ["room", "room"])
    assert listener.last()["v"] == 3
    done = await hall.do("m", seat, operation, "c")
    assert done == (3, False)
    await halls.close()


# ---- a full disk ---------------------------------------------------------------------------------


async def test_a_full_disk_refuses_and_goes_on_when_there_is_room(tmp_path: Any):
    halls = Halls(f"sqlite:{tmp_path / 'hall.db'}")
    hall = await halls.new()
    await set_up(hall, "m")
    database = hall.database
    assert isinstance(database, SqliteDatabase)
    db = database._db
    pages = db.pragma("page_count")
    db.pragma("max_page_count", pages)
    acknowledged = await fill(hall)
    assert await kept_texts(hall) == acknowledged
    db.pragma("max_page_count", pages + 1_000)
    await until(lambda: hall.time.away_since is None)
    await hall.chat.say("m", ChatMessage("Ann", "after", 2.0))
    await act(hall, "m", Random(1), "after")
    assert await kept_texts(hall) == [*acknowledged, "after"]
    await halls.close()


async def fill(hall: Hall) -> list[str]:
    """Say things until there is no room; what was acknowledged."""
    acknowledged: list[str] = []
    for number in range(1_000):
        text = f"{number}" * 300
        try:
            await hall.chat.say("m", ChatMessage("Ann", text, 1.0))
        except DatabaseUnavailable:
            return acknowledged
        acknowledged.append(text)
    pytest.fail("the disk never got full")


async def kept_texts(hall: Hall) -> list[str]:
    return [text for (text,) in await hall.database.read("select text from chat order by rowid")]


# ---- hall time -----------------------------------------------------------------------------------


async def test_a_restart_credits_the_gap(halls: Halls):
    watch = ManualClock()
    hall = await halls.new(watch, start=False)
    await hall.heartbeat.start()
    room = await set_up(hall, "m", PAIR, TimeControl(60))
    due = room.due()
    assert due is not None
    assert due == pytest.approx(hall.time.now() + 60)
    watch.time += 10
    await hall.heartbeat.beat()
    watch.time += 0.5  # after its last pulse
    await halls.kill(hall)
    watch.time += 3_600
    again = await halls.new(watch, start=False)
    await again.heartbeat.start()
    assert again.time.now() == pytest.approx(due - 50)
    watch.time += 49.9
    await again.flags._time_is_up("m")
    assert flags(await kept(again, "m")) == 0
    watch.time += 0.2
    await again.flags._time_is_up("m")
    assert flags(await kept(again, "m")) == 1
    assert (await kept(again, "m"))[-1].at == pytest.approx(due + 0.1)


async def test_an_orderly_end_credits_all_of_the_gap(halls: Halls):
    watch = ManualClock()
    hall = await halls.new(watch, start=False)
    await hall.heartbeat.start()
    watch.time += 0.7
    await hall.heartbeat.beat()
    now = hall.time.now()
    watch.time += 100
    again = await halls.new(watch, start=False)
    await again.heartbeat.start()
    assert again.time.now() == pytest.approx(now)


async def test_while_others_are_alive_a_new_hall_changes_hardly_anything(halls: Halls):
    watch = ManualClock()
    one = await halls.new(watch, start=False)
    await one.heartbeat.start()
    watch.time += 10
    await one.heartbeat.beat()
    watch.time += 0.4
    other = await halls.new(watch, start=False)
    await other.heartbeat.start()
    assert other.time.gaps == pytest.approx(0.4)
    await one.heartbeat.beat()
    assert one.time.now() == other.time.now()


async def test_hall_time_stands_still_from_the_last_thing_kept(halls: Halls):
    watch = ManualClock()
    one, other = await halls.new(watch, start=False), await halls.new(watch, start=False)
    await one.heartbeat.start()
    await other.heartbeat.start()
    watch.time += 5
    await one.heartbeat.beat()
    stood = one.time.now()
    watch.time += 1.5  # until it was noticed
    one.time.stop()
    assert one.time.now() == stood
    watch.time += 20
    assert one.time.now() == stood
    await one.heartbeat.beat()
    assert one.time.now() == pytest.approx(stood)
    watch.time += 1
    await other.heartbeat.beat()  # another one learns of it
    assert other.time.now() == one.time.now() == pytest.approx(stood + 1)


async def test_a_hall_that_alone_lost_the_database_follows_the_others(halls: Halls):
    watch = ManualClock()
    one, other = await halls.new(watch, start=False), await halls.new(watch, start=False)
    await one.heartbeat.start()
    await other.heartbeat.start()
    one.time.stop()
    for _ in range(100):
        watch.time += 1
        await other.heartbeat.beat()
    watch.time += 0.5
    await one.heartbeat.beat()
    assert one.time.gaps == pytest.approx(0.5)


async def test_gaps_are_read_before_a_flag_falls(halls: Halls):
    watch = ManualClock()
    one, other = await halls.new(watch, start=False), await halls.new(watch, start=False)
    await one.heartbeat.start()
    room = await set_up(one, "m", PAIR, TimeControl(60))
    await other.heartbeat.start()
    async with other.locked_room("m"):
        pass
    watch.time += 61
    await one.writer.commit([liveness.new_gap(watch.time - 30, watch.time)])
    await other.flags._time_is_up("m")
    with pytest.raises(ParlourError):
        await other.do("m", room.to_move()[0], Act("x"), "c")
    assert flags(await kept(other, "m")) == 0
    watch.time += 30
    await other.flags._time_is_up("m")
    assert flags(await kept(other, "m")) == 1
