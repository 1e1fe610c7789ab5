"""Frames: the messages do not depend on how the bytes are split."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.hall.connections import frames
from parlour.hall.connections.frames import BadFrame, Message, Reader
from parlour.hall.connections.socket import TOO_MUCH
from proofs.drivers.conformance import Case, cases, frame

LARGEST = 8 * 1024


def heard(data: bytes) -> list[Message]:
    reader, messages = Reader(LARGEST), []
    reader.feed(data)
    while (message := reader.next()) is not None:
        messages.append(message)
    return messages


def heard_in_pieces(data: bytes, cuts: list[int]) -> list[Message]:
    reader, messages = Reader(LARGEST), []
    edges = sorted({0, len(data), *(cut % (len(data) + 1) for cut in cuts)})
    for start, end in pairwise(edges):
        reader.feed(data[start:end])
        while (message := reader.next()) is not None:
            messages.append(message)
    return messages


@given(
    st.lists(st.tuples(st.binary(max_size=300), st.binary(min_size=4, max_size=4)), max_size=5),
    st.lists(st.integers(0, 10_000), max_size=10),
)
def test_messages_do_not_depend_on_how_the_bytes_are_split(
    sent: list[tuple[bytes, bytes]], cuts: list[int]
):
    data = b"".join(frame(payload, frames.BINARY, mask=mask) for payload, mask in sent)
    wanted = [Message(frames.BINARY, payload) for payload, _ in sent]
    assert heard(data) == wanted
    assert heard_in_pieces(data, cuts) == wanted


@given(st.binary(max_size=100))
def test_any_bytes_are_a_message_or_refused(data: bytes):
    code = 0
    try:
        opcodes = {message.opcode for message in heard(data)}
    except BadFrame as bad:
        opcodes, code = set[int](), bad.code
    assert opcodes <= {1, 2, 8, 9, 10}
    assert code in (0, 1002, 1007, 1009)


@pytest.mark.parametrize(
    "case",
    [c for c in cases() if c.ends >= 1000 and c.ends != TOO_MUCH],
    ids=lambda case: case.name,
)
def test_each_violation_has_its_close_code(case: Case):
    def end() -> int:
        for opcode, payload in heard(b"".join(case.pieces)):
            if opcode == frames.CLOSE:
                return frames.close_code(payload)
        return 0

    if case.name.startswith("7 goodbye") or case.name == "7 a long reason":
        assert end() == case.ends
    else:
        with pytest.raises(BadFrame) as caught:
            end()
        assert caught.value.code == case.ends


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
def test_a_frame_says_how_long_it_is(size: int):
    data = frames.framed(b"x" * size)
    assert data.endswith(b"x" * size)
    head = data[: len(data) - size]
    assert head[0] == 0x81
    length = head[1] if len(head) == 2 else int.from_bytes(head[2:], "big")
    assert length == size


@pytest.mark.parametrize("key", [b"", b"short", b"dGhl", b"\xff" * 24, b"!" * 24])
def test_an_invalid_key_is_refused(key: bytes):
    assert frames.accept_key(key) is None


def test_the_key_of_the_rfc_is_answered_as_the_rfc_says():
    answer = frames.accept_key(b"dGhlIHNhbXBsZSBub25jZQ==")
    assert answer == b"s3pPLMBiTxaQ9kYGzzhZRbK+xOo="


class Counted(bytes):
    """Bytes that count how many of them are copied, whoever takes a part of them."""

    copied = 0

    def __add__(self, other: Any) -> bytes:
        Counted.copied += len(self) + len(other)
        return Counted(super().__add__(other))

    def __getitem__(self, key: Any) -> Any:
        part = super().__getitem__(key)
        if isinstance(part, int):
            return part
        Counted.copied += len(part)
        return Counted(part)


@pytest.mark.parametrize(
    "many",
    [
        frame(b"", frames.PING) * 20_000,
        frame(b"", final=False) + frame(b"", frames.CONTINUATION, final=False) * 20_000,
        frame(b"{}") * 20_000,
    ],
    ids=["pings", "empty parts", "messages"],
)
def test_many_small_frames_at_once_are_read_without_copying_the_rest_for_each(
    monkeypatch: pytest.MonkeyPatch, many: bytes
):
    monkeypatch.setattr(Counted, "copied", 0)
    heard(Counted(many))
    assert Counted.copied <= 2 * len(many)


def test_a_message_that_comes_byte_by_byte_is_put_together_once(monkeypatch: pytest.MonkeyPatch):
    def counting(pieces: list[bytes]) -> bytes:
        Counted.copied += sum(map(len, pieces))
        return Counted(b"".join(pieces))

    monkeypatch.setattr(Counted, "copied", 0)
    monkeypatch.setattr(frames, "_joined", counting)
    data = frame(b"x" * 8_000, frames.BINARY)
    reader, messages = Reader(LARGEST), []
    for byte in data:
        reader.feed(Counted([byte]))
        messages.append(reader.next())
    assert messages[-1] == Message(frames.BINARY, b"x" * 8_000)
    assert Counted.copied <= 4 * len(data)


def test_every_frame_is_charged_whatever_it_is():
    charged: list[None] = []
    reader = Reader(LARGEST, lambda: charged.append(None))
    reader.feed(
        frame(b"", frames.PING)
        + frame(b"", frames.PONG)
        + frame(b"", final=False)
        + frame(b"", frames.CONTINUATION, final=False) * 5
        + frame(b"{}", frames.CONTINUATION)
    )
    opcodes: list[int] = []
    while (message := reader.next()) is not None:
        opcodes.append(message.opcode)
    assert opcodes == [frames.PING, frames.PONG, frames.TEXT]
    assert len(charged) == 9
