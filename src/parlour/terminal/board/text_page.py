"""A text over the board, such as the rulebook."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Footer, Markdown


class TextPage(ModalScreen[None]):
    """Markdown that can be scrolled; any of these keys closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,question_mark", "dismiss", "Close")
    ]
    DEFAULT_CSS = """
    TextPage { align: center middle; }
    TextPage VerticalScroll { width: 90%; height: 90%; }
    TextPage VerticalScroll { border: round $primary; background: $surface; }
    """

    def __init__(self, markdown: str) -> None:
        super().__init__()
        self.markdown = markdown

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Markdown(self.markdown)
        yield Footer()
