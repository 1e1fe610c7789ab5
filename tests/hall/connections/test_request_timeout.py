"""An incomplete request does not occupy a connection for ever."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
import uvicorn

from parlour.hall import server
from parlour.hall.app import make_app
from parlour.hall.connections import request_timeout
from parlour.hall.operating.config import Config
from parlour.hall.operating.metrics import mistakes
from parlour.hall.services import open_services
from proofs.harness.websocket_client import handshake

BODY = b'{"name":"Ann"}'
HEAD = (
    b"POST /api/guests HTTP/1.1\r\nHost: hall\r\nContent-Type: application/json\r\n"
    b"Content-Length: %d\r\n\r\n" % len(BODY)
)
LATE = b"HTTP/1.1 408 Request Timeout"


@asynccontextmanager
async def a_server(folder: Path) -> AsyncGenerator[int]:
    """A hall with the settings of `parlour serve`, in this process; its port."""
    config = Config(database=f"sqlite:{folder / 'hall.db'}")
    services = await open_services(config)
    listening = socket.create_server(("127.0.0.1", 0))
    running = uvicorn.Server(server._uvicorn_config(config, services, make_app(services)))
    task = asyncio.create_task(running.serve([listening]))
    try:
        yield listening.getsockname()[1]
    finally:
        services.streams.close_all()
        running.should_exit = True
        await task
        listening.close()
        await services.close()


async def sent(port: int, *pieces: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for piece in pieces:
        writer.write(piece)
        await asyncio.sleep(0)
    return reader, writer


async def to_its_end(reader: asyncio.StreamReader) -> bytes:
    """All that comes until the server ends the connection, also if it resets it."""
    received = b""
    async with asyncio.timeout(20):
        with suppress(ConnectionResetError):
            while block := await reader.read(65_536):
                received += block
    return received


@pytest.mark.parametrize(
    "half",
    [b"", b"GET / HT", HEAD[:-2], HEAD[:40]],
    ids=["nothing", "half a line", "no end of the head", "half a head"],
)
async def test_an_incomplete_head_times_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, half: bytes
):
    monkeypatch.setattr(request_timeout, "HEAD", 0.1)
    async with a_server(tmp_path) as port:
        reader, writer = await sent(port, half)
        answer = await to_its_end(reader)
        assert answer.startswith(LATE) if half else answer == b""
        writer.close()


async def test_an_incomplete_body_times_out_without_an_internal_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(request_timeout, "BODY", 0.1)
    before = mistakes._value.get()
    async with a_server(tmp_path) as port:
        reader, writer = await sent(port, HEAD, BODY[:5])
        assert (await to_its_end(reader)).startswith(LATE)
        writer.close()
    assert mistakes._value.get() == before


async def test_single_bytes_do_not_extend_the_time_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(request_timeout, "HEAD", 0.3)
    async with a_server(tmp_path) as port:
        reader, writer = await sent(port)
        answer = asyncio.create_task(to_its_end(reader))
        while not answer.done():
            writer.write(b"G")  # a method without end
            await asyncio.sleep(0.01)
        assert (await answer).startswith(LATE)
        writer.close()


async def test_the_second_request_of_a_connection_has_its_time_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(request_timeout, "HEAD", 0.2)
    async with a_server(tmp_path) as port:
        reader, writer = await sent(port, HEAD + BODY)
        assert b" 201 " in await reader.readline()
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"GET /healthz HT")
        assert LATE in await to_its_end(reader)
        writer.close()


async def test_streams_and_sockets_are_not_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(request_timeout, "HEAD", 0.1)
    monkeypatch.setattr(request_timeout, "BODY", 0.1)
    async with a_server(tmp_path) as port:
        reader, writer = await sent(port, handshake("127.0.0.1", port))
        late, later = await sent(port, b"GET")  # a measure of time: it is cut before
        assert (await to_its_end(late)).startswith(LATE)
        writer.write(b"\x89\x80\x00\x00\x00\x00")  # a ping
        async with asyncio.timeout(20):
            await reader.readuntil(b"\x8a\x00")
        for one in (writer, later):
            one.close()
