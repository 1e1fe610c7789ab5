"""Running a hall: uvicorn around the application, and an orderly end."""

from __future__ import annotations

import asyncio
import contextlib

import uvicorn

from parlour.hall import wire
from parlour.hall.app import make_app
from parlour.hall.config import Config
from parlour.hall.house import open_house

COME_BACK = 2.0
"""Seconds after which clients are told to come back, when the hall goes away."""


async def serve(config: Config) -> None:
    """Run until told to stop (SIGTERM, Ctrl-C); then tell everybody, keep everything, and go."""
    config.check()
    house = await open_house(config)
    app = make_app(house)
    server = uvicorn.Server(
        uvicorn.Config(
            app,
            host=config.host,
            port=config.port,
            ws="wsproto",
            ws_max_size=wire.LARGEST,
            ws_per_message_deflate=False,
            lifespan="off",
            log_level="warning",
            server_header=False,
            timeout_graceful_shutdown=4,
            proxy_headers=config.proxy != "",
            forwarded_allow_ips=config.proxy or None,
        )
    )
    running = asyncio.create_task(server.serve())
    while not server.should_exit and not running.done():
        await asyncio.sleep(0.05)
    house.sockets.close_all(wire.frame("bye", wire.Bye(COME_BACK)))
    with contextlib.suppress(asyncio.CancelledError):
        await running
    await house.close()
