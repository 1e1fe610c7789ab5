"""Choices that have to be repeated at once."""

from __future__ import annotations

from parlour.terminal.confirmation import Confirmation


def test_a_choice_counts_when_it_is_repeated():
    confirmation = Confirmation()
    assert not confirmation.given("resign")
    confirmation.ask("resign")
    assert confirmation.given("resign")
    assert not confirmation.given("resign")  # the next time it is asked again


def test_another_choice_or_anything_else_in_between_cancels_it():
    confirmation = Confirmation()
    confirmation.ask(3)
    assert not confirmation.given(4)
    assert not confirmation.given(3)
    confirmation.ask(3)
    confirmation.cancel()
    assert not confirmation.given(3)
