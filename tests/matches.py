"""Random matches with everything that a record can hold, for the tests of match and record."""

from __future__ import annotations

from random import Random

import msgspec

import parlour
from parlour import _modes
from parlour.table.clock import TimeControl
from parlour.table.match import Match
from parlour.table.record import Event, Record
from parlour.table.state import State
from tests.play import AnyGame, Variant, choose, variants, walk_on

VARIANTS = variants()
NAMES = ("Ann", "Bob", "Cy", "Di")


def examples(compiled: int) -> int:
    """How many examples a property is tried on: interpreted, a third will do."""
    return compiled if _modes.compiled() else max(5, compiled // 3)


def played(variant: Variant, seed: int, most: int = 24) -> Match:
    """A random match, on a clock for odd seeds, to its end or to some point before it."""
    rng = Random(seed)
    control = TimeControl(600.0, 5.0) if seed % 2 else None
    match = Match(variant.game, NAMES[: len(variant.game.seats)], control=control)
    now = 0.0
    for _ in range(rng.randrange(most)):
        if match.outcome is not None:
            return match
        now += rng.random()
        seat = rng.choice(match.state.acting())
        match.act(seat, choose(match.state, seat, rng), now)
    end(match, rng, now)
    return match


def end(match: Match, rng: Random, now: float) -> None:
    """Perhaps somebody resigns, all agree on a draw, or the match is aborted."""
    if match.outcome is not None:
        return
    living = [i for i in range(len(match.players)) if match.game.alive(match.state, i)]
    match rng.randrange(5):
        case 0:
            match.resign(rng.choice(living), now)
        case 1:
            for seat in living:
                match.offer_draw(seat)
        case 2:
            match.abort()
        case _:
            pass  # it goes on


def annotated(record: Record, rng: Random, remark: str) -> Record:
    """The record with remarks, evaluations and variations inside variations."""
    events: list[Event] = []
    for ply in record.replay():
        notes = {"remark": remark, "evaluation": rng.uniform(-1, 1)} if rng.random() < 0.5 else {}
        lines = (variation(ply.before, rng, remark, depth=2),) if rng.random() < 0.2 else ()
        events.append(msgspec.structs.replace(ply.event, variations=lines, **notes))
    return msgspec.structs.replace(record, events=tuple(events), tags={"Event": remark_tag(remark)})


def remark_tag(remark: str) -> str:
    return "".join(c for c in remark if c.isprintable())[:200]


def variation(state: State, rng: Random, remark: str, depth: int) -> tuple[Event, ...]:
    events: list[Event] = []
    for step in walk_on(state, rng, rng.randint(1, 3)):
        inner = (variation(step.before, rng, remark, depth - 1),) if depth else ()
        text = step.before.game.write(step.before, step.action)
        events.append(Event(step.seat, text, remark=remark, variations=inner))
    return tuple(events)


def tiny(hides: str = "c1 c2 c3 c4", control: TimeControl | None = None) -> Match:
    """The tiny game between four, who have all chosen their refuges at the time 0."""
    match = Match(parlour.game("tiny"), NAMES, control=control)
    for seat, site in enumerate(hides.split()):
        match.act(seat, f"hide {site}")
    return match


def hidden_deployment(control: TimeControl | None = None) -> Match:
    """Two who deploy at the same time, and neither sees what the other does."""
    return Match(hiding_game(), ("Ann", "Bob"), control=control)


def hiding_game() -> AnyGame:
    return parlour.game("chessicle", deployment="hidden")
