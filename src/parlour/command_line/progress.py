"""Progress of long work: a line that is rewritten in place, or a bar. Both only on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import AbstractContextManager, contextmanager
from shutil import get_terminal_size
from time import monotonic
from typing import Protocol, TextIO

import click

EVERY = 0.1  # seconds between two texts; nobody reads faster
PLAIN_LINES = 20  # of a bar that is not on a terminal, over the whole work
BAR_WIDTH = 20


class ProgressLine:
    """A line that each new text replaces. Nothing is written if the stream is no terminal."""

    def __init__(self, stream: TextIO | None = None, blanks: bool = False) -> None:
        """Standard error by default. With `blanks`, a text is erased without escape sequences."""
        self.stream = stream or sys.stderr
        self.on_terminal = self.stream.isatty()
        self.blanks = blanks
        self.width = 0  # of the text on the terminal
        self.shown_at = monotonic()

    def show(self, text: str) -> None:
        """Replace the text, unless the last one is only just there."""
        if self.on_terminal and monotonic() - self.shown_at >= EVERY:
            self.shown_at = monotonic()
            self._write(text[: get_terminal_size().columns - 1])

    def clear(self) -> None:
        """Leave an empty line."""
        if self.on_terminal and (self.width or not self.blanks):
            self._write("")

    def _write(self, text: str) -> None:
        rest = "\x1b[K"
        if self.blanks:
            rest = " " * (self.width - len(text)) + ("" if text else "\r")
        click.echo(f"\r{text}{rest}", file=self.stream, nl=False)
        self.width = len(text)


def text_bar(done: int, total: int) -> str:
    """`[########............]  41%`"""
    share = min(1.0, done / total)
    return f"[{'#' * int(BAR_WIDTH * share):.<{BAR_WIDTH}}] {share:4.0%}"


class ProgressBar(Protocol):
    """What `progress_bar` gives."""

    def show(self, done: int) -> None:
        """Show how much is done."""
        ...

    def note(self, line: str) -> None:
        """Write a line that stays."""
        ...


def progress_bar(
    total: int, done: int, describe: Callable[[], str], below: Callable[[], list[str]] | None = None
) -> AbstractContextManager[ProgressBar]:
    """A bar with a description on standard error; off a terminal, a plain line now and then.

    On a terminal, `below` gives lines that are kept up to date under the bar."""
    if sys.stderr.isatty():
        return _rich_bar(total, describe, below)
    return _plain_lines(total, done, describe)


@contextmanager
def _rich_bar(
    total: int, describe: Callable[[], str], below: Callable[[], list[str]] | None
) -> Generator[ProgressBar]:
    from rich.console import Console, RenderableType
    from rich.markup import escape
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as TimeColumn
    from rich.text import Text

    class BarAndLines(Progress):
        def get_renderables(self) -> Iterable[RenderableType]:
            yield from super().get_renderables()
            if below is not None:
                yield Text("\n".join(below()), no_wrap=True, overflow="ellipsis")

    class RichBar:
        def show(self, done: int) -> None:
            text = escape(describe().replace(", ", "\n", 1))  # one line would be too long
            progress.update(task, completed=done, description=text)

        def note(self, line: str) -> None:
            progress.console.print(escape(line), soft_wrap=True, highlight=False)

    columns = (
        BarColumn(BAR_WIDTH),
        MofNCompleteColumn(),
        TimeColumn(),
        TextColumn("{task.description}"),
    )
    with BarAndLines(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=total)
        yield RichBar()


@contextmanager
def _plain_lines(total: int, done: int, describe: Callable[[], str]) -> Generator[ProgressBar]:
    """A line whenever another part of the work is done."""
    part = max(1, total // PLAIN_LINES)

    class PlainLines:
        parts = done // part

        def show(self, done: int) -> None:
            if done // part > self.parts:
                self.parts = done // part
                self.note(f"{done} of {total}: {describe()}")

        def note(self, line: str) -> None:
            click.echo(line, err=True)

    yield PlainLines()
