"""Two servers on one PostgreSQL: one dies, the other goes on, and nobody loses anything."""

from __future__ import annotations

from random import Random

from parlour.hall.storage.database import Statement
from parlour.hall.storage.database_url import open_database
from proofs.drivers.rivals import judge_contests
from proofs.drivers.twins import Twins
from proofs.harness.evening import SEATS
from proofs.harness.postgresql import Server

GAME = "brique"


async def test_each_of_two_servers_dies_and_nothing_is_lost_or_taken_twice(server: Server):
    twins = Twins(server.new_database(), Random(1), rate=40, tables=10)
    verdict = await twins.play(GAME, seconds=10, every=4, down=1)
    assert twins.complaints == []
    assert (verdict.lost, verdict.twice, verdict.gaps, verdict.strange) == (0, 0, 0, 0)
    assert verdict.kept > 0
    assert twins.deaths > 0
    assert len(twins.inside) > 0
    won = [rival for contest in twins.contests for rival in contest.rivals if rival.got]
    assert len(won) == SEATS * len(twins.contests) > 0
    await see_that_a_stolen_chair_is_noticed(twins)


async def see_that_a_stolen_chair_is_noticed(twins: Twins) -> None:
    match = twins.contests[0].match
    database = open_database(twins.database)
    harm = "update events set seat = 1 - seat where match = :match"
    await database.write([Statement(harm, {"match": match})])
    await database.close()
    complaints: list[str] = []
    await judge_contests(twins.database, twins.contests, complaints.append)
    assert complaints == [f"{match}: 1 sit in seat {n}, 1 were told so" for n in range(SEATS)]
