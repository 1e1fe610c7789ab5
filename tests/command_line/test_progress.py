"""A line that is written over."""

from __future__ import annotations

import sys

import pytest

from parlour.command_line import progress_line
from parlour.command_line.progress import RunningLine


def test_a_text_is_written_over_the_one_before_and_cleared_at_the_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    now = 100.0
    monkeypatch.setattr(progress_line, "monotonic", lambda: now)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    line = RunningLine()
    line.show("at once")  # what ends in a blink need not flicker
    now += 1
    line.show("10 of 20")
    line.show("11 of 20")  # nobody reads so fast
    now += 1
    line.show("9 left")
    line.clear()
    assert capsys.readouterr().err == "\r10 of 20\x1b[K\r9 left\x1b[K\r\x1b[K"


def test_where_nobody_looks_nothing_is_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(progress_line, "EVERY", 0.0)
    line = RunningLine()
    line.show("10 of 20")
    line.clear()
    assert capsys.readouterr().err == ""
