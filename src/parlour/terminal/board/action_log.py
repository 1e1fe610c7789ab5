"""The list of actions beside the board."""

from __future__ import annotations

from textwrap import wrap
from typing import NamedTuple

from textual.events import Resize
from textual.widgets import RichLog

INDENT = " " * 5  # under the number of an action


class LogEntry(NamedTuple):
    """An action with its number, or a chat message."""

    text: str
    is_action: bool


class ActionLog(RichLog, can_focus=False):  # no key would do anything here
    """Keeps the latest action visible when the size of the screen changes."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id, wrap=True, min_width=1)
        self.entries: list[LogEntry] = []
        self.columns = 0  # unknown before the first layout

    def list_action(self, number: int, text: str) -> None:
        self._add(LogEntry(f"{number:3}. {text}", is_action=True))

    def note(self, text: str) -> None:
        """Add a text that is not an action, such as a chat message."""
        self._add(LogEntry(text, is_action=False))

    def clear_actions(self) -> None:
        """Remove the actions, to list them again; notes stay."""
        self.entries = [entry for entry in self.entries if not entry.is_action]
        self._write_all()

    def on_resize(self, event: Resize) -> None:
        """Wrap the lines for the new width, and scroll: buttons below leave less height."""
        columns = self.scrollable_content_region.width if event.size else 0
        if columns != self.columns:
            self.columns = columns
            self._write_all()
        self.call_after_refresh(self.scroll_end, animate=False)  # once all is written

    def _add(self, entry: LogEntry) -> None:
        self.entries.append(entry)
        self._write(entry)

    def _write_all(self) -> None:
        self.clear()
        for entry in self.entries:
            self._write(entry)

    def _write(self, entry: LogEntry) -> None:
        if self.columns > len(INDENT):
            indent = INDENT if entry.is_action else ""
            self.write("\n".join(wrap(entry.text, self.columns, subsequent_indent=indent)))
