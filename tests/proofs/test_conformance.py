"""A real server on a real socket, and clients that keep to no rules."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from proofs.drivers.conformance import GONE, Case, check, conform, frame
from proofs.harness.server_process import ServerProcess, free_port, serve
from proofs.harness.websocket_client import handshake


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[ServerProcess]:
    server = await serve(free_port(), f"sqlite:{tmp_path / 'hall.db'}")
    yield server
    await server.kill()


async def test_the_socket_keeps_to_the_rfc_and_survives_garbage(server: ServerProcess):
    assert await conform(server, rounds=50) == []
    assert await check(server.port, Case("wrong on purpose", [frame(b"{}")], GONE)) != ""


async def answer(server: ServerProcess, request: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(request)
    async with asyncio.timeout(5):
        line = await reader.readline()
    writer.close()
    return line.strip()


async def test_an_opening_that_is_wrong_is_refused(server: ServerProcess):
    good = handshake("127.0.0.1", server.port)
    assert b" 101 " in await answer(server, good)
    wrong = {
        good.replace(b"/socket", b"/elsewhere"): b"HTTP/1.1 404 Not Found",
        good.replace(b"Version: 13", b"Version: 12"): b"HTTP/1.1 426 Upgrade Required",
        good.replace(b"dGhlIHNhbXBsZSBub25jZQ==", b"nokey"): b"HTTP/1.1 400 Bad Request",
        good.replace(b"\r\n\r\n", b"\r\nOrigin: https://elsewhere.example\r\n\r\n"): (
            b"HTTP/1.1 403 Forbidden"
        ),
    }
    for request, refusal in wrong.items():
        assert await answer(server, request) == refusal


async def test_everybody_is_told_to_come_back_when_the_server_ends(server: ServerProcess):
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(handshake("127.0.0.1", server.port))
    await reader.readuntil(b'"hello"')
    stopping = asyncio.create_task(server.stop())
    async with asyncio.timeout(5):
        rest = await reader.readuntil((1012).to_bytes(2, "big"))
    assert b'{"t":"bye","d":{"retry":2.0,"reason":"restart"}}' in rest
    writer.close()
    async with asyncio.timeout(8):
        await stopping
