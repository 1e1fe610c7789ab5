"""Lines in and out while things happen."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from parlour.terminal.lines.console import StandardConsole
from parlour.terminal.online.lines.async_console import PROMPT, AsyncConsole


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
    standard, editor = StandardConsole(), Editor()
    standard.on_screen, standard.editor = True, editor
    console = AsyncConsole(standard)
    monkeypatch.setattr(console, "_read", lambda _loop: None)  # has not begun yet
    console.line()
    console.say("news")
    assert PROMPT not in capsys.readouterr().out
    editor.prompted()
    console.say("more news")
    assert capsys.readouterr().out.endswith(f"more news\n{PROMPT}a1")
    console.consume()
    console.line()
    console.say("late news")
    assert PROMPT not in capsys.readouterr().out
