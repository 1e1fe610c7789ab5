"""A console in an event loop: what is said appears above the line that is being typed.

A thread reads one line at a time, whenever one is wanted. On a screen one is always wanted; in a
pipe only as the answer to a question, so that each line of a file answers the question it is for.
"""

from __future__ import annotations

import asyncio
import sys
import threading
from contextlib import suppress
from importlib import import_module
from typing import Any

import click

from parlour.terminal.lines.console import LONGEST, StandardConsole, read_line

PROMPT = "> "


class AsyncConsole:
    """The standard console, without blocking."""

    def __init__(self, console: StandardConsole) -> None:
        self._console = console
        self.on_screen = console.on_screen
        self.pending: asyncio.Future[str | None] | None = None  # the next line
        self._modes: Any = None  # of the terminal, before anybody edited a line on it
        self._prompted = threading.Event()  # is the prompt of the pending line on the screen?
        if console.editor:
            console.editor.set_pre_input_hook(self._prompted.set)

    def say(self, text: str = "", tone: str = "") -> None:
        """Write lines; the line that is being typed stays below them."""
        typing = self.on_screen and self.pending is not None and self._prompted.is_set()
        if typing:
            click.echo("\r\033[K", nl=False)
        self._console.say(text, tone)
        if typing:
            click.echo(PROMPT + self._typed(), nl=False)
            sys.stdout.flush()

    def page(self, markdown: str) -> None:
        self.say(markdown)

    def _typed(self) -> str:
        editor: Any = self._console.editor
        return editor.get_line_buffer() if editor else ""

    def line(self) -> asyncio.Future[str | None]:
        """The next line, or None at the end of the input. The same future until `consume`."""
        if self.pending is None:
            loop = asyncio.get_running_loop()
            self.pending = loop.create_future()
            self._save_modes()
            self._prompted.clear()
            if not self._console.editor:  # nothing reports when the prompt appears
                self._prompted.set()
            reader = threading.Thread(target=self._read, args=(loop,), daemon=True)
            reader.start()
        return self.pending

    def consume(self) -> None:
        """The pending line has been used; `line` reads another one."""
        self.pending = None

    def _save_modes(self) -> None:
        if self.on_screen and self._modes is None:
            with suppress(ImportError, OSError):
                termios = import_module("termios")
                self._modes = termios.tcgetattr(sys.stdin.fileno())

    def close(self) -> None:
        """Restore the terminal, also while a line is being edited."""
        if self._modes is not None:
            termios = import_module("termios")
            with suppress(OSError, termios.error):
                termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, self._modes)

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        try:
            line = input(PROMPT)[:LONGEST] if self.on_screen else read_line()
        except (EOFError, OSError, ValueError):
            line = None
        try:
            loop.call_soon_threadsafe(self._resolve, line)
        except RuntimeError:  # the loop has been closed, and nobody waits for the line
            return

    def _resolve(self, line: str | None) -> None:
        if self.pending is not None and not self.pending.done():
            self.pending.set_result(line)
