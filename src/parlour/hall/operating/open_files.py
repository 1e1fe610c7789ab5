"""Open files: every socket is one, and the system sets a limit."""

from __future__ import annotations

from resource import RLIM_INFINITY, RLIMIT_NOFILE, getrlimit, setrlimit

OTHERS = 1_000
"""Open files besides sockets: requests, streams, databases, workers."""


def affordable_sockets(wanted: int) -> int:
    """How many of these sockets can be open at once; raises this process's limit if it may."""
    soft, hard = getrlimit(RLIMIT_NOFILE)
    needed = wanted + OTHERS
    if soft == RLIM_INFINITY or soft >= needed:
        return wanted
    allowed = needed if hard == RLIM_INFINITY else min(needed, hard)
    setrlimit(RLIMIT_NOFILE, (allowed, hard))
    return allowed - min(OTHERS, allowed // 2)
