"""The client: up to date, each command done once, and reconnected after the hall was killed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from parlour.client.client import Client, ClientEvent, ConnectionLost, Reconnected, enter_room
from parlour.client.http_client import HallUnreachable, RequestRefused
from parlour.client.link import Link, MatchRef
from parlour.client.position import ReplayedPosition
from parlour.table.sentences import Sentence
from parlour.wire.messages import ChatMessage, ErrorMessage
from parlour.wire.operations import Act, Rematch, Sit
from tests.hall.running import RunningHall

Seated = tuple[Client, AsyncIterator[ClientEvent]]
MOVES = ["a1", "b1", "a2", "c1", "a3"]  # the first player joins bottom and top


@pytest.fixture(scope="module")
def running_hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHall]:
    """Shared by all tests; a test that kills it restarts it, and each has a match of its own."""
    with RunningHall(tmp_path_factory.mktemp("hall")) as hall:
        yield hall


async def until_turn(client: Client, client_events: AsyncIterator[ClientEvent]) -> None:
    while not client.room.my_turn and client.room.outcome is None:
        await anext(client_events)


def ends(link: Link) -> tuple[Link, tuple[str, ...]]:
    assert link.match_ref is not None
    return Link(link.address, MatchRef(link.match_ref.match)), (link.match_ref.code,)


async def sit(client: Client, name: str) -> None:
    await client.do(Sit(name), client.room.seats[0])


@asynccontextmanager
async def ann_and_bob(running_hall: RunningHall) -> AsyncGenerator[tuple[Seated, Seated]]:
    """Both players in their seats of a new match."""
    a, b = running_hall.small_match()
    async with enter_room(*ends(a)) as (ann, of_ann), enter_room(*ends(b)) as (bob, of_bob):
        await sit(ann, "Ann")
        await sit(bob, "Bob")
        yield (ann, of_ann), (bob, of_bob)


async def cut_before_the_answer(
    client: Client, request: Coroutine[Any, Any, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Close the connection when the next message arrives, which the client does not read."""
    cut = asyncio.Event()
    receive = client._receive

    async def close(text: str | bytes) -> None:
        cut.set()
        assert client._connection is not None
        await client._connection.close()

    monkeypatch.setattr(client, "_receive", close)
    answered = asyncio.create_task(request)
    await cut.wait()
    monkeypatch.setattr(client, "_receive", receive)
    await answered


async def test_a_whole_match_with_a_spectator_who_sees_the_same(running_hall: RunningHall):
    a, b = running_hall.small_match()
    async with (
        enter_room(*ends(a)) as (ann, news_of_ann),
        enter_room(*ends(b)) as (bob, news_of_bob),
        enter_room(ends(a)[0]) as (watcher, news),
    ):
        await sit(ann, "Ann")
        await sit(bob, "Bob")
        for number, move in enumerate(MOVES):
            client, heard = ((ann, news_of_ann), (bob, news_of_bob))[number % 2]
            await until_turn(client, heard)
            await client.do(Act(move))
        while watcher.room.outcome is None or bob.room.outcome is None:
            await anext(news if watcher.room.outcome is None else news_of_bob)
        for client in (ann, bob, watcher):
            room = client.room
            assert [event.what for event in room.moves] == MOVES
            assert room.outcome is not None
            assert room.outcome.ranks == (1, 2)
            assert room.view is not None
            assert room.terms is not None
            position = ReplayedPosition(room.terms)
            position.follow(room.moves)
            assert position.game.view(position.state).pieces == room.view.pieces
        assert watcher.room.seats == ()
        with pytest.raises(RequestRefused):
            await watcher.do(Act("c3"), 0)
        await ann.do(Rematch())
        await bob.do(Rematch())
        while not watcher.room.next:
            await anext(news)
        following = watcher.room.next
        assert watcher.room.again == (0, 1)
    next = Link(a.address, MatchRef(following))
    async with enter_room(next, tuple(ann.own_codes.values())) as (again, _):
        assert again.room.seats == (1,)
        assert again.room.names == ("Bob", "Ann")
    with pytest.raises(RequestRefused, match="not the code of a seat"):
        async with enter_room(next, ends(a)[1]):
            pass


async def test_a_client_disconnected_while_sitting_down_gets_its_seat(
    running_hall: RunningHall, monkeypatch: pytest.MonkeyPatch
):
    """Without a token: the client has chosen the secret of the seat, so it knows it already."""
    a, _ = running_hall.small_match()
    async with enter_room(*ends(a)) as (ann, _):
        await cut_before_the_answer(ann, sit(ann, "Ann"), monkeypatch)
        assert (ann.room.seats, ann.room.names[0]) == ((0,), "Ann")
    with pytest.raises(RequestRefused, match="has been used"):
        async with enter_room(*ends(a)):
            pass


async def test_an_action_may_be_sent_by_its_number(running_hall: RunningHall):
    async with ann_and_bob(running_hall) as ((ann, heard), _):
        await until_turn(ann, heard)
        action = ann.room.paths.action(("b2",))
        assert action is not None
        await ann.do(Act(action))
        assert [event.what for event in ann.room.moves] == ["b2"]
        with pytest.raises(RequestRefused):
            await ann.do(Act(10**6))


