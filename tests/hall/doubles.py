"""Test doubles for the hall: a clock that the test sets, and a listener that records messages."""

from __future__ import annotations

from typing import Any

import msgspec

from parlour.hall.rooms.room import Room


class ManualClock:
    """Shows the time that the test sets; each reading may also advance it by `tick`."""

    def __init__(self, time: float = 1_000_000.0, *, tick: float = 0.0) -> None:
        self.time = time
        self.tick = tick

    def wall(self) -> float:
        self.time += self.tick
        return self.time


class RecordingListener:
    """A listener in a room that records the messages it was sent."""

    def __init__(self, *seats: int) -> None:
        self.seats: tuple[int, ...] = seats
        self.viewer: int | None = None
        self.texts: list[str] = []

    def update_seats(self, room: Room) -> None:
        """The seats stay as the test has set them."""

    def send(self, text: str) -> None:
        self.texts.append(text)

    def frames(self, kind: str | None = None) -> list[dict[str, Any]]:
        frames = [msgspec.json.decode(text) for text in self.texts]
        return [frame for frame in frames if kind in (None, frame["t"])]

    def kinds(self) -> list[str]:
        return [frame["t"] for frame in self.frames()]

    def last(self) -> dict[str, Any]:
        return msgspec.json.decode(self.texts[-1])

    def clear(self) -> None:
        self.texts.clear()
