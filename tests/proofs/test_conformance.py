"""A real server on a real socket, and clients that keep to no rules."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from proofs.drivers.conformance import GONE, Case, check, conform, frame
from proofs.harness.lean_client import greeting
from proofs.harness.server_process import Served, free_port, serve


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[Served]:
    served = await serve(free_port(), f"sqlite:{tmp_path / 'hall.db'}")
    yield served
    await served.kill()


async def test_the_socket_keeps_to_the_rfc_and_survives_garbage(served: Served):
    assert await conform(served, rounds=50) == []
    assert await check(served.port, Case("wrong on purpose", [frame(b"{}")], GONE)) != ""


async def answer(served: Served, request: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
    writer.write(request)
    async with asyncio.timeout(5):
        line = await reader.readline()
    writer.close()
    return line.strip()


async def test_an_opening_that_is_wrong_is_refused(served: Served):
    good = greeting("127.0.0.1", served.port)
    assert b" 101 " in await answer(served, good)
    wrong = {
        good.replace(b"/socket", b"/elsewhere"): b"HTTP/1.1 404 Not Found",
        good.replace(b"Version: 13", b"Version: 12"): b"HTTP/1.1 426 Upgrade Required",
        good.replace(b"dGhlIHNhbXBsZSBub25jZQ==", b"nokey"): b"HTTP/1.1 400 Bad Request",
        good.replace(b"\r\n\r\n", b"\r\nOrigin: https://elsewhere.example\r\n\r\n"): (
            b"HTTP/1.1 403 Forbidden"
        ),
    }
    for request, refusal in wrong.items():
        assert await answer(served, request) == refusal


async def test_everybody_is_told_to_come_back_when_the_server_ends(served: Served):
    reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
    writer.write(greeting("127.0.0.1", served.port))
    await reader.readuntil(b'"hello"')
    stopping = asyncio.create_task(served.stop())
    async with asyncio.timeout(5):
        rest = await reader.readuntil((1012).to_bytes(2, "big"))
    assert b'{"t":"bye","d":{"retry":2.0,"reason":"restart"}}' in rest
    writer.close()
    async with asyncio.timeout(8):
        await stopping
