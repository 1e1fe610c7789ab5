"""Unreadable rows in matches whose clocks are about to run out."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

from parlour.hall.clocks.hall_time import SystemClock
from parlour.hall.storage import liveness
from parlour.hall.storage.database import Database, Statement
from parlour.hall.storage.databases.database_url import open_database
from parlour.table.clock import TimeControl
from proofs.attacks.base import Attack, Report, Target
from proofs.attacks.visitor import Visitor, attacker_address
from proofs.harness.workload import ScriptedMatch, make_scripted, seat_players, write_scripts

SPOIL = (
    "update events set what = '{' where match = :id and seq = 1",
    'update events set what = \'{"do":"act","action":"nonsense"}\' where match = :id and seq = 2',
    "update matches set settings = 'nonsense' where id = :id",
    "update matches set game = 'nonsense' where id = :id",
)
"""Each statement corrupts one match; the remaining matches stay intact."""
SOUND = 4
DUE = 2.0
"""Seconds until the clocks run out."""


def _scripted_matches(slug: str) -> list[ScriptedMatch]:
    scripts = write_scripts(slug, Random(3), 1)
    return make_scripted(scripts, len(SPOIL) + SOUND, "spoiled")


class Rows(Attack):
    """Four matches are corrupted on disk; flags must still fall in four others."""

    name = "rows"
    title = f"{len(SPOIL)} matches with rows that cannot be read, as their time is up"
    before = "no flag ever fell again, `/readyz` said ready, no mistake was counted"

    async def prepare(self, database: str, game: str, costly: str) -> None:
        await seat_players(database, game, _scripted_matches(game), TimeControl(3_600.0))

    async def run(self, target: Target) -> Report:
        scripted_matches, visitor = (
            _scripted_matches(target.game),
            Visitor(target.port, attacker_address(0)),
        )
        spoiled, sound = scripted_matches[: len(SPOIL)], scripted_matches[len(SPOIL) :]
        before = (await visitor.metrics())["parlour_mistakes_total"]
        until, ready = time.monotonic() + target.seconds, True
        database = open_database(target.database)
        await _hurry(database, scripted_matches)
        await database.write(
            [Statement(line, {"id": p.match}) for line, p in zip(SPOIL, spoiled, strict=True)]
        )
        while time.monotonic() < until:
            ready = ready and await visitor.is_ready()
            await asyncio.sleep(0.25)
        fallen = await _flags(database, sound)
        await database.close()
        mistakes = (await visitor.metrics())["parlour_mistakes_total"] - before
        statuses = [
            (await visitor.request("GET", f"/api/matches/{p.match}")).status for p in spoiled
        ]
        log = [line for line in Path(target.log).read_text().splitlines() if '"where"' in line]
        logged = [p for p in spoiled if any(p.match in line for line in log)]
        checks = {
            f"{SOUND - fallen} flags did not fall": fallen == SOUND,
            "`/readyz` failed": ready,
            "the mistakes were not counted": mistakes >= 1,
            "the mistakes were not logged": len(logged) == len(spoiled),
            f"who asked for a spoiled match was answered {statuses}": min(statuses) >= 400,
        }
        broken = tuple(text for text, holds in checks.items() if not holds)
        saw = f"{fallen} of {SOUND} other flags fell; {mistakes:.0f} mistakes counted and logged"
        return Report(f"{len(SPOIL)} matches spoiled", saw, broken)


async def _hurry(database: Database, scripted_matches: Sequence[ScriptedMatch]) -> None:
    """Shift the times of these matches into the past, so that their clocks run out soon."""
    now = SystemClock().wall() - await liveness.load_gaps(database)
    for scripted in scripted_matches:
        rows = await database.read("select due from matches where id = :id", id=scripted.match)
        by = {"id": scripted.match, "by": rows[0][0] - now - DUE}
        await database.write(
            [
                Statement("update events set at = at - :by where match = :id", by),
                Statement("update matches set due = due - :by where id = :id", by),
            ]
        )


async def _flags(database: Database, scripted_matches: Sequence[ScriptedMatch]) -> int:
    fallen = 0
    for scripted in scripted_matches:
        rows = await database.read("select what from events where match = :id", id=scripted.match)
        fallen += sum('"flag"' in what for (what,) in rows)
    return fallen
