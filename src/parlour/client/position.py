"""The position of a match as far as a client knows it, made from the moves it was shown.

What was hidden from it is filled in by some action that could have been chosen: a client cannot
tell the difference, and shows or searches nothing that depends on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import msgspec

from parlour.table.errors import BadRecord, ParlourError
from parlour.table.record import Event, step
from parlour.table.registry import find, game
from parlour.table.sentences import Sentence
from parlour.table.state import NOBODY, State
from parlour.wire.messages import Terms


class KnownMove(NamedTuple):
    """A move, the position before it, its action if it is one, and the position after it."""

    event: Event
    before: State
    action: int | None
    after: State


class ReplayedPosition:
    """Follows the moves of one match."""

    def __init__(self, terms: Terms, seed: int | None = None) -> None:
        kind = find(terms.game)
        if kind.version != terms.rules:
            raise BadRecord("hall.rules", game=kind.title, given=terms.rules, ours=kind.version)
        self.game = game(terms.game, **terms.settings).guarded()
        self.known: list[KnownMove] = []
        self._start = self.game.start()
        self._rng = Random(seed)

    @property
    def state(self) -> State:
        """The position now; nobody may change it."""
        return self.known[-1].after if self.known else self._start

    def follow(self, moves: Sequence[Event]) -> list[KnownMove]:
        """Go where the moves lead; those that were not known yet, or not like this."""
        same = 0
        for known, event in zip(self.known, moves, strict=False):
            if known.event != event:
                break
            same += 1
        del self.known[same:]
        for number, event in enumerate(moves[same:], start=same + 1):
            self.known.append(self._step(event, number))
        return self.known[same:]

    def _step(self, event: Event, number: int) -> KnownMove:
        before = self.state
        if event.hidden and (actions := before.actions(event.seat)):
            guess = self._rng.choice(actions)
            return KnownMove(event, before, None, before.after(guess, event.seat))
        after, action = step(before, event, number)
        return KnownMove(event, before, action, after)

    # ---- words --------------------------------------------------------------------------------

    def text(self, seat: int | None) -> str:
        """The text board, as from a seat or as spectators see it."""
        return self.game.text(self.state, NOBODY if seat is None else seat)

    def told(self, known: KnownMove, names: Sequence[str]) -> Sentence:
        """What is said of a move."""
        event = known.event
        player = names[event.seat] if 0 <= event.seat < len(names) else ""
        if event.hidden:
            return Sentence("table.acted_in_secret", player=player)
        if known.action is None:
            return Sentence(f"match.{event.kind}", player=player)
        before = known.before.copy()
        before.seat = event.seat
        return self.game.report(before, known.action, names)


def try_position(terms: Terms) -> ReplayedPosition | None:
    """The position of a match, if its game is installed here with the same rules."""
    try:
        return ReplayedPosition(terms)
    except (ParlourError, msgspec.MsgspecError):
        return None
