"""Tags and texts of pictures, to the letter."""

from __future__ import annotations

import pytest

from parlour.drawing.svg_tags import (
    box,
    centred,
    fit,
    move,
    number,
    opening,
    plain,
    tag,
    tooltip,
    width,
    wrap,
    write,
)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (-0.001, "0"),
        (1.0, "1"),
        (10, "10"),
        (2.5, "2.5"),
        (1.236, "1.24"),
        (-0.5, "-0.5"),
    ],
)
def test_numbers_have_two_decimals_at_most(value: float, text: str):
    assert number(value) == text


def test_tags_are_written_with_their_attributes():
    assert tag("a") == "<a/>"
    assert tag("a", "b", "c", x_y=1, id_="d", none=None) == '<a x-y="1" id="d">bc</a>'
    assert opening("a", x='<&">') == '<a x="&lt;&amp;&quot;&gt;">'
    assert move(1.5, -2) == "translate(1.5 -2)"
    assert box(2, 1) == '<rect x="-2" y="-2" width="4" height="4" rx="1"/>'
    assert write("a<", 1, 2, 10) == '<text x="1" y="5.6" font-size="10">a&lt;</text>'
    assert centred("a", 1, 2, 10) == (
        '<text x="1" y="5.6" font-size="10" text-anchor="middle">a</text>'
    )
    assert plain(" a\n\tb\u202e ") == "a b"


def test_a_text_is_as_wide_as_its_letters():
    assert width("ab", 10) == pytest.approx(11.6)
    assert width("日a", 10) == pytest.approx(15.8)
    assert width("Ｗ", 10) == pytest.approx(10)


def test_a_text_is_cut_to_its_room():
    assert fit("ab", 1.16, 1) == "ab"
    assert fit("abcdef", 23.2, 10) == "abc…"
    assert fit("ab cdef", 23.2, 10) == "ab…"
    assert fit("日日日", 25, 10) == "日…"
    assert fit("ab", 0.1, 1) == "…"


def test_a_tooltip_has_about_200_letters():
    assert tooltip("x" * 206) == f"<title>{'x' * 206}</title>"
    assert tooltip("x" * 207) == f"<title>{'x' * 205}…</title>"


def test_words_are_put_into_five_lines_at_most():
    assert wrap([], 10, 1) == []
    assert wrap(["ab", "cd", "ef"], 2.9, 1) == ["ab cd", "ef"]
    assert wrap(["ab", "cd"], 2.8, 1) == ["ab", "cd"]
    assert wrap("abcdefg", 0.58, 1) == ["a", "b", "c", "d", "…"]
    assert wrap("abc", 0.58, 1, most=2) == ["a", "…"]
    assert wrap("ab", 5, 1, gap=" + ") == ["a + b"]
