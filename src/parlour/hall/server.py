"""Running a hall: uvicorn around the application, and an orderly end."""

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
from parlour.hall.connections.request_timeout import TimedProtocol
from parlour.hall.operating import gc_policy, logs
from parlour.hall.operating.config import Config
from parlour.hall.operating.open_files import affordable_sockets
from parlour.hall.operating.public_urls import addresses
from parlour.hall.services import Services, open_services
from parlour.table.errors import BadSettings
from parlour.wire import messages

COME_BACK = 2.0
"""Seconds after which clients are told to come back, when the hall goes away."""
GOODBYES, LAST_ANSWERS = 2.0, 2
"""Seconds for telling everybody that, and then for answers that are under way: 5 in all."""
TURN = 0.0005
"""Seconds for which the loop may go on while the thread that has been to the disk waits to say so;
Python's own five milliseconds would be added to every move."""

log = structlog.get_logger("parlour.hall")


class _Server(uvicorn.Server):
    """Leaves the signals to us: the hall has things to do after the last answer."""

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None]:
        yield


async def serve(config: Config, opened: Callable[[], None] = lambda: None) -> None:
    """Run until told to stop (SIGTERM, Ctrl-C); then tell everybody, keep everything, and go.

    `opened` is called as soon as people can come."""
    config.check()
    logs.set_up()
    sockets = affordable_sockets(config.sockets)
    if sockets < config.sockets:
        log.warning("the system limits the number of sockets", count=sockets)
        config = msgspec.structs.replace(config, sockets=sockets)
    listening = _listen(config)
    services = await open_services(config)
    server = _Server(_settings(config, services, make_app(services)))
    gc_policy.look_seldom()
    sys.setswitchinterval(TURN)
    running = asyncio.create_task(server.serve([listening]))
    opened()
    log.info("open", address=addresses(config)[0],
             version=__version__)  # fmt: skip
    try:
        await _until_told(running)
        await _say_goodbye(services)
        server.should_exit = True
        await running
    finally:
        listening.close()
        await services.close()
    log.info("closed")


def _listen(config: Config) -> socket.socket:
    """Take the address before anything else, so that it is a sentence if somebody has it."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    try:
        return socket.create_server((config.host, config.port), family=family)
    except OSError as error:
        reason = error.strerror or str(error)
        where = f"{config.host}:{config.port}"
        raise BadSettings("hall.cannot_listen", address=where, reason=reason) from None


def _settings(config: Config, services: Services, app: object) -> uvicorn.Config:
    return uvicorn.Config(
        app,  # pyright: ignore[reportArgumentType] - any ASGI application
        http=TimedProtocol,
        ws=services.sockets.connection,  # pyright: ignore[reportArgumentType] - makes a protocol
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=LAST_ANSWERS,
        proxy_headers=config.proxy != "",
        forwarded_allow_ips=config.proxy or None,
    )


async def _until_told(running: asyncio.Task[None]) -> None:
    """Wait for a signal; or until the server ends by itself, as where its port is taken."""
    told = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, told.set)
    waiting = asyncio.create_task(told.wait())
    await asyncio.wait([running, waiting], return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()


async def _say_goodbye(services: Services) -> None:
    log.info("closing", count=len(services.sockets))
    services.streams.close_all()
    services.sockets.close_all(messages.frame("bye", messages.Bye(COME_BACK)))
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(GOODBYES):
            while len(services.sockets):
                await asyncio.sleep(0.02)
