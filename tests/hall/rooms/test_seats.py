"""Who owns a seat: by a single-use invitation, until standing up, over every interface."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from parlour.hall.matchmaking.matchmaking import Matchmaking
from parlour.hall.people.authorise import User
from parlour.hall.rooms.hall import Hall
from parlour.hall.services import Services
from parlour.wire.http_types import NewMatch
from parlour.wire.operations import Act, Resign, Sit, Stand
from proofs.harness.postgresql import Server
from tests.hall.api.asgi import Client, guest, make_services
from tests.hall.small_rooms import SessionClient, open_hall
from tests.hall.visitors import Halls, until

ANN, BOB, EVE = (User(name, name.title(), "guest") for name in ("ann", "bob", "eve"))
HIDDEN = NewMatch("chessicle", {"deployment": "hidden"}, ("anyone", "anyone"))
SECRET = "a-secret-of-her-own-choice"


def codes_in(frames: list[dict[str, Any]]) -> list[str]:
    return [frame["d"]["code"] for frame in frames if frame["t"] == "seated"]


def refused(frames: list[dict[str, Any]]) -> str:
    (text,) = [frame["d"]["text"] for frame in frames if frame["t"] == "error"]
    return text


def a_deployment(hall: Hall, match: str, seat: int) -> str:
    room = hall.rooms[match].room
    state = room.playing().state
    return room.game.write(state, state.actions(seat)[0])


# ---- who stands up ------------------------------------------------------------------------------


async def stood_up(
    hall: Hall, other: Hall | None = None
) -> tuple[str, SessionClient, SessionClient]:
    """Ann sat at the first seat and stood up, Bob sits there now, Eve at the other one: the
    match, the sockets of Ann and of Bob. Bob may be connected to another process."""
    made = await Matchmaking(hall, lambda *_: None).create(EVE, HIDDEN)
    ann, bob, eve = (
        SessionClient(hall, ANN),
        SessionClient(other or hall, BOB),
        SessionClient(hall, EVE),
    )
    for talk in (ann, bob, eve):
        await talk.send("enter", match=made.match)
    await ann.do(Sit("Ann"), "sit", seat=0)
    assert ann.session.seats == (0,)
    await ann.do(Stand(), "stand", seat=0)
    await eve.do(Sit("Eve"), "sit", seat=1)
    await bob.do(Sit("Bob"), "sit", seat=0)
    assert bob.session.seats == (0,)
    return made.match, ann, bob


async def test_a_former_occupant_can_neither_act_for_the_seat_nor_see_its_secrets(
    tmp_path: Path,
):
    async with open_hall(tmp_path) as hall:
        match, ann, bob = await stood_up(hall)
        assert ann.session.seats == ()
        ann.listener.clear()
        secret = a_deployment(hall, match, 0)
        assert "error" not in [frame["t"] for frame in await bob.do(Act(secret), "a", seat=0)]
        assert ann.listener.texts, "she is told that something was done"
        assert not any(secret in text for text in ann.listener.texts)
        assert "not your seat" in refused(await ann.do(Resign(), "r", seat=0))
        await ann.send("enter", match=match)
        assert ann.session.seats == ()
        assert hall.rooms[match].room.status == "running"


async def test_standing_up_is_acknowledged_and_may_be_repeated(tmp_path: Path):
    async with open_hall(tmp_path) as hall:
        made = await Matchmaking(hall, lambda *_: None).create(EVE, HIDDEN)
        ann = SessionClient(hall, ANN)
        await ann.send("enter", match=made.match)
        await ann.do(Sit("Ann"), "sit", seat=0)
        frames = await ann.do(Stand(), "stand", seat=0)
        assert {"t": "ack", "v": 2, "d": {"command": "stand"}} in frames
        assert [f["d"]["seats"] for f in frames if f["t"] == "room"] == [[]]
        assert await ann.do(Stand(), "stand", seat=0) == [
            {"t": "ack", "v": 2, "d": {"command": "stand"}}
        ]


async def test_the_next_occupant_may_use_the_same_command_ids(tmp_path: Path):
    """A command is its holder's own: Bob's `sit` is not Ann's, though the seat is the same."""
    async with open_hall(tmp_path) as hall:
        match, _, _ = await stood_up(hall)
        assert [sit and sit.name for sit in hall.rooms[match].room.occupants] == [
            "Bob",
            "Eve",
        ]


async def test_the_next_occupant_may_stand_up_with_the_same_command_id(tmp_path: Path):
    async with open_hall(tmp_path) as hall:
        match = (await Matchmaking(hall, lambda *_: None).create(EVE, HIDDEN)).match
        for user in (ANN, BOB):
            talk = SessionClient(hall, user)
            await talk.send("enter", match=match)
            await talk.do(Sit(user.name), "sit", seat=0)
            await talk.do(Stand(), "stand", seat=0)
            assert hall.rooms[match].room.occupants == [None, None]


