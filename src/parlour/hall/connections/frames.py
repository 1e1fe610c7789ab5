"""WebSocket frames (RFC 6455): a parser without input or output.

The hall supports no extensions and only small messages. Numbers in brackets are sections of the
RFC.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import hashlib
from collections.abc import Callable
from struct import Struct
from typing import NamedTuple

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA

NORMAL, WRONG, NOT_TEXT, TOO_BIG = 1000, 1002, 1007, 1009
_no_code = frozenset({1004, 1005, 1006})  # reserved: never sent (7.4.1)


class BadFrame(Exception):
    """The client has violated the protocol; the connection is closed with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Message(NamedTuple):
    """A complete message, or a control frame."""

    opcode: int
    payload: bytes


def framed(payload: bytes, opcode: int = TEXT) -> bytes:
    """A message in one frame, unmasked, as servers send it (5.1)."""
    size = len(payload)
    if size < 126:
        head = _short_head(0x80 | opcode, size)
    elif size < 65_536:
        head = _long_head(0x80 | opcode, 126, size)
    else:
        head = _longest_head(0x80 | opcode, 127, size)
    return head + payload


_short_head, _long_head = Struct("!BB").pack, Struct("!BBH").pack
_longest_head = Struct("!BBQ").pack


def closing(code: int) -> bytes:
    """A close frame."""
    return framed(code.to_bytes(2, "big"), CLOSE)


def close_code(payload: bytes) -> int:
    """The code of a close frame; refuses those that must not be sent (5.5.1, 7.4)."""
    if not payload:
        return NORMAL
    code = int.from_bytes(payload[:2], "big")
    known = 1000 <= code <= 1014 and code not in _no_code
    if len(payload) == 1 or not (known or 3000 <= code <= 4999):
        raise BadFrame(WRONG)
    _check_text(payload[2:])
    return code


def accept_key(key: bytes) -> bytes | None:
    """The server's response to the client's key; None if the key is invalid (4.2.1, 4.2.2)."""
    try:
        if len(base64.b64decode(key, validate=True)) != 16:
            return None
    except binascii.Error:
        return None
    digest = hashlib.sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11", usedforsecurity=False)
    return base64.b64encode(digest.digest())


class Reader:
    """Parses the bytes of a client as they arrive, in linear time.

    `charge` is called for every frame, even an empty one; it raises an error to stop a flood.
    """

    __slots__ = ("_at", "_buffer", "_charge", "_decoder", "_largest", "_needed", "_parts",
                 "_pieces", "_whole", "waiting")  # fmt: skip

    def __init__(self, largest: int, charge: Callable[[], object] = lambda: None) -> None:
        self._largest = largest
        self._charge = charge
        self._buffer = b""
        self._at = 0  # start of the next frame in the buffer
        self._pieces: list[bytes] = []  # received since, joined when needed
        self._needed = _shortest  # bytes needed before parsing can go on
        self.waiting = 0  # bytes that have not been parsed
        self._whole = 0  # the opcode of an incomplete message
        self._parts = bytearray()
        self._decoder: codecs.IncrementalDecoder | None = None

    def feed(self, data: bytes) -> None:
        self._pieces.append(data)
        self.waiting += len(data)

    def next(self) -> Message | None:
        """The next message or control frame, if it is complete; `BadFrame` if it is invalid."""
        while (frame := self._frame()) is not None:
            final, opcode, payload = frame
            if opcode >= CLOSE:
                return Message(opcode, payload)
            if (message := self._gather(final, opcode, payload)) is not None:
                return message
        return None

    def _frame(self) -> tuple[bool, int, bytes] | None:
        if self.waiting < self._needed:
            return None
        if self._pieces:
            rest = self._buffer[self._at :] if self._at < len(self._buffer) else b""
            self._buffer = _joined([rest, *self._pieces] if rest else self._pieces)
            self._at, self._pieces = 0, []
        data, at = self._buffer, self._at
        first, second = data[at], data[at + 1]
        final, opcode, size = first >= 0x80, first & 0x0F, second & 0x7F
        if first & 0x70 or opcode not in _opcodes or second < 0x80:  # reserved bits, no mask (5.2)
            raise BadFrame(WRONG)
        if opcode >= CLOSE and (not final or size > 125):  # (5.5)
            raise BadFrame(WRONG)
        start = 2
        if size >= 126:
            start = 4 if size == 126 else 10
            if self.waiting < start:
                self._needed = start
                return None
            size = int.from_bytes(data[at + 2 : at + start], "big")
        if size + len(self._parts) > self._largest:
            raise BadFrame(TOO_BIG)
        end = start + 4 + size
        if self.waiting < end:
            self._needed = end
            return None
        self._charge()
        self._at, self.waiting, self._needed = at + end, self.waiting - end, _shortest
        mask, payload = data[at + start : at + start + 4], data[at + start + 4 : at + end]
        return final, opcode, _unmasked(mask, payload)

    def _gather(self, final: bool, opcode: int, payload: bytes) -> Message | None:
        """Join the fragments of a message (5.4); text is UTF-8, also across fragments (8.1)."""
        if (opcode == CONTINUATION) != (self._whole != 0):
            raise BadFrame(WRONG)
        if final and not self._whole:
            if opcode == TEXT and not payload.isascii():
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
        message = Message(self._whole, bytes(self._parts))
        self._whole, self._parts, self._decoder = 0, bytearray(), None
        return message


_opcodes = frozenset({CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG})
_utf8 = codecs.getincrementaldecoder("utf-8")
_shortest = 2  # bytes of a header, which say how long the rest is


def _joined(pieces: list[bytes]) -> bytes:
    return pieces[0] if len(pieces) == 1 else b"".join(pieces)


def _unmasked(mask: bytes, payload: bytes) -> bytes:
    """Undo the masking (5.3), with one operation on large integers."""
    size = len(payload)
    key = int.from_bytes((mask * (size // 4 + 1))[:size], "little")
    return (int.from_bytes(payload, "little") ^ key).to_bytes(size, "little")


def _check_text(payload: bytes) -> None:
    try:
        payload.decode()
    except UnicodeDecodeError:
        raise BadFrame(NOT_TEXT) from None
