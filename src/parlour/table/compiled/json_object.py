"""JSON objects put together from ready parts: what a seat may do travels with every move."""

from __future__ import annotations

import cython


def json_members(parts: list[bytes], numbers: list[int]) -> bytes:
    """`{"a1":0,"c1":2}` from the parts `"a1":0`, `"b1":1`, `"c1":2` and the numbers 0 and 2."""
    if not cython.compiled:
        return b"{%b}" % b",".join([parts[number] for number in numbers])
    count = len(numbers)
    size = count + 1 if count else 2  # the brackets, and a comma less than there are parts
    for i in range(count):
        part = parts[numbers[i]]
        size += len(part)
    made = PyBytes_FromStringAndSize(cython.NULL, size)
    to = PyBytes_AS_STRING(made)
    to[0] = 123  # {
    at = 1
    for i in range(count):
        if i:
            to[at] = 44  # ,
            at += 1
        part = parts[numbers[i]]
        memcpy(to + at, PyBytes_AS_STRING(part), len(part))
        at += len(part)
    to[at] = 125  # }
    return made
