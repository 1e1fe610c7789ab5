"""A client of an earlier version is answered as it was then, field by field."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.sync.client import ClientConnection, connect

from parlour.wire.http_types import Admitted, NewMatch
from tests import ROOT
from tests.hall.running import RunningHall

CONVERSATION = ROOT / "tests/data/hall/conversation.jsonl"
QUIET = 5.0
"""Seconds within which every recorded answer has to come."""


def plain(value: Any) -> Any:
    """Without what differs each time: moments, and the ids in the names of guests."""
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items() if name not in ("at", "next")}
    if isinstance(value, list):
        return [plain(part) for part in value]
    return re.sub(r"\(guest [\w-]+\)", "(guest)", value) if isinstance(value, str) else value


def includes(sent: Any, recorded: Any, where: str = "") -> bool:
    """Is everything that was recorded still sent? There may be new fields, which clients skip, but
    not in events: as parts of records they have a fixed form, and clients refuse others."""
    if isinstance(sent, dict) and isinstance(recorded, dict) and where != "events":
        return recorded.keys() <= sent.keys() and all(
            includes(sent[name], value, name) for name, value in recorded.items()
        )
    if isinstance(sent, list) and isinstance(recorded, list) and len(sent) == len(recorded):
        return all(includes(*pair, where) for pair in zip(sent, recorded, strict=True))
    return sent == recorded


class Moves:
    """The lists of moves that one client builds from what was recorded and from what is sent."""

    def __init__(self) -> None:
        self.recorded: list[Any] = []
        self.sent: list[Any] = []

    def compare(self, sent: Any, recorded: Any) -> bool:
        """Do both messages lead to the same list? One that has not changed is not sent again, so
        the lists are taken out of the messages."""
        for frame, moves in ((sent, self.sent), (recorded, self.recorded)):
            news = frame["d"].get("news", frame["d"]) if frame["t"] in ("room", "did") else {}
            if (told := news.pop("moves", None)) is not None:
                moves[told["at"] :] = told["events"]
        return self.sent == self.recorded


def steps() -> list[dict[str, Any]]:
    return [msgspec.json.decode(line) for line in CONVERSATION.read_bytes().splitlines()]


@pytest.fixture
def running_hall(tmp_path: Path) -> Iterator[RunningHall]:
    with RunningHall(tmp_path) as hall:
        yield hall


def test_an_old_client_gets_the_answers_that_were_recorded(running_hall: RunningHall):
    http = running_hall.http_client()
    account = {"name": "Ann", "password": "a long enough password"}
    http.token = http._request(Admitted, "POST", "/api/accounts", account).token
    tokens = {"first": http.token}
    made = http.create(NewMatch("brique", {"size": 3, "pie": False}, ("link", "link")))
    http.token = ""
    tokens["second"] = http.sign_in_as_guest("Guest Bob").token
    names = {"{match}": made.match}
    names |= {f"{{code{place.seat}}}": place.code for place in made.seats if place.code}
    sockets: dict[str, ClientConnection] = {}
    moves: defaultdict[str, Moves] = defaultdict(Moves)

    def fill_in(frame: Any, *, back: bool = False) -> Any:
        text = msgspec.json.encode(frame).decode()
        for name, value in names.items():
            text = text.replace(value, name) if back else text.replace(name, value)
        return msgspec.json.decode(text)

    with ExitStack() as closing:
        for step in steps():
            client = step["client"]
            if "received" in step:
                frame = fill_in(msgspec.json.decode(sockets[client].recv(timeout=QUIET)), back=True)
                assert moves[client].compare(frame, step["received"]), step
                assert includes(plain(frame), plain(step["received"])), step
            elif "sent" in step:
                sockets[client].send(msgspec.json.encode(fill_in(step["sent"])).decode())
            else:
                headers = {"Authorization": f"Bearer {tokens[client]}"}
                url = f"ws://127.0.0.1:{running_hall.port}/socket"
                sockets[client] = closing.enter_context(
                    connect(url, additional_headers=headers, compression=None)
                )


@pytest.mark.parametrize(
    ("sent", "fits"),
    [
        ({"t": "did", "d": {"status": "over", "events": [{"seat": 0}]}}, True),
        ({"t": "did", "d": {"status": "over", "events": [{"seat": 0}], "new": 1}}, True),
        ({"t": "did", "d": {"status": "over", "events": [{"seat": 0, "new": 1}]}}, False),
        ({"t": "did", "d": {"status": "open", "events": [{"seat": 0}]}}, False),
        ({"t": "did", "d": {"events": [{"seat": 0}]}}, False),
        ({"t": "did", "d": {"status": "over", "events": []}}, False),
    ],
)
def test_new_fields_fit_and_changed_or_missing_ones_do_not(sent: Any, fits: bool):
    recorded = {"t": "did", "d": {"status": "over", "events": [{"seat": 0}]}}
    assert includes(sent, recorded) == fits
