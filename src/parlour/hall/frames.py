"""WebSocket frames (RFC 6455) without input or output: bytes come in, whole messages come out.

The hall speaks no extensions and takes small messages only, so this is all of it. Numbers in
brackets are the sections of the RFC.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import hashlib
from typing import NamedTuple

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA

NORMAL, WRONG, NOT_TEXT, TOO_BIG = 1000, 1002, 1007, 1009
_no_code = frozenset({1004, 1005, 1006})  # reserved: they never travel (7.4.1)


class BadFrame(Exception):
    """The other side has broken the protocol; the connection ends with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Message(NamedTuple):
    """A whole message, or a control frame."""

    opcode: int
    payload: bytes


def framed(payload: bytes, opcode: int = TEXT) -> bytes:
    """A message in one frame, as a server sends it: without a mask (5.1)."""
    size = len(payload)
    if size < 126:
        head = bytes((0x80 | opcode, size))
    elif size < 65_536:
        head = bytes((0x80 | opcode, 126)) + size.to_bytes(2, "big")
    else:
        head = bytes((0x80 | opcode, 127)) + size.to_bytes(8, "big")
    return head + payload


def closing(code: int) -> bytes:
    """The frame that ends a connection."""
    return framed(code.to_bytes(2, "big"), CLOSE)


def close_code(payload: bytes) -> int:
    """Why the other side ends it; refuses codes that must not travel (5.5.1, 7.4)."""
    if not payload:
        return NORMAL
    code = int.from_bytes(payload[:2], "big")
    known = 1000 <= code <= 1014 and code not in _no_code
    if len(payload) == 1 or not (known or 3000 <= code <= 4999):
        raise BadFrame(WRONG)
    _check_text(payload[2:])
    return code


def accept_key(key: bytes) -> bytes | None:
    """What the server answers to the client's key; None if that is not one (4.2.1, 4.2.2)."""
    try:
        if len(base64.b64decode(key, validate=True)) != 16:
            return None
    except binascii.Error:
        return None
    digest = hashlib.sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11", usedforsecurity=False)
    return base64.b64encode(digest.digest())


class Reader:
    """Takes apart what a client sends, as it comes."""

    __slots__ = ("_buffer", "_decoder", "_largest", "_parts", "_whole")

    def __init__(self, largest: int) -> None:
        self._largest = largest
        self._buffer = b""
        self._whole = 0  # the opcode of a message of which the rest is still to come
        self._parts = b""
        self._decoder: codecs.IncrementalDecoder | None = None

    @property
    def waiting(self) -> int:
        """Bytes that have come and were not asked for yet."""
        return len(self._buffer)

    def feed(self, data: bytes) -> None:
        self._buffer = self._buffer + data if self._buffer else data

    def next(self) -> Message | None:
        """The next message or control frame, if all of it is there; `BadFrame` if it is wrong."""
        while (frame := self._frame()) is not None:
            final, opcode, payload = frame
            if opcode >= CLOSE:
                return Message(opcode, payload)
            if (message := self._gather(final, opcode, payload)) is not None:
                return message
        return None

    def _frame(self) -> tuple[bool, int, bytes] | None:
        data = self._buffer
        if len(data) < 2:
            return None
        first, second = data[0], data[1]
        final, opcode, size = first >= 0x80, first & 0x0F, second & 0x7F
        if first & 0x70 or opcode not in _opcodes or second < 0x80:  # reserved bits, no mask (5.2)
            raise BadFrame(WRONG)
        if opcode >= CLOSE and (not final or size > 125):  # (5.5)
            raise BadFrame(WRONG)
        start = 2
        if size >= 126:
            start = 4 if size == 126 else 10
            if len(data) < start:
                return None
            size = int.from_bytes(data[2:start], "big")
        if size + len(self._parts) > self._largest:
            raise BadFrame(TOO_BIG)
        end = start + 4 + size
        if len(data) < end:
            return None
        self._buffer = data[end:]
        return final, opcode, _unmasked(data[start : start + 4], data[start + 4 : end])

    def _gather(self, final: bool, opcode: int, payload: bytes) -> Message | None:
        """Put the parts of a message together (5.4); text is UTF-8, also across them (8.1)."""
        if (opcode == CONTINUATION) != (self._whole != 0):
            raise BadFrame(WRONG)
        if final and not self._whole:
            if opcode == TEXT:
                _check_text(payload)
            return Message(opcode, payload)
        if not self._whole:
            self._whole = opcode
            self._decoder = _utf8() if opcode == TEXT else None
        self._parts += payload
        if self._decoder is not None:
            try:
                self._decoder.decode(payload, final)
            except UnicodeDecodeError:
                raise BadFrame(NOT_TEXT) from None
        if not final:
            return None
        message = Message(self._whole, self._parts)
        self._whole, self._parts, self._decoder = 0, b"", None
        return message


_opcodes = frozenset({CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG})
_utf8 = codecs.getincrementaldecoder("utf-8")


def _unmasked(mask: bytes, payload: bytes) -> bytes:
    """Each byte of the payload was combined with one of the mask (5.3); here all at once."""
    size = len(payload)
    key = int.from_bytes((mask * (size // 4 + 1))[:size], "little")
    return (int.from_bytes(payload, "little") ^ key).to_bytes(size, "little")


def _check_text(payload: bytes) -> None:
    if payload.isascii():
        return
    try:
        payload.decode()
    except UnicodeDecodeError:
        raise BadFrame(NOT_TEXT) from None