async def test_only_the_last_occupant_gets_the_repeated_acknowledgement(tmp_path: Path):
    async with open_hall(tmp_path) as hall:
        match = (await Matchmaking(hall, lambda *_: None).create(EVE, HIDDEN)).match
        ann, bob = SessionClient(hall, ANN), SessionClient(hall, BOB)
        for talk in (ann, bob):
            await talk.send("enter", match=match)
        await ann.do(Sit("Ann"), "sit", seat=0)
        assert "not your seat" in refused(await bob.do(Stand(), "sit", seat=0))
        await ann.do(Stand(), "stand", seat=0)
        assert "not your seat" in refused(await bob.do(Stand(), "stand", seat=0))


async def test_a_command_that_waited_while_the_seat_changed_hands_is_refused(tmp_path: Path):
    async with open_hall(tmp_path) as hall:
        match, ann, _ = await stood_up(hall)
        ann.session.seats = (0,)  # as it was when the message came in
        assert "not your seat" in refused(await ann.do(Resign(), "r", seat=0))
        assert hall.rooms[match].room.status == "running"


@pytest.fixture
async def two(server: Server) -> AsyncIterator[Halls]:
    halls = Halls(server.new_database())
    yield halls
    await halls.close()


async def test_a_former_occupant_sees_nothing_hidden_at_another_process(two: Halls):
    one, other = await two.new(), await two.new()
    match, ann, bob = await stood_up(one, other)
    await until(lambda: one.rooms[match].room.status == "running")
    await until(lambda: other.rooms[match].room.status == "running")
    ann.listener.clear()
    secret = a_deployment(other, match, 0)
    await bob.do(Act(secret), "a", seat=0)
    await until(lambda: bool(ann.listener.texts))
    assert not any(secret in text for text in ann.listener.texts)
    assert "not your seat" in refused(await ann.do(Resign(), "r", seat=0))


# ---- invitations --------------------------------------------------------------------------------


async def invited(hall: Hall, first: str = "me") -> tuple[str, str]:
    """A match of Ann's, and the invitation to the other seat."""
    new_match = NewMatch("brique", {"size": 3}, (first, "link"))
    made = await Matchmaking(hall, lambda *_: None).create(ANN, new_match)
    return made.match, made.seats[1].code


async def test_the_inviter_cannot_play_for_the_invited(tmp_path: Path):
    async with open_hall(tmp_path) as hall:
        match, invitation = await invited(hall)
        ann, bob = SessionClient(hall, ANN), SessionClient(hall)
        await ann.send("enter", match=match, codes=[invitation])
        assert ann.session.seats == (0, 1), "the seat is free, and she has the invitation"
        await bob.send("enter", match=match, codes=[invitation])
        (code,) = codes_in(await bob.do(Sit("Bob"), "sit"))
        assert ann.session.seats == (0,)
        assert not codes_in(ann.listener.frames())
        assert "not your seat" in refused(await ann.do(Resign(), "r", seat=1))
        again = await SessionClient(hall, EVE).send("enter", match=match, codes=[invitation])
        assert "has been used" in refused(again)
        back = SessionClient(hall)
        await back.send("enter", match=match, codes=[code])
        assert back.session.seats == (1,)


async def test_an_invitation_does_not_allow_chatting_for_the_seat(tmp_path: Path):
    async with open_hall(tmp_path) as hall:
        match, invitation = await invited(hall)
        eve = SessionClient(hall, EVE)
        await eve.send("enter", match=match, codes=[invitation])
        assert eve.session.seats == (1,)
        (said,) = await eve.send("say", text="hello")
        assert "seat" not in said["d"]


async def test_a_seat_is_kept_under_a_secret_that_its_owner_has_chosen(tmp_path: Path):
    """So nothing is lost if the line is cut before the answer is there."""
    async with open_hall(tmp_path) as hall:
        match, invitation = await invited(hall)
        bob = SessionClient(hall)
        both = [invitation, SECRET]
        await bob.send("enter", match=match, codes=both)
        frames = await bob.do(Sit("Bob", code=SECRET), "sit")
        assert not codes_in(frames)
        back = SessionClient(hall)
        await back.send("enter", match=match, codes=both)
        assert back.session.seats == (1,)
        assert [f["t"] for f in await back.do(Sit("Bob", code=SECRET), "sit")] == ["ack"]
        kept = await hall.database.read("select what from events")
        assert not any(SECRET in what or invitation in what for (what,) in kept)


async def test_a_person_comes_back_without_any_secret(tmp_path: Path):
    async with open_hall(tmp_path) as hall:
        match, invitation = await invited(hall)
        bob = SessionClient(hall, BOB)
        await bob.send("enter", match=match, codes=[invitation])
        await bob.do(Sit("Bob"), "sit")
        for codes in ([], [invitation]):
            back = SessionClient(hall, BOB)
            await back.send("enter", match=match, codes=codes)
            assert back.session.seats == (1,)


