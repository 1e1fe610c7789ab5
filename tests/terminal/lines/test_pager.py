"""Long texts: pictures become words, and a screen shows more than a pipe."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

import parlour
from parlour.table.looks.rulebook import rulebook
from parlour.terminal.lines.pager import formatted, without_images


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("See ![a pawn](pawn.svg) here", "See (a pawn) here"),
        ("![The board, [start]](b.svg)", "![The board, [start]](b.svg)"),
        ("one\n\n![](b.svg)\n\ntwo", "one\n\ntwo"),
        ("it is ![a pawn][pawn]", "it is (a pawn)"),
        ("it is <img src='x.svg' alt='a pawn'>", "it is (a pawn)"),
        ('it is <IMG ALT="it\'s a pawn" src="x.svg"/>', "it is (it's a pawn)"),
        ("it is <img src='x.svg'>", "it is "),
        ("both ![a](x.svg)![b](y.svg)", "both (a)(b)"),
        ("[a link](x.svg) stays!", "[a link](x.svg) stays!"),
    ],
)
def test_a_picture_in_a_sentence_is_replaced_by_what_describes_it(markdown: str, text: str):
    assert without_images(markdown) == text


def test_no_caption_speaks_of_a_picture_that_is_not_shown():
    text = "one\n\n![The match under way](m.svg)\n\n  ![Framed: B1](s.svg)\n\ntwo"
    assert without_images(text) == "one\n\ntwo"


def test_a_paragraph_that_introduces_a_picture_goes_with_it():
    assert without_images("one\n\nAs\nhere:\n\n  ![a](x.svg)\n\ntwo") == "one\n\ntwo"
    drawn_too = "As here:\n\n    x x\n\n![a](x.svg)\n\ntwo"
    assert without_images(drawn_too) == "As here:\n\n    x x\n\ntwo"


@pytest.mark.parametrize("slug", parlour.games())
def test_every_colon_in_a_rulebook_leads_to_something(slug: str):
    """Without its picture, "The same move with a black stone:" led to nothing."""
    paragraphs = without_images(rulebook(parlour.game(slug))).split("\n\n")
    for paragraph, following in pairwise(paragraphs):
        if paragraph.endswith(":"):
            assert following.startswith(("    ", "- ", "|")), paragraph


@pytest.mark.parametrize("slug", parlour.games())
def test_every_rulebook_can_be_drawn_for_a_terminal(slug: str):
    page = formatted(without_images(rulebook(parlour.game(slug))))
    assert page.strip()
    assert "![" not in page
    assert "\n## " not in page


def test_no_colour_where_none_is_wanted(monkeypatch: pytest.MonkeyPatch):
    colour = re.compile(r"\x1b\[([0-9]+;)*[34][0-9]")
    page = "a [link](https://example.org)\n\n- an item with `code`"
    assert colour.search(formatted(page))
    monkeypatch.setenv("NO_COLOR", "1")
    assert not colour.search(formatted(page))
