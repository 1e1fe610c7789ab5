"""The session of a connection: every message, every error in one, and floods."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from parlour import _modes
from parlour.hall.connections.session import Flooding
from parlour.hall.people.authorise import POLICIES, User
from parlour.hall.rooms.errors import Stale
from parlour.hall.rooms.hall import Hall
from parlour.hall.storage import store
from parlour.hall.storage.database import DatabaseUnavailable
from parlour.table.clock import TimeControl
from parlour.wire import messages
from parlour.wire.operations import Abort, Act, Draw, Flag, Rematch, Resign, Sit
from tests.hall.doubles import ManualClock
from tests.hall.small_rooms import SessionClient, hidden, new_terms, open_hall, open_match

ANN = User("p1", "Ann", "guest")


async def seated(hall: Hall, seat: int | None, user: User = ANN) -> SessionClient:
    """A session in the room m, with a seat or without."""
    talk = SessionClient(hall, user)
    await talk.send("enter", match="m", codes=[] if seat is None else [f"code m {seat}"])
    assert talk.session.match == "m"
    return talk


def refusal(frames: list[dict[str, Any]], code: str) -> str:
    """The sentence of the one refusal among the answers."""
    errors = [frame["d"] for frame in frames if frame["t"] == "error"]
    assert [error["code"] for error in errors] == [code]
    assert errors[0]["text"]
    return errors[0]["text"]


# ---- every message ------------------------------------------------------------------------------


async def test_hello_comes_first(tmp_path: Path):
    async with open_hall(tmp_path) as hall:
        now = hall.time.wall_clock.wall()
        hello = {"protocol": 1, "server": "parlour", "name": "Ann", "at": now}
        assert SessionClient(hall, ANN).listener.frames() == [{"t": "hello", "d": hello}]


async def test_ping_and_leave(tmp_path: Path):
    async with open_hall(tmp_path) as hall:
        await open_match(hall, new_terms())
        talk = await seated(hall, 0)
        assert await talk.send("ping") == [{"t": "pong", "d": {}}]
        assert await talk.send("leave") == []
        assert (talk.session.match, talk.session.seats) == ("", ())
        assert "Enter a room first." in refusal(await talk.do(Draw(), seat=0), "forbidden")
        assert await talk.send("leave") == []


async def test_a_room_is_entered_with_the_codes_of_seats(tmp_path: Path):
    async with open_hall(tmp_path) as hall:
        first, second = await open_match(hall, new_terms())
        talk = SessionClient(hall)
        for codes, seats in (([], []), ([first], [0]), ([second, first], [0, 1])):
            (frame,) = await talk.send("enter", match="m", codes=codes)
            assert (frame["t"], frame["d"]["seats"], frame["v"]) == ("room", seats, 2)
        wrong = await talk.send("enter", match="m", codes=["wrong"])
        assert "not the code of a seat" in refusal(wrong, "forbidden")
        assert talk.session.match == "", "who failed to enter is nowhere"
        nowhere = await talk.send("enter", match="nowhere")
        assert "no match nowhere" in refusal(nowhere, "refused")


async def test_an_account_has_its_seats_without_a_code(tmp_path: Path):
    async with open_hall(tmp_path) as hall:
        await open_match(hall, new_terms(), seated=False)
        await (await seated(hall, 1)).do(Sit("Ann"))
        assert (await seated(hall, None)).session.seats == (1,)
        assert (await seated(hall, None, User("p2"))).session.seats == ()
        assert (await seated(hall, None, User())).session.seats == ()


async def test_an_operation_is_published_with_its_command_and_acknowledged_again(tmp_path: Path):
    async with open_hall(tmp_path) as hall:
        await open_match(hall, new_terms())
        talk = await seated(hall, 0)
        (did,) = await talk.do(Act("a1"), "x", v=2)
        assert (did["t"], did["v"], did["d"]["commands"]) == ("did", 3, ["x"])
        assert await talk.do(Act("a1"), "x", v=2) == [{"t": "ack", "v": 3, "d": {"command": "x"}}]


async def test_a_move_takes_the_short_path_and_a_refused_one_the_long_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    async with open_hall(tmp_path) as hall:
        await open_match(hall, new_terms())
        talk, other = await seated(hall, 0), await seated(hall, 1)
        monkeypatch.setattr(hall, "do", None)
        (did,) = await talk.do(Act("a1"), "x", v=2)
        assert did["d"]["commands"] == ["x"]
        monkeypatch.undo()
        assert "already" in refusal(await other.do(Act("a1"), "y", v=3), "refused")
        assert "not your seat" in refusal(await other.do(Act("b1"), "z", v=3, seat=0), "forbidden")


async def test_commands_for_a_foreign_seat_are_refused(tmp_path: Path):
    async with open_hall(tmp_path) as hall:
        await open_match(hall, new_terms())
        talk = await seated(hall, 0)
        for seat in (1, 15):
            assert "not your seat" in refusal(await talk.do(Resign(), seat=seat), "forbidden")
        watcher = await seated(hall, None)
        assert "not your seat" in refusal(await watcher.do(Resign()), "forbidden")
        assert "not your seat" in refusal(await watcher.do(Resign(), seat=0), "forbidden")
        assert len(await store.load_entries(hall.database, "m")) == 2


async def test_a_refusal_names_its_command(tmp_path: Path):
    async with open_hall(tmp_path) as hall:
        await open_match(hall, new_terms())
        talk = await seated(hall, 0)
        (bad,) = await talk.send("do", command="x", deed={"do": "fly"})
        assert (bad["d"]["code"], bad["d"]["command"]) == ("bad", "x")
        while not (answers := await talk.do(Draw(), "y")) or answers[-1]["t"] != "error":
            pass
        assert (answers[-1]["d"]["code"], answers[-1]["d"]["command"]) == ("fast", "y")
        (unnamed,) = await talk.raw(b"nonsense")
        assert "command" not in unnamed["d"]


@pytest.mark.parametrize(
    "message",
    [
        {"t": "ping", "new": 1},
        {"t": "ping", "d": {"new": 1}},
        {"t": "enter", "d": {"match": "m", "new": 1}},
        {"t": "say", "d": {"text": "hello", "new": 1}},
        {"t": "do", "d": {"command": "c", "deed": {"do": "act", "action": "a1"}, "new": 1}},
        {"t": "do", "d": {"command": "c", "deed": {"do": "act", "action": "a1", "new": 1}}},
        {"t": "do", "d": {"command": "c", "deed": {"do": "resign", "new": 1}}},
    ],
)
async def test_unknown_fields_of_a_message_are_refused(tmp_path: Path, message: dict[str, Any]):
    async with open_hall(tmp_path) as hall:
        await open_match(hall, new_terms())
        talk = await seated(hall, 0)
        assert "unknown field `new`" in refusal(await talk.raw(msgspec.json.encode(message)), "bad")
        assert len(await store.load_entries(hall.database, "m")) == 2


async def test_clients_cannot_request_a_flag(tmp_path: Path):
    async with open_hall(tmp_path) as hall:
        await open_match(hall, new_terms(control=TimeControl(5.0)))
        talk = await seated(hall, 0)
        assert "not allowed to do that" in refusal(await talk.do(Flag(), v=2), "forbidden")


async def test_a_stale_operation_is_refused_and_the_room_is_sent(tmp_path: Path):
    async with open_hall(tmp_path) as hall:
        await open_match(hall, new_terms())
        first, second = await seated(hall, 0), await seated(hall, 1)
        await first.do(Act("a1"))
        error, room = await second.do(Act("b1"), "y", v=2)
        assert (error["d"]["code"], error["d"]["command"]) == ("stale", "y")
        assert (room["t"], room["v"]) == ("room", 3)


async def test_a_database_failure_during_a_stale_command_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    async with open_hall(tmp_path) as hall:
        await open_match(hall, new_terms())
        talk = await seated(hall, 0)

        async def stale(*_: object) -> None:
            raise Stale("hall.stale")

        async def away() -> None:
            raise DatabaseUnavailable("hall.store_away", reason="test")

        monkeypatch.setattr(hall, "do", stale)
        monkeypatch.setattr(talk.session, "_show", away)
        frames = await talk.do(Draw(), "y")
        assert [frame["d"]["code"] for frame in frames] == ["stale", "away"]
        assert frames[1]["d"]["retry"] == 1.0


async def test_illegal_actions_are_refused_by_their_sentence(tmp_path: Path):
    async with open_hall(tmp_path) as hall:
        await open_match(hall, new_terms())
        first, second = await seated(hall, 0), await seated(hall, 1)
        assert refusal(await second.do(Act("a1"), "x"), "refused")
        assert refusal(await first.do(Act("z99"), "x"), "refused")
        assert "not over yet" in refusal(await first.do(Rematch(), "x"), "refused")
        await first.do(Resign(), "r")
        assert "is over" in refusal(await second.do(Act("a1"), "x"), "refused")
        assert "is over" in refusal(await second.do(Abort(), "x"), "refused")


async def test_the_next_match_is_for_the_hall_to_name(tmp_path: Path):
    async with open_hall(tmp_path) as hall:
        await open_match(hall, new_terms())
        talk = await seated(hall, 0)
        await talk.do(Resign(), "r")
        did, _ = await talk.do(Rematch("https://elsewhere.example/"), "again")
        assert did["d"]["again"] == [0]
        assert "next" not in did["d"]


async def test_names_are_plain_and_bound_to_who_sits(tmp_path: Path):
    async with open_hall(tmp_path) as hall:
        await open_match(hall, new_terms(), seated=False)
        talk = await seated(hall, 0)
        did, _ = await talk.do(Sit("A\u202enn", kind="computer", person="p9", player="uct:9h"))
        assert did["d"]["chairs"][0]["name"] == "Ann"
        async with hall.locked_room("m") as open_room:
            sit = open_room.room.occupants[0]
            assert sit
            assert (sit.name, sit.kind, sit.person, sit.player) == ("Ann", "person", "p1", "")


@pytest.mark.parametrize("name", ["\u200b", " "])
async def test_a_name_of_which_nothing_is_left_is_refused(tmp_path: Path, name: str):
    async with open_hall(tmp_path) as hall:
        await open_match(hall, new_terms(), seated=False)
        talk = await seated(hall, 0)
        assert "not a name" in refusal(await talk.do(Sit(name)), "refused")


async def test_a_name_that_grows_when_plain_can_still_be_read_again(tmp_path: Path):
    """Some characters become several when cleaned: the entry must stay loadable."""
    async with open_hall(tmp_path) as hall:
        await open_match(hall, new_terms(), seated=False)
        await (await seated(hall, 0)).do(Sit("\ufb2c" * 40))
        (entry,) = await store.load_entries(hall.database, "m")
        assert isinstance(entry.operation, Sit)
        assert len(entry.operation.name) <= 40


async def test_what_is_said_is_told_to_all_and_kept(tmp_path: Path):
    async with open_hall(tmp_path) as hall:
        await open_match(hall, new_terms())
        talk, other = await seated(hall, 0), await seated(hall, None, User())
        other.listener.clear()
        (said,) = await talk.send("say", text="good\u202e\nluck")
        assert (said["t"], said["d"]["text"], said["d"]["seat"]) == ("said", "good luck", 0)
        assert other.listener.frames() == [said]
        rows = await hall.database.read("select name, text, audience from chat")
        assert rows == [("Ann", "good luck", "room")]
        assert "Sign in" in refusal(await other.send("say", text="x"), "forbidden")
        assert "no printable characters" in refusal(
            await talk.send("say", text="\u200b"), "refused"
        )
        outside = SessionClient(hall, ANN)
        assert "Enter a room" in refusal(await outside.send("say", text="x"), "forbidden")


async def test_chat_is_rate_limited(tmp_path: Path):
    async with open_hall(tmp_path) as hall:
        await open_match(hall, new_terms())
        talk = await seated(hall, 0)
        answers = [(await talk.send("say", text=f"x{n}"))[0] for n in range(6)]
        assert [answer["t"] for answer in answers] == ["said"] * 5 + ["error"]
        assert 1.5 < answers[-1]["d"]["retry"] <= 2, "a line every two seconds"


async def test_the_chat_limit_covers_all_connections_of_a_user(tmp_path: Path):
    async with open_hall(tmp_path) as hall:
        await open_match(hall, new_terms())
        ann = User("ann", "Ann", "guest")
        answers: list[str] = []
        for number in range(6):
            talk = SessionClient(hall, ann)
            await talk.send("enter", match="m")
            answers.append((await talk.send("say", text=f"x{number}"))[-1]["t"])
        assert answers == ["said"] * 5 + ["error"]


async def test_refusals_of_hidden_things_do_not_tell_them(tmp_path: Path):
    async with open_hall(tmp_path) as hall:
        await open_match(hall, hidden())
        first, second = await seated(hall, 0), await seated(hall, 1)
        async with hall.locked_room("m") as open_room:
            match = open_room.room.match
            assert match
            text = match.game.write(match.state, match.state.actions(0)[0])
        second.listener.clear()
        await first.do(Act(text))
        for operation in (Act("nonsense"), Draw()):
            await second.session.receive(
                msgspec.json.encode(
                    {"t": "do", "d": {"command": "c", "deed": operation, "seat": 1}}
                )
            )
        assert not any(text in told for told in second.listener.texts)


# ---- floods -------------------------------------------------------------------------------------


async def test_a_flood_is_slowed_and_then_cut(tmp_path: Path):
    clock = ManualClock()
    async with open_hall(tmp_path, clock) as hall:
        talk = SessionClient(hall)
        kinds = [(await talk.send("ping"))[0]["t"] for _ in range(160)]
        assert kinds == ["pong"] * 60 + ["error"] * 100
        with pytest.raises(Flooding):
            await talk.send("ping")
        clock.time += 10
        assert (await talk.send("ping"))[0]["t"] == "pong"


# ---- everything wrong ---------------------------------------------------------------------------

VALID: list[Any] = [
    {"t": "ping"},
    {"t": "leave", "v": 3, "d": {}},
    {"t": "enter", "v": 2, "d": {"match": "m", "codes": ["code m 0"]}},
    {"t": "say", "d": {"text": "good evening"}},
    {"t": "do", "v": 2, "d": {"command": "c1", "deed": {"do": "act", "action": "a1"}, "seat": 0}},
    {"t": "do", "d": {"command": "c2", "deed": {"do": "sit", "name": "Ann", "kind": "bot"}}},
    {"t": "do", "d": {"command": "c3", "deed": {"do": "rematch", "match": "x"}}},
]
ODD: list[Any] = [
    None, True, -1, 0, 16, 10**9 + 1, 2**70, 1.5, 1e308, "", "x" * 5_000, "\u0000", "\ud800",
    [], [[]], {}, {"do": "flag"}, {"do": "act"}, {"do": ["act"]}, "do", "\u202e", "é\u200b",
]  # fmt: skip
BYTES = [b"\x00", b"\xff", b"{", b"}", b"[" * 3_000, b'"', b"\\u", b"\\ud800", b",", b":", b"1e999",
         b"-", b"null", b"\xed\xa0\x80", b"99999999999999999999", b" ", b'{"t":']  # fmt: skip


def malformed(rng: Random) -> bytes:
    """A message with something wrong in its values or in its bytes."""
    message: Any = msgspec.json.decode(msgspec.json.encode(rng.choice(VALID)))
    if rng.random() < 0.5:
        spot = message
        while isinstance(spot.get("d"), dict) and rng.random() < 0.6:
            spot = spot["d"]
        if isinstance(spot.get("deed"), dict) and rng.random() < 0.5:
            spot = spot["deed"]
        key = rng.choice([*spot, "more"])
        if rng.random() < 0.2:
            spot.pop(key, None)
        else:
            spot[key] = rng.choice(ODD)
        try:
            return msgspec.json.encode(message)
        except UnicodeEncodeError:
            return b'{"t":"\\ud800"}'
    text = bytearray(msgspec.json.encode(message))
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(text) + 1)
        text[at : at + rng.randrange(4)] = rng.choice(BYTES)
    return bytes(text)


async def test_a_hundred_thousand_malformed_messages_get_a_sentence_each(tmp_path: Path):
    """Each is answered by one refusal; none is an exception, and nothing is done."""
    wanted = 100_000 if _modes.compiled() else 5_000
    rng, refused, clock = Random(4), 0, ManualClock(tick=0.05)
    read_error = msgspec.json.Decoder(dict[str, Any]).decode
    async with open_hall(tmp_path, clock) as hall:
        await open_match(hall, new_terms())
        talk = await seated(hall, 0)
        told = talk.listener.texts
        while refused < wanted:
            text = malformed(rng)
            try:
                messages.read(text)
            except (msgspec.MsgspecError, UnicodeError, RecursionError):
                refused += 1
            else:
                continue  # still a good message
            told.clear()
            await talk.session.receive(text if rng.random() < 0.9 else _as_text(text))
            assert len(told) == 1, text
            error = read_error(told[0])
            assert error["t"] == "error", text
            assert error["d"]["code"] == "bad", text
            assert 0 < len(error["d"]["text"]) < 400, text
            assert error["d"]["text"].isprintable(), text
        assert len(await store.load_entries(hall.database, "m")) == 2


def _as_text(text: bytes) -> str:
    """As a client sends text that is not UTF-8: with a lone surrogate in it."""
    return text.decode("utf-8", "surrogateescape")


async def test_well_formed_nonsense_is_answered_too(tmp_path: Path):
    """What can be read but means nothing here: a sentence, or what was asked for."""
    rng, clock = Random(5), ManualClock(tick=0.05)
    async with open_hall(tmp_path, clock) as hall:
        await open_match(hall, new_terms())
        talk = await seated(hall, 0)
        count = 0
        while count < 2_000:
            text = malformed(rng)
            try:
                letter, _ = messages.read(text)
            except (msgspec.MsgspecError, UnicodeError, RecursionError):
                continue
            count += 1
            frames = await talk.raw(text)
            assert frames or letter.t == "leave", text


def test_every_message_of_the_wire_is_understood_by_the_session():
    """A new message needs a policy, and a way to be answered."""
    assert set(messages.REQUESTS) == {"enter", "leave", "do", "say", "watch", "preview", "ping"}
    assert {"enter", "leave", "say", "watch", "preview", "ping"} <= set(POLICIES)
