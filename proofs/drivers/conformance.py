"""RFC 6455 conformance: cases from all families of Autobahn's test suite that apply here.

(The suite itself needs Python 2.) Each case is what a client sends; the server must answer the
application's `ping`, or close the connection with the right code, and keep serving others.
"""

from __future__ import annotations

import asyncio
import os
import struct
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import NamedTuple

import click

from proofs import Broken
from proofs.harness.server_process import ServerProcess, free_port, serve
from proofs.harness.websocket_client import handshake

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
ALIVE, GONE = 0, -1
"""The application's ping is answered; the connection ends without a close code."""

ASK = b'{"t":"ping"}'
UMLAUTS = 'ä€𝄞"'.encode()  # two, three and four bytes


class Case(NamedTuple):
    """What is sent, in pieces, and the expected close code and pongs.

    `at_once`: the server closes the connection without waiting for the client's close frame.
    """

    name: str
    pieces: Sequence[bytes]
    ends: int = ALIVE
    pongs: Sequence[bytes] = ()
    at_once: bool = False


def frame(
    payload: bytes,
    opcode: int = TEXT,
    *,
    final: bool = True,
    reserved: int = 0,
    mask: bytes | None = b"\x37\xfa\x21\x3d",
    size: int | None = None,
) -> bytes:
    """A frame, possibly invalid; `size` overrides the length in its header."""
    claimed = len(payload) if size is None else size
    first = (0x80 if final else 0) | reserved << 4 | opcode
    bit = 0x80 if mask is not None else 0
    if claimed < 126:
        head = struct.pack("!BB", first, bit | claimed)
    elif claimed < 65_536:
        head = struct.pack("!BBH", first, bit | 126, claimed)
    else:
        head = struct.pack("!BBQ", first, bit | 127, claimed)
    if mask is None:
        return head + payload
    return head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))


def part(payload: bytes, opcode: int = CONTINUATION) -> bytes:
    """A fragment other than the last one."""
    return frame(payload, opcode, final=False)


def text_message(text: bytes) -> bytes:
    """A message that contains any bytes as its text; the hall parses (and refuses) it."""
    return b'{"t":"ping","x":"' + text.replace(b'"', b'\\"') + b'"}'


def cases() -> Iterator[Case]:
    """All cases, family by family."""
    for size in (0, 1, 125, 126, 127, 128, 4_000):
        yield Case(f"1 text with {size} more bytes", [frame(text_message(b"x" * size))])
    yield Case("1 an empty text", [frame(b"")])
    yield Case("1 a binary message", [frame(ASK, BINARY)])
    yield Case("1 one byte at a time", [bytes([byte]) for byte in frame(ASK)])
    yield Case("1 two messages at once", [frame(ASK) + frame(ASK)])
    for size in (0, 1, 125):
        yield Case(f"2 a ping of {size}", [frame(b"p" * size, PING)], pongs=[b"p" * size])
    yield Case("2 a ping of 126", [frame(b"p" * 126, PING)], 1002)
    yield Case("2 ten pings", [frame(b"%d" % i, PING) for i in range(10)], ALIVE,
               [b"%d" % i for i in range(10)])  # fmt: skip
    yield Case("2 a pong nobody asked for", [frame(b"", PONG), frame(b"x", PONG)])
    for bits in range(1, 8):
        yield Case(f"3 reserved bits {bits}", [frame(ASK, reserved=bits)], 1002)
        yield Case(f"3 reserved bits {bits} of a ping", [frame(b"", PING, reserved=bits)], 1002)
    for opcode in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15):
        yield Case(f"4 the opcode {opcode}", [frame(b"x", opcode)], 1002)
    yield from fragments()
    yield from texts()
    yield from goodbyes()
    yield Case("9 more than is taken", [frame(b"x" * 9_000)], 1009)
    yield Case("9 the promise of more", [frame(b"", size=1 << 40)], 1009)
    yield Case("9 a length with its first bit set", [frame(b"", size=1 << 63)], 1009)
    yield Case(
        "9 more than is taken, in parts", [part(b"x" * 5_000, TEXT), part(b"x" * 5_000)], 1009
    )
    yield from floods()
    yield Case("10 without a mask", [frame(ASK, mask=None)], 1002)
    yield Case("10 a ping without a mask", [frame(b"", PING, mask=None)], 1002)
    yield Case("10 not a frame at all", [b"GET / HTTP/1.1\r\n\r\n"], 1002)


