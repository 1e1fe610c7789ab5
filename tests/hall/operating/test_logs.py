"""The log: JSON for programs, sentences for somebody at a terminal."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator

import pytest
import structlog

from parlour.hall.operating import logs


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def restored() -> Iterator[None]:
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    yield
    root.handlers[:] = before
    root.setLevel(level)
    structlog.reset_defaults()


def logged(stream: io.StringIO) -> list[str]:
    """What these events look like there, without the time."""
    logs.set_up(stream)
    log = structlog.get_logger("parlour.hall")
    log.info("open", address="http://127.0.0.1:8722", version="1")
    log.info("closing", count=3, secret="hush")
    log.warning("the database is away", cause="no route")
    return stream.getvalue().splitlines()


def test_at_a_terminal_the_log_is_made_of_sentences(capfd: pytest.CaptureFixture[str]):
    lines = logged(Terminal())
    assert capfd.readouterr().err == ""
    assert [line[9:] for line in lines] == [
        "Closing (count: 3).",
        "Warning: The database is away (cause: no route).",
    ]
    assert all(line[2] == line[5] == ":" for line in lines)


def test_elsewhere_it_is_json():
    lines = [json.loads(line) for line in logged(io.StringIO())]
    assert [line["event"] for line in lines] == ["open", "closing", "the database is away"]
    assert "hush" not in str(lines)
