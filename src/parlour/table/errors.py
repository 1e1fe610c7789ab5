"""The one small family of errors. Each carries a sentence to a person."""

from __future__ import annotations

from typing import Any

from parlour.table.sentences import Sentence, Value


class ParlourError(Exception):
    """Something a person or a program asked for that cannot be; `str()` says why."""

    def __init__(self, sentence: Sentence | str, **values: Value) -> None:
        self.sentence = Sentence(sentence, **values) if isinstance(sentence, str) else sentence
        super().__init__(self.sentence)

    def __str__(self) -> str:
        return str(self.sentence)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.sentence,)


class IllegalAction(ParlourError):
    """The rules do not allow this now."""


class NotYourTurn(IllegalAction):
    """Somebody else decides now."""


class Forfeit(ParlourError):
    """A player cannot go on, or must not, and loses its match by it."""


class Stopped(ParlourError):
    """Somebody has interrupted it; `str()` says how far it came."""


class BadText(ParlourError):
    """This text cannot be read."""


class BadSettings(ParlourError):
    """No such game, no such setting, or not a value it may have."""


class BadRecord(ParlourError):
    """This is no record of a match that could have been played."""
