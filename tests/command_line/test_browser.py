"""A browser opens only where somebody sees it."""

from __future__ import annotations

import webbrowser
from types import SimpleNamespace

import pytest

from parlour.command_line import browser
from parlour.command_line.browser import REMOTE, has_display, open_browser

ADDRESS = "http://127.0.0.1:8722"
DESK = {"DISPLAY": ":0"}


class Desk:
    """A terminal at a display, and what a browser was asked to open there."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.opened: list[str] = []
        self.streams = {name: SimpleNamespace(isatty=lambda: True) for name in ("stdin", "stdout")}
        monkeypatch.setattr(browser, "sys", SimpleNamespace(platform="linux", **self.streams))
        monkeypatch.setattr(browser, "os", SimpleNamespace(environ=DESK))
        monkeypatch.setattr(webbrowser, "open", self.open)

    def open(self, address: str) -> bool:
        self.opened.append(address)
        return True


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Desk:
    return Desk(monkeypatch)


def test_at_a_desk_it_opens(desk: Desk):
    assert open_browser(ADDRESS)
    assert desk.opened == [ADDRESS]


@pytest.mark.parametrize("stream", ["stdin", "stdout"])
def test_in_a_pipe_it_does_not(desk: Desk, stream: str):
    desk.streams[stream].isatty = lambda: False
    assert not open_browser(ADDRESS)
    assert desk.opened == []


@pytest.mark.parametrize("error", [webbrowser.Error("none"), OSError(2, "gone")])
def test_a_browser_that_does_not_start_is_none(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, error: Exception
):
    def fail(_: str) -> bool:
        raise error

    monkeypatch.setattr(webbrowser, "open", fail)
    assert not open_browser(ADDRESS)


@pytest.mark.parametrize(
    ("environment", "platform", "expected"),
    [
        (DESK, "linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True),
        ({}, "linux", False),
        ({"DISPLAY": ""}, "linux", False),
        ({}, "darwin", True),
        ({}, "win32", True),
        *((DESK | {name: "1"}, "linux", False) for name in REMOTE),
        ({"SSH_CONNECTION": "1"}, "darwin", False),
    ],
)
def test_a_display_is_one_in_front_of_somebody(
    environment: dict[str, str], platform: str, expected: bool
):
    assert has_display(environment, platform) is expected
