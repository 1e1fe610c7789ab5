"""A long text to read, such as a rulebook: Markdown, drawn for a terminal or plain in a pipe."""

from __future__ import annotations

import os
import re
from io import StringIO

import click

WIDEST = 100

_image = re.compile(r"!\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])|<img\b[^>]*>", re.IGNORECASE)
_blank_lines = re.compile(r"\n{3,}")


def without_images(markdown: str) -> str:
    """A text without its pictures. One within a sentence is replaced by the words that describe it;
    one that stands alone is left out, together with a paragraph that introduces it: both speak of
    what a terminal does not show."""

    def described(image: re.Match[str]) -> str:
        tag = re.search(r"""\balt=(["'])(.*?)\1""", image[0], re.IGNORECASE | re.DOTALL)
        words = (image[1] or (tag[2] if tag else "")).strip()
        return f"({words})" if words else ""

    lines = _without_introductions(markdown).split("\n")
    lines = ["" if _alone(line) else _image.sub(described, line) for line in lines]
    return _blank_lines.sub("\n\n", "\n".join(lines))


def _without_introductions(markdown: str) -> str:
    """A text without the paragraphs that end in a colon before a picture."""
    paragraphs = markdown.split("\n\n")
    return "\n\n".join(
        paragraph
        for paragraph, following in zip(paragraphs, [*paragraphs[1:], ""], strict=True)
        if not (paragraph.endswith(":") and _alone(following))
    )


def _alone(text: str) -> bool:
    """Is there nothing but pictures in a line or a paragraph?"""
    return bool(_image.search(text)) and not _image.sub("", text).strip()


def show_page(markdown: str, on_screen: bool) -> None:
    """Show a text page by page on a screen, or just write it."""
    text = without_images(markdown)
    if on_screen:
        click.echo_via_pager(drawn(text))
    else:
        click.echo(text)


def drawn(markdown: str) -> str:
    """Markdown as a terminal shows it: headings, lists, tables, and colour unless unwanted."""
    from rich.console import Console  # takes a moment to import
    from rich.markdown import Markdown

    console = Console(
        file=StringIO(), force_terminal=True, no_color=bool(os.environ.get("NO_COLOR"))
    )
    console.width = min(console.width, WIDEST)
    with console.capture() as captured:
        console.print(Markdown(markdown))
    return captured.get()