async def test_a_used_invitation_opens_nothing_after_its_guest_has_left(tmp_path: Path):
    async with open_hall(tmp_path) as hall:
        match, invitation = await invited(hall, "anyone")
        bob = SessionClient(hall, BOB)
        await bob.send("enter", match=match, codes=[invitation])
        await bob.do(Sit("Bob"), "sit")
        await bob.do(Stand(), "stand")
        assert bob.session.seats == ()
        assert "has been used" in refused(await bob.send("enter", match=match, codes=[invitation]))


# ---- over HTTP ----------------------------------------------------------------------------------

Both = tuple[Services, Any]


@pytest.fixture
async def services_and_app(tmp_path: Path) -> AsyncIterator[Both]:
    async with make_services(tmp_path) as both:
        yield both


async def made_by(ann: Client) -> tuple[str, list[str]]:
    new_match = {"game": "brique", "settings": {"size": 5}, "seats": ["me", "link"]}
    made = (await ann.post("/api/matches", new_match)).json()
    return made["match"], [place["code"] for place in made["seats"]]


async def test_over_http_too_an_invitation_is_for_one_use(services_and_app: Both):
    _, app = services_and_app
    ann, bob = await guest(app), await guest(app, "Bob")
    match, (_, invitation) = await made_by(ann)
    path = f"/api/matches/{match}"
    seated = (await bob.post(f"{path}/seats/1", {"code": invitation})).json()
    assert seated["code"] not in ("", invitation)
    resign = {"command": "r", "deed": {"do": "resign"}, "seat": 1}
    mine = await ann.post(f"{path}/deeds", resign, parlour_code=invitation)
    assert (mine.status, mine.json()["code"]) == (403, "hall.invitation_used")
    again = await ann.post(f"{path}/seats/1", {"code": invitation})
    assert (again.status, again.json()["code"]) == (403, "hall.invitation_used")
    anybody = Client(app)
    assert (await anybody.post(f"{path}/deeds", resign, parlour_code=seated["code"])).status == 200


@pytest.mark.parametrize("seat", ["-1", "2", "16", "9223372036854775808", "1" + "0" * 40])
async def test_a_missing_seat_is_not_an_internal_error(services_and_app: Both, seat: str):
    services, app = services_and_app
    ann = await guest(app)
    match, _ = await made_by(ann)
    for path in (
        f"/api/matches/{match}/seats/{seat}",
        f"/api/matches/{match}/seats/{seat}/invitation",
    ):
        assert (await ann.post(path, {})).status in (400, 404, 409)
    assert match not in services.hall.rooms.diverged


async def test_a_stream_shows_nothing_hidden_to_a_former_occupant(services_and_app: Both):
    _, app = services_and_app
    ann, bob, eve = await guest(app), await guest(app, "Bob"), await guest(app, "Eve")
    new_match = {
        "game": "chessicle",
        "settings": {"deployment": "hidden"},
        "seats": ["anyone", "anyone"],
    }
    match = (await eve.post("/api/matches", new_match)).json()["match"]
    path = f"/api/matches/{match}"
    await ann.post(f"{path}/seats/0", {})
    async with ann.stream(f"{path}/stream") as stream:
        assert (await stream.next("room"))["d"]["seats"] == [0]
        stand = {"command": "s", "deed": {"do": "stand"}}
        assert (await ann.post(f"{path}/deeds", stand)).status == 200
        assert (await stream.next("room"))["d"]["seats"] == []
        await bob.post(f"{path}/seats/0", {})
        await eve.post(f"{path}/seats/1", {})
        room = await stream.next("room")
        assert room["d"]["seats"] == []
        assert "paths" not in room["d"]["news"]


async def test_the_owner_of_a_match_invites_anew_when_a_guest_has_left(services_and_app: Both):
    _, app = services_and_app
    ann, bob, eve = await guest(app), await guest(app, "Bob"), await guest(app, "Eve")
    match, (_, invitation) = await made_by(ann)
    path = f"/api/matches/{match}/seats/1"
    taken = await bob.post(path, {"code": invitation})
    assert taken.status == 201
    refusal = await ann.post(f"{path}/invitation")
    assert (refusal.status, refusal.json()["code"]) == (409, "hall.begun")
    other, (_, first) = await made_by(ann)
    path = f"/api/matches/{other}/seats/1"
    assert (await bob.post(f"{path}/invitation")).status == 403, "it is Ann's match"
    second = (await ann.post(f"{path}/invitation")).json()["code"]
    old = await eve.post(path, {"code": first})
    assert (old.status, old.json()["code"]) == (403, "hall.wrong_code")
    assert (await eve.post(path, {"code": second})).status == 201
