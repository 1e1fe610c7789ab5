"""docs/wire.md is true: its examples are messages of the hall, and none is missing."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest

from parlour.hall import deeds, wire
from parlour.hall.api.playing import Wish
from parlour.hall.api.problems import Problem

PAGE = (Path(__file__).parents[2] / "docs" / "wire.md").read_text("utf-8")
BLOCKS = re.findall(r"^```json ([\w-]+)(?: (\w+))?\n(.*?)^```$", PAGE, re.M | re.S)


def examples(kind: str) -> list[tuple[str, str]]:
    return [(what, line) for k, what, text in BLOCKS if k == kind for line in text.splitlines()]


def test_the_hall_reads_every_example_and_there_is_one_of_each():
    read = [wire.read(line) for _, line in examples("to-hall")]
    assert {letter.t for letter, _ in read} == set(wire.REQUESTS)
    done = {type(message.deed) for _, message in read if isinstance(message, wire.Do)}
    assert done == set(deeds.Deed.__args__) - {deeds.Flag}, "only the hall lets a flag fall"


@pytest.mark.parametrize(("kind", "line"), examples("from-hall"))
def test_the_hall_might_send_this(kind: str, line: str):
    types = {"Chairs": tuple[wire.Chair, ...], "Pong": dict[str, str]}
    data = json.loads(line)["d"]
    read = msgspec.json.decode(json.dumps(data), type=types.get(kind) or getattr(wire, kind))
    assert json.loads(msgspec.json.encode(read)) == data


def test_every_kind_of_message_is_on_the_page():
    source = "".join(path.read_text("utf-8") for path in Path(wire.__file__).parent.glob("*.py"))
    sent = set(re.findall(r'\bframe\(\s*"(\w+)"', source))
    assert sent == {json.loads(line)["t"] for _, line in examples("from-hall")}


def test_the_examples_over_http():
    ((_, deed),), ((_, problem),) = examples("deed"), examples("problem")
    assert msgspec.json.decode(deed, type=Wish).known == 2
    assert msgspec.json.decode(problem, type=Problem).status == 403
