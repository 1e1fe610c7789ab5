"""The terminal as two functions: `say` a line, `ask` for one. No typing can break it."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Protocol

import click

LONGEST = 4_000
"""What is typed beyond this many characters in a line is not even kept."""


class Console(Protocol):
    """Where a dialogue happens."""

    def say(self, text: str = "") -> None: ...

    def ask(self, prompt: str) -> str | None:
        """One line that was typed, or None at the end of the input."""
        ...

    def wipe(self) -> None:
        """Make what was said and typed so far unseen, where that is possible."""
        ...


class StandardConsole:
    """Standard input and output. On a screen, lines can be edited; in a pipe they are just read."""

    def __init__(self) -> None:
        for stream in (sys.stdin, sys.stdout):
            reconfigure = getattr(stream, "reconfigure", None)
            if reconfigure:  # bytes that are no text must not stop the dialogue
                reconfigure(errors="replace")
        self.on_screen = sys.stdin.isatty() and sys.stdout.isatty()
        if self.on_screen:
            import_module("readline")  # gives `input` its editing and history

    def say(self, text: str = "") -> None:
        click.echo(text)

    def ask(self, prompt: str) -> str | None:
        if self.on_screen:
            try:
                return input(f"{prompt} ")
            except EOFError:
                click.echo()
                return None
        click.echo(prompt, nl=False)
        click.echo(" ", nl=False)
        line = read_line()
        click.echo()
        return line

    def wipe(self) -> None:
        if self.on_screen:
            click.clear()


def read_line() -> str | None:
    """The next line of standard input without its end; of an endless one, only the beginning."""
    line = sys.stdin.readline(LONGEST + 1)
    if not line:
        return None
    rest = line
    while rest and not rest.endswith("\n"):
        rest = sys.stdin.readline(65_536)
        if rest and len(line) <= LONGEST:
            line += rest[: LONGEST + 1 - len(line)]
    return line.rstrip("\r\n")
