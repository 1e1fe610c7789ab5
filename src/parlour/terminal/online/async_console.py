"""Lines in and out while things happen: what is heard is shown above the line being typed.

Lines are read in a thread, one whenever one is wanted. On a screen one is always wanted; in a pipe
only when something is asked, so that a file of answers goes where it should.
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
    """A console inside a loop."""

    def __init__(self, console: StandardConsole) -> None:
        self._console = console
        self.on_screen = console.on_screen
        self.waiting: asyncio.Future[str | None] | None = None  # for a line
        self._modes: Any = None  # of the terminal, before anybody edited a line on it
        self._prompted = threading.Event()  # does the prompt of that line stand on the screen?
        if console.editor:
            console.editor.set_pre_input_hook(self._prompted.set)

    def say(self, text: str = "", tone: str = "") -> None:
        """A line or several; what is being typed stays below them."""
        typing = self.on_screen and self.waiting is not None and self._prompted.is_set()
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
        """The next line, or None at the end of the input; the same one until it has come."""
        if self.waiting is None:
            loop = asyncio.get_running_loop()
            self.waiting = loop.create_future()
            self._remember_modes()
            self._prompted.clear()
            if not self._console.editor:  # nobody tells when it stands there
                self._prompted.set()
            reader = threading.Thread(target=self._read, args=(loop,), daemon=True)
            reader.start()
        return self.waiting

    def taken(self) -> None:
        """The line was read; another one may be wanted."""
        self.waiting = None

    def _remember_modes(self) -> None:
        if self.on_screen and self._modes is None:
            with suppress(ImportError, OSError):
                termios = import_module("termios")
                self._modes = termios.tcgetattr(sys.stdin.fileno())

    def close(self) -> None:
        """Leave the terminal as it was, also while a line is being edited."""
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
            loop.call_soon_threadsafe(self._give, line)
        except RuntimeError:  # the loop is gone, and with it who wanted to know
            return

    def _give(self, line: str | None) -> None:
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_result(line)
