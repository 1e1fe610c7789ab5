"""Playing match after match, in lines or on the board, and every way to leave it."""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType
from typing import NoReturn

import click

from parlour.table.sentences import Sentence
from parlour.terminal.lines.console import Console, ask_yes_no
from parlour.terminal.lines.dialogue import Dialogue
from parlour.terminal.local_match import LocalMatch

ENDINGS = [
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)
]  # no SIGHUP on Windows
"""What the system sends to a process that has to end, but may still save its work."""


def leave_quietly(dialogue: Callable[[], None]) -> None:
    """Run a dialogue; Ctrl-C is a way to leave it, and so is being told to end."""
    try:
        with ending_by_exception():
            dialogue()
    except KeyboardInterrupt:
        click.echo()


@contextmanager
def ending_by_exception() -> Generator[None, None, None]:
    """While this is entered, SIGTERM and SIGHUP end the process like an error would: everything
    that has to be done at the end is done."""
    if current_thread() is not main_thread():  # only there are signals heard
        yield
        return
    before = {ending: signal.signal(ending, _end) for ending in ENDINGS}
    try:
        yield
    finally:
        for ending, handler in before.items():
            signal.signal(ending, handler)


def _end(number: int, _frame: FrameType | None) -> NoReturn:
    raise SystemExit(128 + number)


def play_on(local_match: LocalMatch, console: Console, board: bool = False) -> None:
    """Play matches until the players have had enough."""
    try:
        while _play_one(local_match, console, board):
            if console.on_screen:  # a program wants the same output for the same match
                console.say(str(local_match.saved_text()))
            if not ask_yes_no(console, Sentence("terminal.another")):
                return
            local_match = local_match.again()
    except KeyboardInterrupt:
        console.say()
        if local_match.match.outcome is None:
            console.say(str(local_match.leave_text()))
    finally:
        local_match.leave()


def _play_one(local_match: LocalMatch, console: Console, board: bool) -> bool:
    """Play a match; False if it was left before its end."""
    if not board:
        return Dialogue(local_match, console).play()
    from parlour.terminal.board.board_app import BoardApp  # textual takes a moment to import

    app = BoardApp(local_match)
    app.run()
    if app.return_code:
        raise SystemExit(app.return_code)
    outcome = local_match.match.outcome
    console.say(str(outcome.sentence if outcome else local_match.leave_text()))
    return outcome is not None