def fragments() -> Iterator[Case]:
    yield Case("5 a message in two parts", [part(ASK[:5], TEXT), frame(ASK[5:], CONTINUATION)])
    yield Case("5 in empty parts", [part(b"", TEXT), part(b""), frame(ASK, CONTINUATION)])
    yield Case("5 a ping between the parts",
               [part(ASK[:5], TEXT), frame(b"in", PING), frame(ASK[5:], CONTINUATION)],
               pongs=[b"in"])  # fmt: skip
    yield Case("5 a ping in parts", [part(b"a", PING), frame(b"b", CONTINUATION)], 1002)
    yield Case("5 a pong in parts", [part(b"a", PONG), frame(b"b", CONTINUATION)], 1002)
    yield Case("5 a part of nothing", [frame(ASK, CONTINUATION)], 1002)
    yield Case("5 a part of nothing, more to come", [part(ASK)], 1002)
    yield Case("5 a message within another", [part(ASK[:5], TEXT), frame(ASK)], 1002)
    yield Case("5 text goes on as binary", [part(ASK[:5], TEXT), frame(ASK[5:], BINARY)], 1002)
    yield Case("5 a part after the end",
               [part(ASK[:5], TEXT), frame(ASK[5:], CONTINUATION), frame(b"", CONTINUATION)],
               1002)  # fmt: skip


def floods() -> Iterator[Case]:
    """Floods of empty frames; each chunk is about as large as one read of the event loop."""
    for name, opcode in (("pings", PING), ("pongs", PONG)):
        flood = [frame(b"", opcode) * 40_000] * 8
        yield Case(f"9 2 MiB of {name}", flood, 4029, at_once=True)
    parts = [part(b"", TEXT), *[part(b"") * 40_000] * 8]
    yield Case("9 2 MiB of empty parts", parts, 4029, at_once=True)


def texts() -> Iterator[Case]:
    text = text_message(UMLAUTS)
    yield Case("6 text beyond ASCII", [frame(text)])
    for at in range(1, len(text)):
        yield Case(f"6 cut at {at}", [part(text[:at], TEXT), frame(text[at:], CONTINUATION)])
    for bad in (
        b"\xff",
        b"\xc0\xaf",
        b"\xed\xa0\x80",
        b"\xf4\x90\x80\x80",
        b"\xf0\x9d\x84",
        b"\x80",
    ):
        yield Case(f"6 not UTF-8: {bad.hex()}", [frame(text_message(bad))], 1007)
        cut = [part(text_message(bad)[:18], TEXT), frame(text_message(bad)[18:], CONTINUATION)]
        yield Case(f"6 not UTF-8, in parts: {bad.hex()}", cut, 1007)
    yield Case("6 wrong before its end", [part(b"\xce\xba\xff", TEXT)], 1007)
    yield Case("6 bytes are not text", [frame(text_message(b"\xff"), BINARY)])


def goodbyes() -> Iterator[Case]:
    yield Case("7 goodbye", [frame(b"", CLOSE)], 1000)
    yield Case("7 goodbye, and more", [frame(b"", CLOSE) + frame(ASK)], 1000)
    for code in (1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999):
        text_message = frame(struct.pack("!H", code) + b"why", CLOSE)
        yield Case(f"7 goodbye {code}", [text_message], code, at_once=True)
    for code in (0, 999, 1004, 1005, 1006, 1016, 1100, 2000, 2999, 5000, 65_535):
        wrong = frame(struct.pack("!H", code), CLOSE)
        yield Case(f"7 no such code: {code}", [wrong], 1002, at_once=True)
    yield Case("7 half a code", [frame(b"\x03", CLOSE)], 1002, at_once=True)
    yield Case("7 a long reason", [frame(struct.pack("!H", 1000) + b"x" * 123, CLOSE)], 1000)
    yield Case("7 too long a reason", [frame(struct.pack("!H", 1000) + b"x" * 124, CLOSE)], 1002)
    yield Case("7 a reason that is not UTF-8", [frame(b"\x03\xe8\xff", CLOSE)], 1007, at_once=True)
    yield Case("7 goodbye between the parts", [part(b"{", TEXT), frame(b"", CLOSE)], 1000)


