"""Choices that have to be repeated at once."""

from __future__ import annotations

from parlour.terminal.confirmation import Confirmation


def test_a_choice_counts_when_it_is_repeated():
    confirmation = Confirmation()
    assert not confirmation.confirms("resign")
    confirmation.ask("resign")
    assert confirmation.confirms("resign")
    assert not confirmation.confirms("resign")  # the next time it is asked again


def test_another_choice_or_anything_else_in_between_cancels_it():
    confirmation = Confirmation()
    confirmation.ask(3)
    assert not confirmation.confirms(4)
    assert not confirmation.confirms(3)
    confirmation.ask(3)
    confirmation.cancel()
    assert not confirmation.confirms(3)
