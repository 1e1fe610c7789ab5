"""Links: all accepted forms, and refusals of the rest."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.client.link import Link, MatchRef, read_link
from parlour.table.errors import BadText


@pytest.mark.parametrize(
    ("given", "link"),
    [
        ("localhost", Link("http://localhost:8722")),
        ("host:99", Link("http://host:99")),
        ("https://play.example/", Link("https://play.example")),
        ("[::1]:8000", Link("http://[::1]:8000")),
        ("http://h:1/#abc.d-_e", Link("http://h:1", MatchRef("abc", "d-_e"))),
        ("http://h:1/#abc", Link("http://h:1", MatchRef("abc"))),
    ],
)
def test_what_people_write(given: str, link: Link):
    assert read_link(given) == link
    assert read_link(str(link)) == link


def test_a_match_may_be_named_besides_the_address_but_not_twice():
    assert read_link("h:1", "abc.de").match_ref == MatchRef("abc", "de")
    with pytest.raises(BadText, match="already names a match"):
        read_link("h:1/#abc", "abc")


@pytest.mark.parametrize(
    "given", ["", "ftp://h", "http://", "h:port", "http://a b", "http://h/x/y", "h:99999999", "#a"]
)
def test_an_invalid_link_is_refused_with_a_sentence(given: str):
    with pytest.raises(BadText, match="write the address of a server as"):
        read_link(given)


@settings(deadline=None)
@given(st.text(max_size=40), st.text(max_size=20))
def test_any_text_is_a_link_or_refused_with_a_sentence(address: str, match_ref: str):
    link = None
    with suppress(BadText):
        link = read_link(address, match_ref)
    assert link is None or read_link(str(link)) == link


def test_the_socket_of_a_hall():
    assert read_link("https://h").socket == "wss://h/socket"
    assert read_link("h:5").socket == "ws://h:5/socket"
