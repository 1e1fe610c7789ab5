"""Play the missing matches of a tournament, round after round."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from functools import partial
from pathlib import Path

import msgspec

from parlour.lab.tournaments.encounters import Encounter, PlayedMatch, key_of
from parlour.lab.tournaments.formats import next_rounds
from parlour.lab.tournaments.plan import TournamentPlan
from parlour.lab.tournaments.standings import Standings
from parlour.lab.tournaments.store import Store, met_rounds, open_store
from parlour.players.series.pairing import draw_opening
from parlour.players.series.playing import Task
from parlour.players.series.running import Play, play_all
from parlour.table.errors import BadSettings
from parlour.table.record import Record
from parlour.table.sentences import shorten

Progress = Callable[[Standings], AbstractContextManager[Callable[[PlayedMatch | None], None]]]
"""A context manager around the tournament; the function it gives is called after every match."""


class MatchTask(msgspec.Struct, frozen=True):
    """A match of the tournament, with its key and the task that plays it."""

    key: str
    encounter: Encounter
    number: int
    leg: int


def standings_of(store: Store) -> Standings:
    """The state of a tournament as it is kept."""
    return Standings(store.plan, met_rounds(store.rounds(), store.matches()))


def play_tournament(store: Store, play: Play, progress: Progress) -> Standings:
    """Play all that is missing, and save each match as soon as it has ended."""
    standings = standings_of(store)
    _check_pairings(standings, store)
    with progress(standings) as show:
        while _pair(store, standings):
            wanted = {task.number: task for task in _missing(standings)}
            tasks = _tasks(store.plan, wanted.values())
            with closing(play(tasks)) as matches:
                for number, record in matches:
                    match = _keep(store, wanted[number], record)
                    standings.add(match)
                    show(match)
            show(None)
    return standings


def play_here(plan: TournamentPlan, path: Path, at_once: int = 1) -> Standings:
    """Play a tournament, or what is missing of it; for programs and notebooks."""
    with open_store(plan, path) as store:
        play = partial(play_all, at_once=at_once)
        return play_tournament(store, play, lambda _: nullcontext(lambda _: None))


def _pair(store: Store, standings: Standings) -> bool:
    """Is there something left to play? Pairs the next rounds once all before are complete."""
    if any(True for _ in _missing(standings)):
        return True
    rounds = next_rounds(store.plan, standings.rounds)
    if rounds:
        store.keep_rounds(rounds)
        standings.add_rounds(rounds)
    return bool(rounds)


def _check_pairings(standings: Standings, store: Store) -> None:
    """The kept pairings must be those that follow from the plan and the results."""
    rounds = standings.rounds
    number = 0
    while number < len(rounds):
        expected = next_rounds(store.plan, rounds[:number])
        there = [[each.encounter for each in round] for round in rounds[number:]]
        if not expected or there[: len(expected)] != expected:
            shown = shorten(str(store.path), 200)
            raise BadSettings("tournament.differs", folder=shown, round=number + 1)
        number += len(expected)


def _missing(standings: Standings) -> Iterator[MatchTask]:
    """The matches that have been paired but not played, in order."""
    legs, number = standings.plan.matches, 0
    for round in standings.rounds:
        for met in round:
            each = met.encounter
            if each.bye:
                continue
            played = {match.key for match in met.matches}
            for leg in range(legs):
                key = key_of(each.round, each.table, leg)
                if key not in played:
                    yield MatchTask(key, each, number + leg, leg)
            number += legs


def _tasks(plan: TournamentPlan, missing: Iterable[MatchTask]) -> Iterator[Task]:
    """The matches of an encounter have the same opening, which nobody else has."""
    series, game = plan.series(), plan.load_game().guarded()
    for task in missing:
        opening = draw_opening(series, game, task.number // plan.matches, set[str]())
        yield Task(series, task.number, task.encounter.seating(task.leg), opening)


def _keep(store: Store, task: MatchTask, record: Record) -> PlayedMatch:
    plan, each = store.plan, task.encounter
    seating = each.seating(task.leg)
    record = _named(plan, record, seating, each)
    assert record.result is not None, "workers play to the end"  # noqa: S101 - for the checker
    match = PlayedMatch(
        task.key,
        each.round,
        each.table,
        task.number,
        seating,
        record.result.ranks,
        record.result.code,
        {seating[event.seat]: event.remark for event in record.events if event.kind == "forfeit"},
    )
    store.keep(match, record)
    return match


def _named(plan: TournamentPlan, record: Record, seating: Sequence[int], each: Encounter) -> Record:
    """The record with the names of the players, and with its round and table."""
    names = tuple(plan.names[player] for player in seating)
    tags = record.tags | {"Round": str(each.round + 1), "Table": str(each.table + 1)}
    if plan.title:
        tags["Event"] = plan.title
    return msgspec.structs.replace(record, players=names, tags=tags).check()
