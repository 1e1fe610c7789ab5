"""A hall that starts with a long history."""

from __future__ import annotations

from proofs.attacks.base import MATCH_ID, Attack, Report, Target, insert_many, insert_rows

MATCHES = 300_000
LONGEST = 15.0
"""Seconds within which the hall has to be ready."""


class History(Attack):
    """No attacker: there are so many rated matches that a scan of all of them takes long."""

    name = "history"
    title = f"start on PostgreSQL with {MATCHES:,} counted rated matches"
    before = "it never started: a query was cut after 1.7 s"
    postgres = True

    async def prepare(self, database: str, game: str, costly: str) -> None:
        matches = insert_many(
            "matches",
            "id, game, rules, settings, listed, rated, created, ended, status",
            f"{MATCH_ID}, :game, 1, '{{}}', 1, 1, i, i, 'over'",
        )
        counted = insert_many("counted", "match, at", f"{MATCH_ID}, i")
        steps = insert_many(
            "rating_steps",
            "person, game, number, match, value, deviation, volatility, at",
            f"'p' || i, :game, 1, {MATCH_ID}, 1500, 200, 0.06, i",
        )
        await insert_rows(database, matches, counted, steps, count=MATCHES, game=game)

    async def run(self, target: Target) -> Report:
        late = target.ready > LONGEST
        broken = (f"it was ready after {target.ready:.1f} s only",) if late else ()
        did = f"{MATCHES:,} matches in its tables"
        return Report(did, f"ready {target.ready:.1f} s after its start", broken)
