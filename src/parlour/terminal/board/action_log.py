"""The list of actions beside the board."""

from __future__ import annotations

from textwrap import wrap
from typing import NamedTuple

from textual.events import Resize
from textual.widgets import RichLog

INDENT = " " * 5  # under the number of an action


class Line(NamedTuple):
    """An action with its number, or something that was said."""

    text: str
    is_action: bool


class ActionLog(RichLog, can_focus=False):  # Tab would lead to where no key does anything
    """Shows the latest action, whatever becomes of the size of the screen."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id, wrap=True, min_width=1)
        self.entries: list[Line] = []
        self.room = 0  # columns; none before the first layout

    def list_action(self, number: int, text: str) -> None:
        self._add(Line(f"{number:3}. {text}", is_action=True))

    def note(self, text: str) -> None:
        """Something that is no action, such as what a player says."""
        self._add(Line(text, is_action=False))

    def forget_actions(self) -> None:
        """The actions will be listed anew; what was said stays."""
        self.entries = [line for line in self.entries if not line.is_action]
        self._write_all()

    def on_resize(self, event: Resize) -> None:
        """Lines are broken for the new width; buttons below the board leave less height."""
        room = self.scrollable_content_region.width if event.size else 0
        if room != self.room:
            self.room = room
            self._write_all()
        self.call_after_refresh(self.scroll_end, animate=False)  # when all of it is written

    def _add(self, line: Line) -> None:
        self.entries.append(line)
        self._write(line)

    def _write_all(self) -> None:
        self.clear()
        for line in self.entries:
            self._write(line)

    def _write(self, line: Line) -> None:
        if self.room > len(INDENT):
            indent = INDENT if line.is_action else ""
            self.write("\n".join(wrap(line.text, self.room, subsequent_indent=indent)))
