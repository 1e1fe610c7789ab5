"""The lobby and one's own matches, as connections watch them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from parlour.hall.lists import lobby, own_matches
from parlour.hall.matchmaking.matchmaking import Matchmaking
from parlour.hall.people.authorise import User
from parlour.hall.people.limits import LOBBY_PAGE
from parlour.hall.rooms.hall import Hall
from parlour.hall.storage.database import Statement
from parlour.wire.http_types import NewMatch
from parlour.wire.operations import Act, Resign, Stand, Undo
from proofs.harness.postgresql import Server
from tests.hall.small_rooms import SessionClient, open_hall
from tests.hall.visitors import Halls, until

ANN = User("ann", "Ann", "account")
BOB = User("bob", "Bob", "account")
EVE = User("eve", "Eve", "guest")
SMALL: dict[str, bool | int | str] = {"size": 3, "pie": False}


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with open_hall(tmp_path) as hall:
        yield hall


def matchmaking(hall: Hall) -> Matchmaking:
    return Matchmaking(hall, lambda player, game: None, most_open=1_000)


async def create(hall: Hall, user: User = ANN, other: str = "anyone", **more: Any) -> str:
    new_match = NewMatch("brique", SMALL, ("me", other), **more)
    return (await matchmaking(hall).create(user, new_match)).match


async def begin(hall: Hall, **more: Any) -> str:
    """A match between Ann, who begins, and Bob."""
    match = await create(hall, **more)
    await matchmaking(hall).sit(BOB, match, 1)
    return match


async def news(client: SessionClient, hall: Hall) -> list[dict[str, Any]]:
    """What a client hears in the next round, once nobody is busy in a room."""
    await until(lambda: not any(room.room_lock.locked for room in hall.rooms.values()))
    client.listener.clear()
    await hall.lists.lobby.update()
    await hall.lists.own.update()
    return [frame["d"] for frame in client.listener.frames() if frame["t"] in ("lobby", "mine")]


async def watching(hall: Hall, user: User, *lists: str) -> SessionClient:
    client = SessionClient(hall, user)
    await client.send("watch", lists=list(lists))
    return client


# ---- the lobby ----------------------------------------------------------------------------------


async def test_the_lobby_comes_in_full_and_then_as_it_changes(hall: Hall):
    first = await create(hall)
    anyone = SessionClient(hall)  # signed in as nobody
    (frame,) = await anyone.send("watch", lists=["lobby"])
    assert (frame["t"], [offer["match"] for offer in frame["d"]["matches"]]) == ("lobby", [first])
    assert frame["d"]["matches"][0]["owner"] == "Ann"
    assert await news(anyone, hall) == []
    second = await create(hall, BOB)
    (changed,) = await news(anyone, hall)
    assert ([offer["match"] for offer in changed["put"]], changed.get("gone")) == ([second], None)
    await matchmaking(hall).sit(EVE, first, 1)
    assert await news(anyone, hall) == [{"gone": [first]}]


async def test_only_listed_matches_with_a_seat_for_anyone_are_in_the_lobby(hall: Hall):
    anyone = await watching(hall, User(), "lobby")
    await create(hall, other="link")
    await create(hall, listed=False)
    assert await news(anyone, hall) == []
    shown = await create(hall)
    assert (await news(anyone, hall))[0]["put"][0]["match"] == shown
    await hall.do(shown, 0, Stand(), "leaves")
    (changed,) = await news(anyone, hall)  # the seat of its owner is not for anyone
    assert changed["put"][0]["free"] == [1]
    assert changed["put"][0]["owner"] == ""


async def test_a_seat_that_is_free_again_is_offered_again(hall: Hall):
    new_match = NewMatch("brique", SMALL, ("link", "anyone"))
    match = (await matchmaking(hall).create(ANN, new_match)).match
    anyone = await watching(hall, User(), "lobby")
    await matchmaking(hall).sit(BOB, match, 1)
    assert await news(anyone, hall) == [{"gone": [match]}]
    await hall.do(match, 1, Stand(), "leaves")
    assert (await news(anyone, hall))[0]["put"][0]["match"] == match


async def test_nothing_is_read_while_nobody_watches(hall: Hall, monkeypatch: pytest.MonkeyPatch):
    async def count(*_: Any) -> Any:
        reads.append(1)
        return []

    reads: list[int] = []
    monkeypatch.setattr(lobby, "load_lobby", count)
    await hall.lists.lobby.update()
    assert reads == []
    client = await watching(hall, User(), "lobby")
    await hall.lists.lobby.update()
    assert len(reads) == 2
    await client.send("watch", lists=[])
    await hall.lists.lobby.update()
    client.session.end()
    await hall.lists.lobby.update()
    assert len(reads) == 2


async def test_all_watchers_share_one_frame(hall: Hall):
    watchers = [await watching(hall, User(), "lobby") for _ in range(5)]
    await create(hall)
    await hall.lists.lobby.update()
    texts = [watcher.listener.texts[-1] for watcher in watchers]
    assert all(text is texts[0] for text in texts)


async def test_with_many_watchers_the_rounds_are_rarer(hall: Hall):
    assert hall.lists.lobby.interval() == lobby.INTERVAL
    hall.lists.lobby._watchers = dict.fromkeys(map(str, range(4 * lobby.WATCHERS_A_SECOND)))  # pyright: ignore[reportAttributeAccessIssue]
    assert hall.lists.lobby.interval() == 4


async def test_a_page_of_the_lobby_reads_only_what_it_shows(hall: Hall):
    """However many matches wait for somebody with a link."""
    plan = await hall.database.read(
        "explain query plan select id from matches where offered is not null and offered <= 9"
        " and (offered < 9 or id < '') order by offered desc, id desc limit 100"
    )
    assert "matches_offered" in str(plan)
    assert "TEMP B-TREE" not in str(plan)
    for number in range(LOBBY_PAGE + 5):
        offer = {"id": f"{number:010x}", "at": float(number)}
        await hall.database.write(
            [
                Statement(
                    "insert into matches (id, game, rules, settings, listed, rated, created,"
                    " status, offered) values (:id, 'brique', 1, '{}', 1, 0, :at, 'open', :at)",
                    offer,
                ),
                Statement(
                    "insert into seats (match, seat, code, wanted) values (:id, 0, '', 'anyone')",
                    {"id": offer["id"]},
                ),
            ]
        )
    client = await watching(hall, User(), "lobby")
    (full,) = client.listener.frames("lobby")
    assert len(full["d"]["matches"]) == LOBBY_PAGE


# ---- one's own matches --------------------------------------------------------------------------


async def test_own_matches_say_whose_turn_it_is(hall: Hall):
    match = await begin(hall)
    ann, bob = await watching(hall, ANN, "mine"), await watching(hall, BOB, "mine")
    (full,) = bob.listener.frames("mine")
    (entry,) = full["d"]["matches"]
    since = entry.pop("since")
    assert since > 0
    assert entry == {
        "match": match,
        "game": "brique",
        "title": "Brique",
        "status": "running",
        "seats": [1],
        "names": ["Ann", "Bob"],
    }
    assert ann.listener.frames("mine")[0]["d"]["matches"][0]["turn"]
    await hall.do(match, 0, Act("a1"), "1")
    (changed,) = await news(bob, hall)
    assert changed["put"][0]["turn"]
    assert not ann.listener.frames("mine")[-1]["d"]["put"][0].get("turn")
    await hall.do(match, 1, Resign(), "2")
    (changed,) = await news(bob, hall)
    assert changed["put"][0]["status"] == "over"
    assert changed["put"][0]["result"]["id"] == "match.resign_and_wins"
    assert changed["put"][0]["result"]["values"] == {"player": "Bob", "winner": "Ann"}


async def test_a_list_is_the_same_from_the_room_and_from_the_disk(hall: Hall):
    match = await begin(hall)
    seen: list[Any] = []
    for step in (None, Act("a1"), Act("b1"), Undo(), Resign()):
        if step is not None:
            async with hall.locked_room(match) as open_room:
                seat = (*open_room.room.to_move(), 0)[0] if isinstance(step, Act) else 1
            await hall.do(match, seat, step, f"step {len(seen)}")
        client = await watching(hall, ANN, "mine")
        async with hall.locked_room(match) as open_room:
            live = own_matches.entries_of(open_room.room)["ann"]
        stored = client.session.hall.lists.own._shown[client.session][match]
        assert stored == live, step
        seen.append(stored)
    assert [entry.turn for entry in seen] == [True, False, True, True, False]
    assert [entry.status for entry in seen] == [*["running"] * 4, "over"]


async def test_who_takes_a_seat_gets_the_match_and_who_stands_up_loses_it(hall: Hall):
    bob = await watching(hall, BOB, "mine")
    match = (
        await matchmaking(hall).create(ANN, NewMatch("brique", SMALL, ("anyone", "anyone")))
    ).match
    assert await news(bob, hall) == []
    await matchmaking(hall).sit(BOB, match, 1)
    assert (await news(bob, hall))[0]["put"][0]["names"] == ["", "Bob"]
    await hall.do(match, 1, Stand(), "leaves")
    assert await news(bob, hall) == [{"gone": [match]}]


async def test_guests_watch_their_own_matches_and_nobody_those_of_others(hall: Hall):
    match = await create(hall, EVE, listed=False)
    eve, bob, nobody = [await watching(hall, user, "mine") for user in (EVE, BOB, User())]
    assert [entry["match"] for entry in eve.listener.frames("mine")[0]["d"]["matches"]] == [match]
    for other in (bob, nobody):
        assert other.listener.frames("mine")[0]["d"] == {"matches": []}
    await hall.do(match, 0, Stand(), "leaves")
    await hall.lists.own.update()
    assert eve.listener.frames("mine")[-1]["d"] == {"gone": [match]}
    assert len(bob.listener.frames("mine")) == len(nobody.listener.frames("mine")) == 1


async def test_in_the_room_itself_turns_are_told_once_it_is_left(hall: Hall):
    match = await begin(hall)
    ann = await watching(hall, ANN, "mine")
    await ann.send("enter", match=match, codes=[])
    await hall.do(match, 0, Act("a1"), "1")
    assert await news(ann, hall) == []
    await ann.send("leave")
    (changed,) = await news(ann, hall)
    assert not changed["put"][0].get("turn")
    await ann.send("enter", match=match, codes=[])
    await hall.do(match, 1, Resign(), "4")
    assert (await news(ann, hall))[0]["put"][0]["status"] == "over"


async def test_what_is_not_on_disk_is_not_told(hall: Hall):
    match = await begin(hall)
    bob = await watching(hall, BOB, "mine")
    async with hall.locked_room(match) as open_room:
        open_room.room.do(0, Act("a1"), hall.time.now(), hall.rng)
        hall.lists.own.note(open_room)
        await hall.lists.own.update()
        assert len(bob.listener.frames("mine")) == 1
    assert (await news(bob, hall))[0]["put"][0]["turn"]


async def test_a_watcher_that_stops_or_ends_is_forgotten(hall: Hall):
    await begin(hall)
    for stop in ("watch", "end"):
        ann = await watching(hall, ANN, "lobby", "mine")
        if stop == "end":
            ann.session.end()
        else:
            await ann.send("watch", lists=[])
        own = hall.lists.own
        assert (own._shown, own._of, own._showing) == ({}, {}, {})
        assert hall.lists.lobby._watchers == {}


async def test_a_long_list_loses_matches_that_are_over(hall: Hall, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(own_matches, "MOST", 2)
    over, *_ = matches = [await begin(hall) for _ in range(2)]
    ann = await watching(hall, ANN, "mine")
    await hall.do(over, 0, Resign(), "1")
    await news(ann, hall)
    third = await begin(hall)
    (changed,) = await news(ann, hall)
    assert ([entry["match"] for entry in changed["put"]], changed["gone"]) == ([third], [over])
    assert set(hall.lists.own._showing) == {matches[1], third}


async def test_watching_again_and_again_is_refused(hall: Hall):
    client = SessionClient(hall, ANN)
    codes = [
        frame["d"].get("code", "")
        for _ in range(12)
        for frame in await client.send("watch", lists=["mine"])
    ]
    assert codes == [""] * 10 + ["fast"] * 2


# ---- several processes --------------------------------------------------------------------------


@pytest.fixture
async def two(server: Server) -> AsyncIterator[tuple[Hall, Hall]]:
    halls = Halls(server.new_database())
    yield await halls.new(), await halls.new()
    await halls.close()


async def test_lists_follow_what_happens_in_another_process(two: tuple[Hall, Hall]):
    here, there = two
    bob = await watching(here, BOB, "lobby", "mine")

    def put(kind: str) -> list[dict[str, Any]]:
        return [e for f in bob.listener.frames(kind) for e in f["d"].get("put", ())]

    match = await create(there)
    await until(lambda: match in [offer["match"] for offer in put("lobby")])
    await matchmaking(there).sit(BOB, match, 1)  # in another tab, connected elsewhere
    await until(lambda: put("mine") != [])
    assert "turn" not in put("mine")[-1]
    await there.do(match, 0, Act("a1"), "1")
    await until(lambda: "turn" in put("mine")[-1])
    await there.do(match, 1, Resign(), "2")
    await until(lambda: put("mine")[-1]["status"] == "over")
    assert put("mine")[-1]["result"]["values"] == {"player": "Bob", "winner": "Ann"}
    await until(lambda: bob.listener.frames("lobby")[-1]["d"].get("gone") == [match])
