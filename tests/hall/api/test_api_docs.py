"""docs/wire.md is true: its examples are messages of the hall, and none is missing."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

import parlour.hall
from parlour.hall import pages
from parlour.hall.api.playing import OperationRequest
from parlour.hall.api.problems import Problem
from parlour.hall.connections import frames, session, socket
from parlour.wire import messages, operations
from tests import ROOT
from tests.hall.api.asgi import make_services

DOCS = ROOT / "docs"
PAGE = (DOCS / "wire.md").read_text("utf-8")
BLOCKS = re.findall(r"^```json ([\w-]+)(?: (\w+))?\n(.*?)^```$", PAGE, re.M | re.S)


def examples(kind: str) -> list[tuple[str, str]]:
    return [(what, line) for k, what, text in BLOCKS if k == kind for line in text.splitlines()]


def test_the_hall_reads_every_example_and_there_is_one_of_each():
    read = [messages.read(line) for _, line in examples("to-hall")]
    assert {letter.t for letter, _ in read} == set(messages.REQUESTS)
    done = {type(message.operation) for _, message in read if isinstance(message, messages.Do)}
    assert done == set(operations.Operation.__args__) - {operations.Flag}, (
        "only the hall lets a flag fall"
    )


@pytest.mark.parametrize(("kind", "line"), examples("from-hall"))
def test_every_documented_message_is_one_the_hall_could_send(kind: str, line: str):
    types = {"Chairs": tuple[messages.SeatInfo, ...], "Pong": dict[str, str]}
    data = json.loads(line)["d"]
    read = msgspec.json.decode(json.dumps(data), type=types.get(kind) or getattr(messages, kind))
    assert json.loads(msgspec.json.encode(read)) == data


def test_every_kind_of_message_is_on_the_page():
    source = "".join(
        path.read_text("utf-8") for path in Path(parlour.hall.__file__).parent.rglob("*.py")
    )
    sent = set(re.findall(r'\bframe\(\s*"(\w+)"', source))
    assert sent == {json.loads(line)["t"] for _, line in examples("from-hall")}


def test_the_examples_over_http():
    ((_, operation),), ((_, problem),) = examples("deed"), examples("problem")
    assert msgspec.json.decode(operation, type=OperationRequest).last_seen == 2
    assert msgspec.json.decode(problem, type=Problem).status == 403


# ---- codes, fields, routes: what is on the page is in the code, and the reverse -----------------


def source(module: Any) -> str:
    return Path(module.__file__).read_text("utf-8")


def test_every_close_code_is_on_the_page_and_no_other():
    closing = set(re.findall(r"(?:\.close|BadFrame)\((\w+)\)", source(socket) + source(frames)))
    names = {name for name in closing if name.isupper()}
    codes = {getattr(socket, name, None) or getattr(frames, name) for name in names}
    rows = re.findall(r"^\| ([0-9, ]+) \| ", PAGE, re.M)
    assert {int(code) for row in rows for code in row.split(", ")} == codes


def test_every_code_of_an_error_is_on_the_page_and_no_other():
    sent = set(re.findall(r'_refuse\([^\n]*, "(\w+)"', source(session)))
    (told,) = re.findall(r"`code` is (.*?)\n\n", PAGE, re.S)
    assert set(re.findall(r"`(\w+)`", told)) - {"room", "retry", "command"} == sent


def test_every_answer_to_an_opening_request_is_on_the_page_and_no_other():
    sent = set(re.findall(r'_refusal\(b"(\d{3}) ', source(socket)))
    (told,) = re.findall(r"refused opening request is answered over\s+HTTP:(.*?)\n\n", PAGE, re.S)
    assert set(re.findall(r"\b\d{3}\b", told)) == sent


def test_every_field_of_a_message_is_on_the_page():
    named = set(re.findall(r'"(\w+)":', PAGE)) | set(re.findall(r"`(\w+)`", PAGE))
    missing = {
        f"{name}.{field}"
        for name, kind in vars(messages).items()
        if isinstance(kind, type)
        and issubclass(kind, msgspec.Struct)
        and kind.__module__ == messages.__name__
        for field in kind.__struct_encode_fields__
        if field not in named
    }
    assert missing == set()


def without_names(path: str) -> str:
    """A route without what its values are called, nor what may be asked of it."""
    return re.sub(r"\{[^}]*\}", "{}", path.partition("?")[0])


async def test_every_route_is_on_a_page_and_no_other(tmp_path: Path):
    texts = [(DOCS / f"{name}.md").read_text("utf-8") for name in ("wire", "bots")]
    found = re.findall(r"`(GET|POST|DELETE) (/[^`]*)`", "".join(texts))
    told = {(method, without_names(path)) for method, path in found}
    async with make_services(tmp_path) as (_, app):
        routes = {
            (method, without_names(route.path))
            for route in app._http.routes
            for handler in route.route_handlers
            for method in handler.http_methods - {"OPTIONS", "HEAD"}
        }
    elsewhere = {"/healthz", "/readyz", "/metrics"}  # for operators, and for browsers:
    elsewhere |= {without_names(path) for handler in pages.ROUTES for path in handler.paths}
    routes = {(m, p) for m, p in routes if p not in elsewhere and not p.startswith("/api/schema/")}
    assert told == routes
