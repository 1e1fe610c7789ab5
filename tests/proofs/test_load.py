"""The load driver, on a small scale: it compares what was acknowledged with the disk."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from parlour.hall.services import open_database
from parlour.hall.storage.database import Statement
from proofs import Broken
from proofs.drivers.load import Load
from proofs.harness.server_process import Machine, free_port, quietness, serve
from proofs.harness.workload import audit, create_matches, write_scripts


@pytest.fixture
async def played(tmp_path: Path) -> tuple[str, Load]:
    address = f"sqlite:{tmp_path / 'hall.db'}"
    scripted_matches = await create_matches(
        address, "brique", write_scripts("brique", Random(1), 4), 10
    )
    server = await serve(free_port(), address)
    try:
        load = Load(scripted_matches, rate=100, seconds=1, rng=Random(1))
        await load.connect(1, server.port)
        await load.run()
    finally:
        await server.kill()
    return address, load


async def test_every_move_is_acknowledged_and_kept(played: tuple[str, Load]):
    address, load = played
    audited = await audit(address, load.journals)
    audited.check()
    assert audited.durable == len(load.latencies) == sum(journal.sent for journal in load.journals)
    assert audited.durable > 50
    assert 0 < load.late(0.5) <= load.late(0.99) <= load.late(1)


@pytest.mark.parametrize(
    ("harm", "found"),
    [
        ("delete from events where seq = (select max(seq) from events)", "1 lost"),
        ("update events set seq = seq + 100 where seq > 3", "10 gaps"),
        ("update events set command = '0:m99' where command = '0:m0'", "10 that nobody asked for"),
    ],
)
async def test_a_database_that_disagrees_is_noticed(
    played: tuple[str, Load], harm: str, found: str
):
    address, load = played
    database = open_database(address)
    await database.write([Statement(harm, {})])
    await database.close()
    audited = await audit(address, load.journals)
    with pytest.raises(Broken, match=found):
        audited.check()


@pytest.mark.parametrize(
    ("after", "own", "quiet"),
    [
        (Machine(busy=100.0, steal=5.0, at=60.0), 0.0, True),
        (Machine(busy=110.0, steal=5.0, at=60.0), 0.0, False),  # somebody else
        (Machine(busy=110.0, steal=5.0, at=60.0), 10.0, True),  # it was us
        (Machine(busy=100.0, steal=15.0, at=60.0), 0.0, False),  # the host
    ],
)
def test_the_driver_says_whether_the_machine_was_quiet(
    after: Machine, own: float, quiet: bool, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    before = Machine(busy=100.0, steal=5.0, at=50.0)
    assert quietness(before, after, own).startswith("yes" if quiet else "no")
