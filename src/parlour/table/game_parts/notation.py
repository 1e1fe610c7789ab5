"""Actions as texts that people type and as paths of sites that they touch.

A game must implement `write`. It may implement `parse`, `why`, `token`, `path`, `orders` and
`action_sites`. Derived: `read`, `paths`, `paths_json`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, ClassVar, final

import msgspec

from parlour.table.compiled.json_object import json_members
from parlour.table.errors import IllegalAction, NotYourTurn
from parlour.table.game_parts.rules import AnySettings, AnyState, GameRules
from parlour.table.paths import Paths
from parlour.table.sentences import Sentence, shorten
from parlour.table.texts.typed import fold, tidy


class Notation(GameRules[AnyState, AnySettings]):
    """How actions are written, read and touched."""

    action_sites: tuple[str, ...] | None = None  # if each action is one site: the sites, by action

    _one_order: ClassVar[bool] = True  # derived: is there one path to each action?

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls._one_order = cls.orders is Notation.orders  # type: ignore[reportUnknownMemberType]

    # ---- a game must implement ----------------------------------------------------------------

    def write(self, state: AnyState, action: int) -> str:
        """The one canonical text of an action, legal or not."""
        raise NotImplementedError

    # ---- a game may implement -----------------------------------------------------------------

    def parse(self, state: AnyState, text: str, seat: int) -> int:
        """The action that a tidy text means, legal or not; -1 for none."""
        folded = fold(text)
        for action in state.actions(seat):
            if folded in (fold(self.write(state, action)), fold(self.token(state, action))):
                return action
        return -1

    def why(self, state: AnyState, text: str, seat: int | None = None) -> Sentence:
        """The reason why a text is not a legal action; only called for one that is not legal."""
        return Sentence("table.not_legal", text=shorten(text))

    def token(self, state: AnyState, action: int) -> str:
        """The action as one word without blanks, for protocols."""
        return self.write(state, action).replace(", ", ",").replace(" ", "-")

    def path(self, state: AnyState, action: int) -> tuple[str, ...]:
        """The canonical path: the sites a person touches, in order."""
        return (self.action_sites[action] if self.action_sites else self.token(state, action),)

    def orders(self, state: AnyState, action: int) -> Iterator[tuple[str, ...]]:
        """Every path to an action, if its sites may be touched in several orders."""
        yield self.path(state, action)

    # ---- derived ------------------------------------------------------------------------------

    @final
    def read(self, state: AnyState, text: str, seat: int | None = None) -> int:
        """The legal action that a text means; IllegalAction or BadText says why there is none."""
        words = tidy(text)
        if state.over:
            raise IllegalAction("table.over")
        actor = state.seat if seat is None else seat
        if actor not in state.acting():
            raise NotYourTurn(self.not_your_turn(state, actor))
        action = self.parse(state, words, actor) if words else -1
        if not (0 <= action < self.action_count and state.permits(action, actor)):
            raise IllegalAction(self.why(state, words, actor))
        return action

    @final
    def paths(self, state: AnyState, seat: int) -> Paths:
        """The legal actions of a seat, as a trie of sites."""
        actions, action_sites, paths = state.actions(seat), self.action_sites, Paths()
        if action_sites is not None:
            return Paths({action_sites[action]: action for action in actions})
        one_order = self._one_order
        for action in actions:
            for path in (self.path(state, action),) if one_order else self.orders(state, action):
                paths.add(path, action)
        return paths

    @final
    def paths_json(self, state: AnyState, seat: int) -> bytes:
        """The trie of paths as JSON; joined from encoded members if each action is one site."""
        if self.action_sites is None:
            return msgspec.json.encode(self.paths(state, seat).tree)
        return json_members(self._action_members, state.actions(seat))

    @cached_property
    def _action_members(self) -> list[bytes]:
        action_sites = enumerate(self.action_sites or ())
        return [b"%b:%d" % (msgspec.json.encode(site), action) for action, site in action_sites]
