"""The limit of open files, which bounds the number of sockets."""

from __future__ import annotations

from resource import RLIM_INFINITY, RLIMIT_NOFILE, getrlimit, setrlimit

RESERVED = 1_000
"""Open files besides sockets: requests, streams, databases, workers."""


def affordable_sockets(wanted: int) -> int:
    """How many of the wanted sockets the system allows; raises this process's limit if possible."""
    soft, hard = getrlimit(RLIMIT_NOFILE)
    needed = wanted + RESERVED
    if soft == RLIM_INFINITY or soft >= needed:
        return wanted
    allowed = needed if hard == RLIM_INFINITY else min(needed, hard)
    setrlimit(RLIMIT_NOFILE, (allowed, hard))
    return allowed - min(RESERVED, allowed // 2)
