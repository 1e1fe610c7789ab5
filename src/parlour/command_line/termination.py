"""Commands that end in good order on Ctrl-C, SIGTERM and SIGHUP."""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType
from typing import NoReturn

import click

TERMINATION_SIGNALS = [
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)
]  # no SIGHUP on Windows
"""What the system sends to a process that has to end, but may still save its work."""


def leave_quietly(command: Callable[[], None]) -> None:
    """Run an interactive command; Ctrl-C and termination signals leave it without a traceback."""
    try:
        with signals_as_exceptions():
            command()
    except KeyboardInterrupt:
        click.echo()


@contextmanager
def signals_as_exceptions() -> Generator[None, None, None]:
    """While this is entered, termination signals raise `SystemExit`, so that clean-up code runs."""
    if current_thread() is not main_thread():  # Python handles signals only there
        yield
        return
    before = {number: signal.signal(number, _exit) for number in TERMINATION_SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _exit(number: int, _frame: FrameType | None) -> NoReturn:
    raise SystemExit(128 + number)
