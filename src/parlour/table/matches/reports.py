"""What an event of a match did, for front ends that do not know the game's rules."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from parlour.table.matches.events import Event, Transition
from parlour.table.matches.presenter import describe_event, path_of
from parlour.table.sentences import Sentence


class Report(msgspec.Struct, gc=False, frozen=True, omit_defaults=True):
    """An event in words; of an action also its number and the sites it touched. Of a hidden action
    only who acted."""

    report: Sentence
    action: int | None = None
    sites: tuple[str, ...] = ()


def report_event(transition: Transition, sites: tuple[str, ...], players: Sequence[str]) -> Report:
    """The report of an event, for those who may know it; its `sites`, if they are known already."""
    before, event, action, _ = transition
    sentence = describe_event(transition, players)
    if action is None:
        return Report(sentence)
    return Report(sentence, action, sites or path_of(before, event.seat, action))


def report_hidden(event: Event, players: Sequence[str]) -> Report:
    """The report of an event for those who may not know it."""
    player = players[event.seat] if event.seat >= 0 else ""
    return Report(Sentence("table.acted_in_secret", player=player))
