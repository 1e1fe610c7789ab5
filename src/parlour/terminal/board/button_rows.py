"""The buttons below the board."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from textual.containers import Horizontal, Vertical
from textual.widgets import Button


class ButtonState(NamedTuple):
    """A button as it has to be shown."""

    site: str
    label: str
    enabled: bool
    hinted: bool

    @property
    def width(self) -> int:
        """In columns, with its margins."""
        return max(6, len(self.label) + 2) + 2


class ButtonRows(Vertical):
    """Buttons in as many rows as they need."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self._rebuild_lock = asyncio.Lock()

    async def rebuild(self, current: Callable[[], Sequence[ButtonState]], width: int) -> None:
        """Replace all buttons. Only one call at a time does so, and each asks for the `current`
        state then: it may change while the call waits."""
        async with self._rebuild_lock:
            await self.remove_children()
            for row in in_rows(current(), width):
                buttons = (
                    Button(
                        button.label,
                        "primary" if button.hinted else "default",
                        name=button.site,
                        disabled=not button.enabled,
                    )
                    for button in row
                )
                await self.mount(Horizontal(*buttons))


def in_rows(buttons: Sequence[ButtonState], width: int) -> Iterator[list[ButtonState]]:
    """Rows that fit the width; a button that is wider has a row of its own."""
    row: list[ButtonState] = []
    left = width
    for button in buttons:
        if row and button.width > left:
            yield row
            row, left = [], width
        row.append(button)
        left -= button.width
    if row:
        yield row