class RawConnection:
    """A connection that sends any bytes, valid or not."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.pongs: list[bytes] = []

    async def __aenter__(self) -> RawConnection:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self._port)
        self.writer.write(handshake("127.0.0.1", self._port))
        answer = await self.reader.readuntil(b"\r\n\r\n")
        if not answer.startswith(b"HTTP/1.1 101") or b"s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" not in answer:
            raise Broken(f"the handshake was answered by {answer[:200]!r}")
        return self

    async def __aexit__(self, *_: object) -> None:
        self.writer.transport.abort()

    async def next_frame(self) -> tuple[int, bytes]:
        """The next frame; a lost connection reads as a close frame without a code."""
        try:
            first, size = await self.reader.readexactly(2)
            if size >= 126:
                size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8), "big")
            return first & 0x0F, await self.reader.readexactly(size)
        except (asyncio.IncompleteReadError, ConnectionError):
            return CLOSE, b""

    async def ends(self, expects_pong: bool) -> int:
        """Read until the application's pong, if expected, or until the end; ALIVE or the code."""
        while True:
            opcode, payload = await self.next_frame()
            if opcode == CLOSE:
                return int.from_bytes(payload[:2], "big") if payload else GONE
            if opcode == PONG:
                self.pongs.append(payload)
            elif expects_pong and payload.startswith(b'{"t":"pong"'):
                return ALIVE

    async def gone(self) -> None:
        """Wait until the server has closed the connection."""
        with suppress(ConnectionError):
            while await self.reader.read(65_536):
                pass


async def check(port: int, case: Case) -> str:
    """Run one case; returns what was wrong with the server's reaction, or an empty text."""
    async with RawConnection(port) as connection:
        for piece in case.pieces:
            connection.writer.write(piece)
            await asyncio.sleep(0)
        if case.ends == ALIVE:
            connection.writer.write(frame(ASK))
        try:
            async with asyncio.timeout(5):
                ends = await connection.ends(case.ends == ALIVE)
                if case.at_once:
                    await connection.gone()
        except TimeoutError:
            return f"{case.name}: no answer, or no end"
    if ends != case.ends:
        return f"{case.name}: ended with {ends}, not with {case.ends}"
    if case.pongs and connection.pongs != list(case.pongs):
        return f"{case.name}: the pongs were {connection.pongs}"
    return ""


async def garbage(port: int, rng: Random) -> str:
    """Send valid frames with a few bytes changed; the connection may end, and nothing else."""
    data = bytearray(frame(text_message(rng.randbytes(rng.randrange(40)))) * rng.randint(1, 3))
    for _ in range(rng.randint(1, 6)):
        data[rng.randrange(len(data))] = rng.randrange(256)
    async with RawConnection(port) as connection:
        connection.writer.write(bytes(data))
        connection.writer.write_eof()
        try:
            async with asyncio.timeout(5):
                while (await connection.next_frame())[0] != CLOSE:
                    pass
        except TimeoutError:
            return f"garbage {bytes(data).hex()}: the connection stays open"
    return ""


async def conform(server: ServerProcess, rounds: int) -> list[str]:
    """Run all cases and so many rounds of garbage; returns what was wrong."""
    wrong = [await check(server.port, case) for case in cases()]
    rng = Random(1)
    wrong += [await garbage(server.port, rng) for _ in range(rounds)]
    wrong.append(await check(server.port, Case("after all that", [frame(ASK)])))
    if server.process.returncode is not None:
        wrong.append("the server is gone")
    return [line for line in wrong if line]


async def run(rounds: int) -> int:
    with tempfile.TemporaryDirectory() as folder:
        server = await serve(free_port(), f"sqlite:{Path(folder) / 'matches.db'}")
        try:
            wrong = await conform(server, rounds)
        finally:
            await server.kill()
    click.echo("\n".join(wrong) or "the socket keeps to RFC 6455")
    click.echo(f"{len(list(cases()))} cases, {rounds} rounds of garbage, {len(wrong)} wrong")
    return len(wrong)


@click.command()
@click.option("--rounds", default=1_000, show_default=True, help="Of garbage.")
def main(rounds: int) -> None:
    """See whether the hall's socket keeps to RFC 6455."""
    raise SystemExit(os.EX_OK if asyncio.run(run(rounds)) == 0 else 1)


if __name__ == "__main__":
    main()
