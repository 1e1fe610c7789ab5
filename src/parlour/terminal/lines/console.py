"""A console: `say` lines, `ask` for one, show a `page`, show that a computer is `working`. No input
can break it."""

from __future__ import annotations

import os
import sys
from contextlib import AbstractContextManager, nullcontext, suppress
from importlib import import_module
from shutil import get_terminal_size
from textwrap import fill
from typing import Any, Protocol

import click

from parlour.table.sentences import Sentence
from parlour.terminal.lines.pager import show_page
from parlour.terminal.lines.suspend import redrawn_when_continued
from parlour.terminal.lines.thinking_line import ThinkingLine

TONES: dict[str, dict[str, Any]] = {"turn": {"bold": True}, "wrong": {"fg": "red"}, "drawn": {}}

LONGEST = 4_000
"""Characters that are read of a line; the rest is dropped."""

TYPED = 12
"""Columns after a prompt for the answer."""

COMMAND = "parlour "
"""The start of a command that people copy into a shell; such a line is never broken."""

LEAVING = ("quit", "exit", "q")
"""The words that leave, at every prompt."""


class Console(Protocol):
    """Where a dialogue takes place."""

    on_screen: bool
    """Is this a terminal with a person, and not a pipe?"""

    def say(self, text: str = "", tone: str = "") -> None:
        """Write lines, wrapped between words on a screen. The tone `turn` or `wrong` gives them a
        style; a text with the tone `drawn` is not wrapped."""
        ...

    def ask(self, prompt: str) -> str | None:
        """The next line, or None at the end of the input."""
        ...

    def wipe(self) -> None:
        """Erase everything written and typed so far, where that is possible."""
        ...

    def page(self, markdown: str) -> None:
        """Show a long text."""
        ...

    def working(self, player: str) -> AbstractContextManager[None]:
        """While a player thinks, show that on a screen; never in a pipe."""
        ...


class StandardConsole:
    """Standard input and output; on a screen with line editing."""

    def __init__(self) -> None:
        for stream in (sys.stdin, sys.stdout):
            reconfigure = getattr(stream, "reconfigure", None)
            if reconfigure:  # invalid bytes must not end the dialogue
                reconfigure(errors="replace")
        # A stream that was closed before we started is None.
        self.on_screen = all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout))
        self.in_colour = self.on_screen and not os.environ.get("NO_COLOR")
        self.editor: Any = None
        if self.on_screen:
            with suppress(ImportError):
                self.editor = import_module("readline")  # gives `input` its editing and history

    def say(self, text: str = "", tone: str = "") -> None:
        if self.on_screen and tone != "drawn":
            text = between_words(text)
        click.echo(click.style(text, **TONES[tone]) if self.in_colour and tone else text)

    def ask(self, prompt: str) -> str | None:
        if self.on_screen:
            *above, last = between_words(prompt, TYPED).split("\n")
            for line in above:
                click.echo(line)
            try:
                with redrawn_when_continued(f"{last} ", self.editor):
                    return input(f"{last} ")
            except EOFError:
                click.echo()
                return None
        click.echo(prompt, nl=False)
        click.echo(" ", nl=False)
        line = read_line()
        click.echo()
        return line

    def wipe(self) -> None:
        if self.editor:
            self.editor.clear_history()  # or the next person finds it with the arrow keys
        if self.on_screen:
            click.clear()
            click.echo("\033[3J", nl=False)  # and the scrollback

    def page(self, markdown: str) -> None:
        show_page(markdown, self.on_screen)

    def working(self, player: str) -> AbstractContextManager[None]:
        return ThinkingLine(player) if self.on_screen else nullcontext()


def between_words(text: str, spare: int = 0) -> str:
    """A text wrapped between words, with some columns to spare: the terminal itself would break it
    inside words. File names and commands stay whole, to be copied."""
    width = max(20, get_terminal_size().columns - spare)
    return "\n".join(_wrapped_line(line, width) for line in text.split("\n"))


def _wrapped_line(line: str, width: int) -> str:
    if len(line) <= width or line.lstrip().startswith(COMMAND):
        return line
    before, colon, command = line.partition(f": {COMMAND}")
    if colon:
        return f"{_wrapped_line(f'{before}:', width)}\n{COMMAND}{command}"
    return fill(line, width, break_long_words=False, break_on_hyphens=False)


def read_line() -> str | None:
    """The next line of standard input without its end; a very long line is cut off."""
    try:
        line = rest = sys.stdin.readline(LONGEST + 1) if sys.stdin else ""
        while rest and not rest.endswith("\n"):
            rest = sys.stdin.readline(65_536)
    except OSError:  # a terminal that is gone
        return None
    return line.rstrip("\r\n") if line else None


def ask_yes_no(console: Console, question: Sentence) -> bool | None:
    """Ask until the answer is yes or no; None at the end of the input, or to leave."""
    answers: dict[str, bool | None] = {"yes": True, "y": True, "no": False, "n": False}
    answers |= dict.fromkeys(LEAVING)
    while (answer := console.ask(str(question))) is not None:
        if answer.strip().lower() in answers:
            return answers[answer.strip().lower()]
        console.say(str(Sentence("terminal.yes_or_no")), "wrong")
    return None
