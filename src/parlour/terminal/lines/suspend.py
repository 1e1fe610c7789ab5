"""Ctrl-Z and `fg` at a prompt: the shell had the terminal meanwhile."""

from __future__ import annotations

import signal
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from importlib import import_module
from threading import current_thread, main_thread
from typing import Any


@contextmanager
def redrawn_after_a_pause(prompt: str, editor: Any) -> Generator[None, None, None]:
    """While this is entered, a process that goes on after a pause shows its prompt and what was
    typed once more, with the terminal in the mode in which the editor of the line left it."""
    if editor is None or not hasattr(signal, "SIGCONT") or current_thread() is not main_thread():
        yield
        return
    termios = import_module("termios")
    modes: list[Any] = []

    def remember() -> None:
        """When the editor begins."""
        with suppress(termios.error, ValueError):
            modes[:] = termios.tcgetattr(sys.stdin.fileno())

    def go_on(*_signal: object) -> None:
        with suppress(termios.error, ValueError):
            if modes:
                termios.tcsetattr(sys.stdin.fileno(), termios.TCSANOW, modes)
        sys.stdout.write(f"\r{prompt}{editor.get_line_buffer()}")
        sys.stdout.flush()

    editor.set_pre_input_hook(remember)
    before = signal.signal(signal.SIGCONT, go_on)
    try:
        yield
    finally:
        signal.signal(signal.SIGCONT, before)
        editor.set_pre_input_hook(None)
