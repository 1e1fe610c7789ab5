"""What an action would do, shown before it is done.

A seat is shown no more than it knows. Where something is hidden from it, the action is tried on
guesses, never on the true state, and shown only if it does the same on all of them. If chance
decides next, the preview ends before it does.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from parlour.table.matches.presenter import seen_from
from parlour.table.paths import Branch
from parlour.table.sentences import Sentence
from parlour.table.state import State
from parlour.table.view import Changes

if TYPE_CHECKING:
    from parlour.table.game import Game

GUESSES = 4
MOST_ACTIONS = 8
"""How many actions a half path may lead to; with more of them nothing is shown."""


class Preview(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an action would change, say, and risk; of half a path, what is certain by now."""

    changes: Changes
    sentence: Sentence | None = None
    danger: Sentence | None = None


def preview_path(
    game: Game[Any, Any], state: State, seat: int, path: Sequence[str], names: Sequence[str]
) -> Preview | None:
    """What the touched sites would do; None if they lead nowhere, or nothing is certain yet."""
    if seat not in state.acting():
        return None
    branch = game.paths(state, seat).at(path) if path else None
    if branch is None:
        return None
    if isinstance(branch, int):
        return _preview(game, state, seat, branch, names)
    endings = [end for site, end in branch.items() if site not in game.cell_sites]
    if len(endings) == 1 and isinstance(endings[0], int):  # a button such as `done`
        return _preview(game, state, seat, endings[0], names)
    actions = _actions(branch)
    if len(actions) > MOST_ACTIONS:
        return None
    previews = [_preview(game, state, seat, action, names) for action in actions]
    changes = [preview.changes for preview in previews if preview is not None]
    common = reduce(_common, changes) if len(changes) == len(actions) else Changes()
    return Preview(common) if common != Changes() else None


def _preview(
    game: Game[Any, Any], state: State, seat: int, action: int, names: Sequence[str]
) -> Preview | None:
    rng = Random(0)
    tried = [game.guess(state, seat, rng) for _ in range(GUESSES)] if game.hides else [state]
    if not all(trial.permits(action, seat) for trial in tried):
        return None
    first, *others = [_try(game, trial, seat, action, names) for trial in tried]
    if any(other != first for other in others):
        return None
    changes, sentence = first
    return Preview(changes, sentence, game.dangers(state, seat).get(action))


def _try(
    game: Game[Any, Any], state: State, seat: int, action: int, names: Sequence[str]
) -> tuple[Changes, Sentence]:
    before = seen_from(state, seat)
    path = game.path(before, action)
    changes = game.changes(state, state.after(action, seat), seat, touched=path, names=names)
    return changes, game.report(before, action, names)


def _actions(branch: Branch) -> list[int]:
    """The actions below a node, up to one more than are shown."""
    found: set[int] = set()
    branches = [branch]
    while branches and len(found) <= MOST_ACTIONS:
        for end in branches.pop().values():
            if isinstance(end, int):
                found.add(end)
            else:
                branches.append(end)
    return sorted(found)


def _common(one: Changes, other: Changes) -> Changes:
    """The changes of pieces that are in both."""
    return Changes(
        gone=tuple(id for id in one.gone if id in other.gone),
        put=tuple(piece for piece in one.put if piece in other.put),
        causes=tuple(cause for cause in one.causes if cause in other.causes),
    )
