"""The position of a match as a client sees it, replayed from its list of moves.

A hidden action is replaced by a random legal one: the client cannot tell the difference, and shows
and searches nothing that depends on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import msgspec

from parlour.table.errors import BadRecord, ParlourError
from parlour.table.matches.events import Event, Transition, apply_event
from parlour.table.matches.presenter import describe_event
from parlour.table.registry import find, game
from parlour.table.sentences import Sentence
from parlour.table.state import NOBODY, State
from parlour.wire.messages import Terms


class ReplayedPosition:
    """Replays the moves of one match."""

    def __init__(self, terms: Terms, seed: int | None = None) -> None:
        kind = find(terms.game)
        if kind.version != terms.rules:
            raise BadRecord("hall.rules", game=kind.title, given=terms.rules, ours=kind.version)
        self.game = game(terms.game, **terms.settings).guarded()
        self.transitions: list[Transition] = []
        self._start = self.game.start()
        self._rng = Random(seed)

    @property
    def state(self) -> State:
        """The current position; callers must not mutate it."""
        return self.transitions[-1].after if self.transitions else self._start

    def follow(self, moves: Sequence[Event]) -> list[Transition]:
        """Replay the moves; returns the transitions that are new or have changed."""
        same = 0
        for transition, event in zip(self.transitions, moves, strict=False):
            if transition.event != event:
                break
            same += 1
        del self.transitions[same:]
        for number, event in enumerate(moves[same:], start=same + 1):
            self.transitions.append(self._step(event, number))
        return self.transitions[same:]

    def _step(self, event: Event, number: int) -> Transition:
        before = self.state
        if event.hidden and (actions := before.actions(event.seat)):
            guess = self._rng.choice(actions)
            return Transition(before, event, None, before.after(guess, event.seat))
        return apply_event(before, event, number)

    # ---- texts --------------------------------------------------------------------------------

    def text(self, seat: int | None) -> str:
        """The text board, as a seat or a spectator sees it."""
        return self.game.text(self.state, NOBODY if seat is None else seat)

    def describe(self, transition: Transition, names: Sequence[str]) -> Sentence:
        """The sentence about a move."""
        return describe_event(transition, names)


def try_position(terms: Terms) -> ReplayedPosition | None:
    """The position of a match, if its game is installed here with the same rules."""
    try:
        return ReplayedPosition(terms)
    except (ParlourError, msgspec.MsgspecError):
        return None