async def test_a_hall_that_is_killed_during_a_match_loses_nothing(running_hall: RunningHall):
    async with ann_and_bob(running_hall) as ((ann, of_ann), (bob, of_bob)):
        await until_turn(ann, of_ann)
        await ann.do(Act("a1"))
        await until_turn(bob, of_bob)
        await asyncio.to_thread(running_hall.kill)
        asked = asyncio.create_task(bob.do(Act("b1")))  # while nobody is there
        while not isinstance(await anext(of_bob), ConnectionLost):
            pass
        await asyncio.to_thread(running_hall.start)
        while not isinstance(await anext(of_bob), Reconnected):
            pass
        await asked
        await until_turn(ann, of_ann)
        assert [event.what for event in ann.room.moves] == ["a1", "b1"]
        await ann.do(Act("a2"))
        assert [event.what for event in ann.room.moves] == ["a1", "b1", "a2"]


async def test_a_repeated_command_is_answered_and_not_done_again(
    running_hall: RunningHall, monkeypatch: pytest.MonkeyPatch
):
    """The hall carried it out, but the connection broke before the answer."""
    async with ann_and_bob(running_hall) as ((ann, of_ann), _):
        await until_turn(ann, of_ann)
        await cut_before_the_answer(ann, ann.do(Act("a1")), monkeypatch)
        assert [event.what for event in ann.room.moves] == ["a1"]
        assert ann.room.seq == 3


async def cut(client: Client) -> None:
    """Break the connection; the client reconnects after a second."""
    assert client._connection is not None
    client._retry = 1.0
    await client._connection.close()
    while client.connected:
        await asyncio.sleep(0.01)


async def hear(client_events: AsyncIterator[ClientEvent], kind: type[ClientEvent]) -> ClientEvent:
    while True:
        client_event = await anext(client_events)
        if isinstance(client_event, kind):
            return client_event


async def test_a_client_that_reconnects_while_the_database_is_unavailable_retries(
    running_hall: RunningHall, monkeypatch: pytest.MonkeyPatch
):
    """It used to give up."""
    listen, away = Client._receive, iter([True])

    async def first_away(client: Client, text: str | bytes) -> None:
        if next(away, False):
            reason = Sentence("hall.store_away", reason="it restarts")
            client._on_refusal(ErrorMessage(reason, str(reason), "away", retry=0.01))
        await listen(client, text)

    a, _ = running_hall.small_match()
    async with enter_room(*ends(a)) as (ann, news_of_ann):
        monkeypatch.setattr(Client, "_receive", first_away)
        await cut(ann)
        await hear(news_of_ann, Reconnected)
    assert next(away, False) is False


async def test_chat_sent_during_a_disconnection_arrives_once_after_it(
    running_hall: RunningHall,
):
    a, b = running_hall.small_match()
    token = (
        running_hall.http_client().sign_in_as_guest("Bob").token
    )  # who says something is somebody
    async with (
        asyncio.timeout(30),
        enter_room(*ends(a)) as (ann, news_of_ann),
        enter_room(*ends(b), token) as (bob, news_of_bob),
    ):
        await sit(ann, "Ann")
        await sit(bob, "Bob")
        for text in ("before", "during"):
            await bob.say(text)
            await hear(news_of_bob, ChatMessage)
            if text == "before":
                await hear(news_of_ann, ChatMessage)
                await cut(ann)
        await hear(news_of_ann, Reconnected)
        said = await hear(news_of_ann, ChatMessage)
        assert isinstance(said, ChatMessage)
        assert said.text == "during"
        await bob.say("after")
        said = await hear(news_of_ann, ChatMessage)
        assert isinstance(said, ChatMessage)
        assert said.text == "after"


async def test_while_disconnected_chat_is_refused_and_commands_are_sent_later(
    running_hall: RunningHall,
):
    async with (
        asyncio.timeout(30),
        ann_and_bob(running_hall) as ((ann, news_of_ann), _),
    ):
        await until_turn(ann, news_of_ann)
        await cut(ann)
        with pytest.raises(HallUnreachable) as refused:
            await ann.say("hello?")
        assert refused.value.sentence.id == "hall.not_connected"
        await ann.do(Act("a1"))
        assert [event.what for event in ann.room.moves] == ["a1"]


async def test_a_client_reconnects_after_the_hall_has_said_goodbye(running_hall: RunningHall):
    a, _ = running_hall.small_match()
    async with enter_room(*ends(a)) as (ann, heard):
        await asyncio.to_thread(running_hall.stop)
        while not isinstance(await anext(heard), ConnectionLost):
            pass
        await asyncio.to_thread(running_hall.start)
        while not isinstance(await anext(heard), Reconnected):
            pass
        await sit(ann, "Ann")
        assert ann.room.names == ("Ann", "Player 2")


async def test_wrong_codes_and_missing_matches_are_refused(running_hall: RunningHall):
    a, _ = running_hall.small_match()
    with pytest.raises(RequestRefused, match="not the code of a seat"):
        async with enter_room(ends(a)[0], ("nonsense",)):
            pass
    with pytest.raises(RequestRefused, match="There is no match"):
        async with enter_room(Link(a.address, MatchRef("0123456789"))):
            pass


async def test_an_unreachable_hall_is_reported_with_a_sentence():
    with pytest.raises(HallUnreachable, match="does not answer"):
        async with enter_room(Link("http://127.0.0.1:1", MatchRef("x"))):
            pass
