"""A time limit for a request to arrive: its head, then its body.

uvicorn waits without limit for the rest of a request (its keep-alive limit is between requests), so
an incomplete request would occupy a connection and memory for ever.
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD = 10.0
"""Seconds for the head, from the connection or from the first byte of a further request."""
BODY = 20.0
"""Seconds from the end of the head to the end of the body, which has 64 KiB at most."""

_late = b"HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class TimedProtocol(H11Protocol):
    """uvicorn's protocol, with time limits."""

    _waits_for: Any = None  # the state of the client for which the limit runs
    _limit: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # pyright: ignore[reportIncompatibleMethodOverride] - as uvicorn has it
        super().connection_made(transport)
        self._wait_for(h11.IDLE)

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_for(None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        upgraded = self.transport.get_protocol() is not self
        self._wait_for(None if upgraded or self.transport.is_closing() else self.conn.their_state)

    def on_response_complete(self) -> None:
        """From here on uvicorn's keep-alive limit runs, until the next byte."""
        super().on_response_complete()
        if self.conn.their_state is h11.IDLE:
            self._wait_for(None)

    def _wait_for(self, state: Any) -> None:
        """Start the limit of a state; bytes that do not change the state do not restart it."""
        if state is self._waits_for and self._limit is not None:
            return
        if self._limit is not None:
            self._limit.cancel()
        self._waits_for, self._limit = state, None
        seconds = {h11.IDLE: HEAD, h11.SEND_BODY: BODY}.get(state)
        if seconds is not None:
            self._limit = self.loop.call_later(seconds, self._give_up)

    def _give_up(self) -> None:
        """Send status 408, unless a response has begun, and close the connection."""
        self._limit = None
        answering = self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE)
        anything = self._waits_for is not h11.IDLE or self.conn.trailing_data[0]
        if anything and not answering:
            self.transport.write(_late)
        self.transport.close()
