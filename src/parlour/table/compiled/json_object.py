"""JSON objects joined from encoded members; the hall sends the legal actions with every move."""

from __future__ import annotations

import cython


def json_members(parts: list[bytes], numbers: list[int]) -> bytes:
    """Join the parts at the indexes `numbers`: parts `"a1":0`, `"b1":1`, `"c1":2` and the numbers
    0 and 2 give `{"a1":0,"c1":2}`."""
    if not cython.compiled:
        return b"{%b}" % b",".join([parts[number] for number in numbers])
    count, part_count = len(numbers), len(parts)
    size = count + 1 if count else 2  # two braces and count - 1 commas
    for i in range(count):
        number = numbers[i]
        if number < 0 or number >= part_count:
            raise IndexError(number)
        part = parts[number]
        size += len(part)
    made = PyBytes_FromStringAndSize(cython.NULL, size)
    to = PyBytes_AS_STRING(made)
    to[0] = 123  # {
    at = 1
    for i in range(count):
        if i:
            to[at] = 44  # ,
            at += 1
        number = numbers[i]
        part = parts[number]
        length = len(part)
        memcpy(to + at, PyBytes_AS_STRING(part), length)
        at += length
    to[at] = 125  # }
    return made
