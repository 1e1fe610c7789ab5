"""Reports of steps, derived from the positions before and after."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.games.knights.presentation import DIRECTION_NAMES, DIRECTIONS, ITEM_NAMES
from parlour.games.knights.rules import DROWNED, ITEMS, NOTHING, Rules
from parlour.table.sentences import Sentence


def report(before: Rules, after: Rules, action: int, names: Sequence[str]) -> Sentence:
    """A step, or the item that chance gave, with the fight it may have led to."""
    mover = before.turn
    values = {"player": names[mover]}
    if action < ITEMS:
        values["direction"] = DIRECTION_NAMES[DIRECTIONS[action]]
    if after.status[mover] == DROWNED:
        return Sentence("knights.drowned", **values)
    if after.drawing:
        return Sentence("knights.found", **values)
    words: list[str] = [] if action < ITEMS else ["drew"]
    taken = item_taken(before, after, mover, action)
    if taken != NOTHING:
        values["item"] = ITEM_NAMES[taken].replace("_", " ")
        words += ["took"] if action < ITEMS else []
    enemy = enemy_met(before, after, mover)
    if enemy is not None:
        values["other"] = names[enemy]
        words.append("lost" if after.fell[mover] else "won")
        if taken != NOTHING and before.spot[taken] != after.place[mover]:
            words.reverse()  # it was the enemy's
    return Sentence(f"knights.{'_and_'.join(words) or 'stepped'}", **values)


def item_taken(before: Rules, after: Rules, mover: int, action: int) -> int:
    """What the mover has taken, even if it was dropped again in a lost fight."""
    if action >= ITEMS:
        return action - ITEMS
    if before.hand[mover] != NOTHING:
        return NOTHING
    if after.hand[mover] != NOTHING:
        return after.hand[mover]
    if not after.fell[mover]:
        return NOTHING
    here = (item for item in range(4) if before.spot[item] == after.place[mover])
    return next(here, NOTHING)


def enemy_met(before: Rules, after: Rules, mover: int) -> int | None:
    """The knight that the mover fought."""
    for other in range(before.seat_count):
        if other != mover and not before.fell[other] and before.place[other] == after.place[mover]:
            return other
    return None
