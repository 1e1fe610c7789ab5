"""Long texts such as rulebooks: Markdown, formatted page by page on a terminal, plain in a pipe."""

from __future__ import annotations

import os
import re
from io import StringIO

import click

WIDEST = 100

_image = re.compile(r"!\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])|<img\b[^>]*>", re.IGNORECASE)
_blank_lines = re.compile(r"\n{3,}")


def without_images(markdown: str) -> str:
    """A text without its images. An image within a sentence becomes its description; an image that
    stands alone is removed, together with a paragraph that introduces it."""

    def description(image: re.Match[str]) -> str:
        tag = re.search(r"""\balt=(["'])(.*?)\1""", image[0], re.IGNORECASE | re.DOTALL)
        words = (image[1] or (tag[2] if tag else "")).strip()
        return f"({words})" if words else ""

    lines = _without_introductions(markdown).split("\n")
    lines = ["" if _only_images(line) else _image.sub(description, line) for line in lines]
    return _blank_lines.sub("\n\n", "\n".join(lines))


def _without_introductions(markdown: str) -> str:
    """A text without the paragraphs that end in a colon before an image."""
    paragraphs = markdown.split("\n\n")
    return "\n\n".join(
        paragraph
        for paragraph, following in zip(paragraphs, [*paragraphs[1:], ""], strict=True)
        if not (paragraph.endswith(":") and _only_images(following))
    )


def _only_images(text: str) -> bool:
    """Is there nothing but images in a line or a paragraph?"""
    return bool(_image.search(text)) and not _image.sub("", text).strip()


def show_page(markdown: str, on_screen: bool) -> None:
    """Show a text page by page on a screen, or write it to a pipe."""
    text = without_images(markdown)
    if on_screen:
        click.echo_via_pager(formatted(text))
    else:
        click.echo(text)


def formatted(markdown: str) -> str:
    """Markdown formatted for a terminal, in colour unless NO_COLOR is set."""
    from rich.console import Console  # rich takes a moment to import
    from rich.markdown import Markdown

    console = Console(
        file=StringIO(), force_terminal=True, no_color=bool(os.environ.get("NO_COLOR"))
    )
    console.width = min(console.width, WIDEST)
    with console.capture() as captured:
        console.print(Markdown(markdown))
    return captured.get()
