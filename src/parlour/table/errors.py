"""Parlour's exceptions. Each has a sentence for the user."""

from __future__ import annotations

from typing import Any

from parlour.table.sentences import Sentence, Value


class ParlourError(Exception):
    """The base of all errors caused by input; `str()` is the sentence."""

    def __init__(self, sentence: Sentence | str, **values: Value) -> None:
        self.sentence = Sentence(sentence, **values) if isinstance(sentence, str) else sentence
        super().__init__(self.sentence)

    def __str__(self) -> str:
        return str(self.sentence)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.sentence,)


class IllegalAction(ParlourError):
    """The action is not legal in this state."""


class NotYourTurn(IllegalAction):
    """The seat is not to act now."""


class Forfeit(ParlourError):
    """A player failed or broke a rule of the match, and loses it."""


class Stopped(ParlourError):
    """The user interrupted a long operation; `str()` says how far it got."""


class BadText(ParlourError):
    """The text cannot be parsed."""


class BadSettings(ParlourError):
    """An unknown game, an unknown setting or an invalid value."""


class BadBuffer(ParlourError):
    """A buffer that cannot take what is to be written into it."""


class BadRecord(ParlourError):
    """The record is malformed, or the rules do not allow its events."""
