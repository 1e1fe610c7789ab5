"""Lines in and out while things happen."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from parlour.terminal.lines.console import StandardConsole
from parlour.terminal.online.async_console import PROMPT, AsyncConsole


class Editor:
    """As much of readline as is asked for."""

    def __init__(self) -> None:
        self.prompted: Callable[[], None] = lambda: None

    def set_pre_input_hook(self, hook: Callable[[], None]) -> None:
        self.prompted = hook

    def get_line_buffer(self) -> str:
        return "a1"


async def test_the_prompt_is_written_again_only_where_it_stood(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    console, editor = StandardConsole(), Editor()
    console.on_screen, console.editor = True, editor
    lines = AsyncConsole(console)
    monkeypatch.setattr(lines, "_read", lambda _loop: None)  # has not begun yet
    lines.line()
    lines.say("news")
    assert PROMPT not in capsys.readouterr().out
    editor.prompted()
    lines.say("more news")
    assert capsys.readouterr().out.endswith(f"more news\n{PROMPT}a1")
    lines.taken()
    lines.line()
    lines.say("late news")
    assert PROMPT not in capsys.readouterr().out
