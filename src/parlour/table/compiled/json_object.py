"""JSON objects put together from ready parts: what a seat may do travels with every move."""

from __future__ import annotations

import cython


def json_members(parts: list[bytes], numbers: list[int]) -> bytes:
    """`{"a1":0,"c1":2}` from the parts `"a1":0`, `"b1":1`, `"c1":2` and the numbers 0 and 2."""
    if not cython.compiled:
        return b"{%b}" % b",".join([parts[number] for number in numbers])
    count, part_count = len(numbers), len(parts)
    size = count + 1 if count else 2  # the brackets, and a comma less than there are parts
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
