"""Two servers on one PostgreSQL: one dies, the other goes on, and nobody loses anything."""

from __future__ import annotations

from random import Random

from parlour.hall.storage.database import Statement
from parlour.hall.storage.databases.database_url import open_database
from proofs.drivers.seat_contest import audit_contests
from proofs.drivers.twins import TwinsRun
from proofs.harness.postgresql import Server
from proofs.harness.workload import SEATS

GAME = "brique"


async def test_each_of_two_servers_dies_and_nothing_is_lost_or_taken_twice(server: Server):
    twins = TwinsRun(server.new_database(), Random(1), rate=40, match_count=10)
    audited = await twins.play(GAME, seconds=10, every=4, down=1)
    assert twins.complaints == []
    assert (audited.lost, audited.duplicated, audited.gaps, audited.unexpected) == (0, 0, 0, 0)
    assert audited.durable > 0
    assert twins.deaths > 0
    assert len(twins.reentry_times) > 0
    won = [
        contender for contest in twins.contests for contender in contest.contenders if contender.won
    ]
    assert len(won) == SEATS * len(twins.contests) > 0
    await see_that_a_stolen_chair_is_noticed(twins)


async def see_that_a_stolen_chair_is_noticed(twins: TwinsRun) -> None:
    match = twins.contests[0].match
    database = open_database(twins.database)
    harm = "update events set seat = 1 - seat where match = :match"
    await database.write([Statement(harm, {"match": match})])
    await database.close()
    complaints: list[str] = []
    await audit_contests(twins.database, twins.contests, complaints.append)
    assert complaints == [f"{match}: 1 sit in seat {n}, 1 were told so" for n in range(SEATS)]
