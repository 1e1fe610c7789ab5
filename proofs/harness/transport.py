"""A transport without a socket, for connections that are driven in one process."""

from __future__ import annotations

import asyncio
from typing import Any


class LocalTransport(asyncio.Transport):
    """Passes for a loopback socket that never fills; subclasses say what happens to data."""

    def get_write_buffer_size(self) -> int:
        return 0

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        pass

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return ("127.0.0.1", 1) if name == "peername" else default
