"""A line that is written over."""

from __future__ import annotations

import sys

import pytest

from parlour.command_line import progress
from parlour.command_line.progress import ProgressLine


def test_a_text_is_written_over_the_one_before_and_cleared_at_the_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    now = 100.0
    monkeypatch.setattr(progress, "monotonic", lambda: now)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    line = ProgressLine()
    line.show("at once")  # what ends in a blink need not flicker
    now += 1
    line.show("10 of 20")
    line.show("11 of 20")  # nobody reads so fast
    now += 1
    line.show("9 left")
    line.clear()
    assert capsys.readouterr().err == "\r10 of 20\x1b[K\r9 left\x1b[K\r\x1b[K"


def test_without_a_terminal_nothing_is_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(progress, "EVERY", 0.0)
    line = ProgressLine()
    line.show("10 of 20")
    line.clear()
    assert capsys.readouterr().err == ""
