"""The HTTP connections of this process: one address may hold only so many of them open."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

from parlour.hall.connections.peer import is_own, peer_address
from parlour.hall.connections.request_timeout import TimedProtocol
from parlour.hall.operating.config import Config

_full = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 10\r\nContent-Length: 0\r\n"
    b"Connection: close\r\n\r\n"
)


class HttpConnections:
    """Counts open connections by address. Those of this machine and of the proxy, which may belong
    to anybody, are not limited."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self._of: Counter[str] = Counter()

    def connection(self, **more: Any) -> CountedProtocol:
        """The protocol of a new connection, called by uvicorn."""
        return CountedProtocol(self, **more)

    def admit(self, host: str) -> str | None:
        """Count a connection and return its address; None if the address has too many."""
        scope = {"client": (host, 0)}
        if is_own(scope) or host == self._config.proxy:
            return ""
        address = peer_address(scope)
        if self._of[address] >= self._config.connections_per_address:
            return None
        self._of[address] += 1
        return address

    def release(self, address: str) -> None:
        """A connection has ended, or has become a WebSocket, which is counted as such."""
        if address:
            self._of[address] -= 1
            if not self._of[address]:
                del self._of[address]


class CountedProtocol(TimedProtocol):
    """A connection that counts while it is open."""

    def __init__(self, connections: HttpConnections, **more: Any) -> None:
        super().__init__(**more)
        self._connections = connections
        self._address: str | None = None  # None before it is admitted, and once it is released

    def connection_made(self, transport: asyncio.Transport) -> None:  # pyright: ignore[reportIncompatibleMethodOverride] - as uvicorn has it
        peer = transport.get_extra_info("peername")
        self._address = self._connections.admit(str(peer[0]) if peer else "")
        if self._address is None:
            transport.write(_full)
            transport.set_protocol(asyncio.Protocol())
            transport.close()
            return
        super().connection_made(transport)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.transport.get_protocol() is not self:  # it is a WebSocket now
            self._release()

    def connection_lost(self, exc: Exception | None) -> None:
        self._release()
        super().connection_lost(exc)

    def _release(self) -> None:
        if self._address is not None:
            self._connections.release(self._address)
            self._address = None
