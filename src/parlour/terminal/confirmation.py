"""Choices that count only when they are repeated at once, such as resigning."""

from __future__ import annotations

from collections.abc import Hashable


class Confirmation:
    """Holds what was asked about last, until it is repeated or cancelled by anything else."""

    def __init__(self) -> None:
        self._pending: Hashable = None

    def ask(self, choice: Hashable) -> None:
        """The person has been asked to repeat this choice."""
        self._pending = choice

    def confirms(self, choice: Hashable) -> bool:
        """Does this choice repeat the one that was asked about? The question is over either way."""
        pending, self._pending = self._pending, None
        return pending is not None and pending == choice

    def cancel(self) -> None:
        """Something else has happened."""
        self._pending = None
