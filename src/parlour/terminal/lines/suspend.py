"""Ctrl-Z and `fg` at a prompt: the shell has used the terminal in between."""

from __future__ import annotations

import signal
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from importlib import import_module
from threading import current_thread, main_thread
from typing import Any


@contextmanager
def redrawn_when_continued(prompt: str, editor: Any) -> Generator[None, None, None]:
    """While this is entered, a process that is continued writes its prompt and the typed text
    again, and restores the terminal mode of the line editor."""
    if editor is None or not hasattr(signal, "SIGCONT") or current_thread() is not main_thread():
        yield
        return
    termios = import_module("termios")
    modes: list[Any] = []

    def save_modes() -> None:
        """The mode as the line editor has set it."""
        with suppress(termios.error, ValueError):
            modes[:] = termios.tcgetattr(sys.stdin.fileno())

    def redraw(*_signal: object) -> None:
        with suppress(termios.error, ValueError):
            if modes:
                termios.tcsetattr(sys.stdin.fileno(), termios.TCSANOW, modes)
        sys.stdout.write(f"\r{prompt}{editor.get_line_buffer()}")
        sys.stdout.flush()

    editor.set_pre_input_hook(save_modes)
    before = signal.signal(signal.SIGCONT, redraw)
    try:
        yield
    finally:
        signal.signal(signal.SIGCONT, before)
        editor.set_pre_input_hook(None)
