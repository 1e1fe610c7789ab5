"""Finding out that the terminal is gone.

A terminal that goes away normally sends SIGHUP. Without a controlling terminal there is no signal,
and each read of the input returns at once with nothing.
"""

from __future__ import annotations

import select
import sys

INTERVAL = 1.0
"""Seconds between two checks."""


def is_hung_up() -> bool:
    """Is the other end of standard input closed?"""
    if not hasattr(select, "poll") or sys.__stdin__ is None:  # Windows, or no input at all
        return False
    poll = select.poll()
    try:
        poll.register(sys.__stdin__.fileno(), 0)  # hang-ups and errors are always reported
        return any(event & (select.POLLHUP | select.POLLERR) for _, event in poll.poll(0))
    except (OSError, ValueError):  # it has been closed here
        return True
