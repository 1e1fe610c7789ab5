"""Running a hall: uvicorn around the application, and an orderly shutdown."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
import sys
from collections.abc import Callable, Generator

import msgspec
import structlog
import uvicorn

from parlour import __version__
from parlour.hall.app import make_app
from parlour.hall.connections.http_connections import HttpConnections
from parlour.hall.operating import gc_policy, logs
from parlour.hall.operating.config import Config
from parlour.hall.operating.open_files import affordable_sockets
from parlour.hall.operating.public_urls import public_urls
from parlour.hall.services import Services, open_services
from parlour.table.errors import BadSettings
from parlour.wire import messages

RECONNECT_AFTER = 2.0
"""Seconds after which clients should reconnect when the hall shuts down."""
GOODBYE_TIMEOUT, RESPONSE_TIMEOUT = 2.0, 2
"""Seconds for saying goodbye to clients, and then for responses in progress: 5 in all."""
SWITCH_INTERVAL = 0.0005
"""Seconds for which the loop may hold the GIL while the thread that committed waits for it.
Python's default of five milliseconds would be added to every move."""

log = structlog.get_logger("parlour.hall")


class _Server(uvicorn.Server):
    """Leaves signals to us: the hall still has work to do after the last response."""

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None]:
        yield


async def serve(config: Config, opened: Callable[[], None] = lambda: None) -> None:
    """Run until SIGTERM or Ctrl-C; then say goodbye to clients, write what is pending, and stop.

    `opened` is called as soon as clients can connect."""
    config.check()
    logs.set_up()
    sockets = affordable_sockets(config.sockets)
    if sockets < config.sockets:
        log.warning("the system limits the number of sockets", count=sockets)
        config = msgspec.structs.replace(config, sockets=sockets)
    server_socket = _listen(config)
    services = await open_services(config)
    server = _Server(_uvicorn_config(config, services, make_app(services)))
    gc_policy.configure_gc()
    sys.setswitchinterval(SWITCH_INTERVAL)
    running = asyncio.create_task(server.serve([server_socket]))
    opened()
    log.info("open", address=public_urls(config)[0],
             version=__version__)  # fmt: skip
    try:
        await _until_signal(running)
        await _say_goodbye(services)
        server.should_exit = True
        await running
    finally:
        server_socket.close()
        await services.close()
    log.info("closed")


def _listen(config: Config) -> socket.socket:
    """Bind the address before anything else, so that a conflict is reported as a sentence."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    try:
        return socket.create_server((config.host, config.port), family=family)
    except OSError as error:
        reason = error.strerror or str(error)
        where = f"{config.host}:{config.port}"
        raise BadSettings("hall.cannot_listen", address=where, reason=reason) from None


def _uvicorn_config(config: Config, services: Services, app: object) -> uvicorn.Config:
    return uvicorn.Config(
        app,  # pyright: ignore[reportArgumentType] - any ASGI application
        http=HttpConnections(config).connection,  # pyright: ignore[reportArgumentType] - makes a protocol
        ws=services.sockets.connection,  # pyright: ignore[reportArgumentType] - makes a protocol
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=RESPONSE_TIMEOUT,
        proxy_headers=config.proxy != "",
        forwarded_allow_ips=config.proxy or None,
    )


async def _until_signal(running: asyncio.Task[None]) -> None:
    """Wait for a signal, or until the server ends by itself."""
    signalled = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, signalled.set)
    waiting = asyncio.create_task(signalled.wait())
    await asyncio.wait([running, waiting], return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()


async def _say_goodbye(services: Services) -> None:
    log.info("closing", count=len(services.sockets))
    services.streams.close_all()
    services.sockets.close_all(messages.frame("bye", messages.Bye(RECONNECT_AFTER)))
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(GOODBYE_TIMEOUT):
            while len(services.sockets):
                await asyncio.sleep(0.02)
