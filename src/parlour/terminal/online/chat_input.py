"""A line of chat, entered over the board."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Label

from parlour.table.sentences import Sentence
from parlour.terminal.online.lines.commands import LONGEST_MESSAGE
from parlour.wire.plain_text import plain


class ChatInput(ModalScreen[str]):
    """Gives the text, or an empty one if it is closed."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss('')", "Close")]
    DEFAULT_CSS = """
    ChatInput { align: center bottom; }
    ChatInput Vertical { height: auto; border: round $primary; background: $surface; }
    """

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Label(str(Sentence("terminal.online_talk")), markup=False)
            yield Input(max_length=LONGEST_MESSAGE)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(plain(event.value))
