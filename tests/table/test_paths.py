"""Paths: the trie of sites that a front end walks."""

from __future__ import annotations

import pytest

from parlour.table.paths import Paths

WAYS = [(("a", "b"), 1), (("b", "a"), 1), (("a", "c", "done"), 2), (("end",), 3)]


def test_a_front_end_walks_from_site_to_site():
    paths = Paths.of(WAYS)
    assert paths.next() == ("a", "b", "end")
    assert paths.next(["a"]) == ("b", "c")
    assert paths.action(["a"]) is None
    assert paths.action(["a", "b"]) == 1
    assert paths.action(["b", "a"]) == 1
    assert paths.action(["a", "c", "done"]) == 2


def test_nothing_follows_a_complete_path_or_a_wrong_site():
    paths = Paths.of(WAYS)
    for touched in (["end"], ["end", "a"], ["x"], ["a", "b", "c"], ["a", "x"]):
        assert paths.next(touched) == ()
    assert paths.action(["end", "a"]) is None
    assert paths.at(["x"]) is None


def test_every_path_can_be_listed():
    assert sorted(Paths.of(WAYS)) == sorted(WAYS)


def test_paths_are_equal_if_they_lead_to_the_same():
    assert Paths.of(WAYS) == Paths.of(reversed(WAYS))
    assert Paths.of(WAYS) != Paths.of(WAYS[:3])
    assert Paths.of(WAYS) == Paths(Paths.of(WAYS).tree)
    assert Paths() != 5


def test_no_paths_are_false():
    assert not Paths()
    assert Paths.of(WAYS)


@pytest.mark.parametrize(
    "ways",
    [
        [(("a",), 1), (("a", "b"), 2)],
        [(("a", "b"), 2), (("a",), 1)],
        [(("a",), 1), (("a",), 2)],
    ],
)
def test_no_path_is_the_beginning_of_another_and_none_leads_to_two_actions(
    ways: list[tuple[tuple[str, ...], int]],
):
    with pytest.raises(ValueError):
        Paths.of(ways)


def test_the_same_path_may_be_added_twice():
    assert sorted(Paths.of([(("a", "b"), 1), (("a", "b"), 1)])) == [(("a", "b"), 1)]


def test_touching_goes_on_lets_go_or_begins_anew():
    paths = Paths.of([(("a", "b", "done"), 1), (("c",), 2), (("a", "a"), 3)])
    assert paths.touch((), "a") == ("a",)
    assert paths.touch(("a",), "b") == ("a", "b")
    assert paths.touch(("a",), "a") == ("a", "a"), "a site that may be touched twice goes on"
    assert paths.touch(("a", "b"), "b") == ("a",), "one that may not is let go"
    assert paths.touch(("a", "b"), "c") == ("c",)
    assert paths.touch(("a", "b"), "x") is None
