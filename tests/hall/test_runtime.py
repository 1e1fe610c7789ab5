"""Background work: what fails is counted, logged and started again, or the hall is not ready."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from parlour.hall.operating import metrics
from parlour.hall.operating.config import Config
from parlour.hall.rooms import hall as hall_module
from parlour.hall.rooms import open_rooms
from parlour.hall.rooms.errors import InternalError
from parlour.hall.rooms.room import MatchTerms
from parlour.hall.runtime import LONGEST_WAIT, PATIENCE, SETTLED, Runtime
from parlour.hall.services import open_services
from parlour.hall.storage.database import DatabaseUnavailable, Statement
from parlour.table.clock import TimeControl
from parlour.table.errors import BadSettings
from parlour.wire.operations import Act, Sit
from proofs.simulation.virtual_time import VirtualLoop
from tests.hall.api.asgi import Client, make_services
from tests.hall.halls import people, seated
from tests.hall.visitors import Halls, flags, kept, until


def mistakes() -> float:
    return metrics.registry.get_sample_value("parlour_mistakes_total") or 0.0


@pytest.fixture
def log() -> Generator[list[Any]]:
    with capture_logs() as lines:
        yield lines


def in_virtual_time(work: Callable[[Runtime], Any]) -> None:
    """Run something with a runtime, in time that passes only while everybody waits."""
    loop = VirtualLoop()

    async def run() -> None:
        runtime = Runtime()
        try:
            await work(runtime)
        finally:
            await runtime.close()

    with closing(loop):
        loop.run_until_complete(run())


def test_work_that_fails_is_counted_logged_and_started_again(log: list[Any]):
    before, tries = mistakes(), 0

    async def fail_twice() -> None:
        nonlocal tries
        tries += 1
        if tries < 3:
            raise KeyError("a secret")

    async def work(runtime: Runtime) -> None:
        runtime.every(lambda: 1.0, "rounds", fail_twice)
        await asyncio.sleep(10)
        assert tries > 5
        assert runtime.failing() == []

    in_virtual_time(work)
    assert mistakes() == before + 2
    assert [(line["work"], line["error"]) for line in log] == [("rounds", "KeyError")] * 2
    assert "fail_twice" in log[0]["where"][-1]
    assert "secret" not in str(log)


def test_work_that_does_not_recover_is_failing_until_it_does():
    broken = True

    async def fail() -> None:
        if broken:
            raise ZeroDivisionError

    async def work(runtime: Runtime) -> None:
        nonlocal broken
        runtime.every(lambda: 1.0, "rounds", fail)
        runtime.every(lambda: 1.0, "cleaning", fail, vital=False)
        await asyncio.sleep(1)
        assert runtime.failing() == [], "it may still recover"
        await asyncio.sleep(PATIENCE)
        assert runtime.failing() == ["rounds"]
        broken = False
        await asyncio.sleep(LONGEST_WAIT)
        assert runtime.failing() == []

    in_virtual_time(work)


def test_work_that_hangs_is_failing():
    async def work(runtime: Runtime) -> None:
        runtime.every(lambda: 1.0, "rounds", asyncio.Event().wait)
        await asyncio.sleep(PATIENCE + 1)
        assert runtime.failing() == ["rounds"]

    in_virtual_time(work)


def test_work_whose_queries_are_always_cut_is_failing_and_no_mistake():
    before = mistakes()

    async def cut() -> None:
        raise DatabaseUnavailable("hall.store_away", reason="too slow")

    async def work(runtime: Runtime) -> None:
        runtime.every(lambda: 1.0, "rounds", cut)
        await asyncio.sleep(PATIENCE + LONGEST_WAIT)
        assert runtime.failing() == ["rounds"]

    in_virtual_time(work)
    assert mistakes() == before


def test_continuous_work_that_fails_or_ends_is_started_again():
    starts = 0

    async def follow() -> None:
        nonlocal starts
        starts += 1
        if starts == 1:
            raise ZeroDivisionError
        if starts > 2:
            await asyncio.Event().wait()

    async def work(runtime: Runtime) -> None:
        runtime.always("follow", follow)
        await asyncio.sleep(PATIENCE + SETTLED)
        assert starts == 3
        assert runtime.failing() == []

    before = mistakes()
    in_virtual_time(work)
    assert mistakes() == before + 2


def test_a_failed_task_is_logged_with_its_match(log: list[Any]):
    async def fail() -> None:
        raise ValueError("hidden deployment")

    async def work(runtime: Runtime) -> None:
        runtime.spawn(fail(), "a visit", "m1")
        await asyncio.sleep(1)

    in_virtual_time(work)
    assert [(line["event"], line["match"]) for line in log] == [("a visit failed", "m1")]
    assert "deployment" not in str(log)


# ---- in a hall -----------------------------------------------------------------------------------


async def test_flags_of_other_matches_fall_beside_a_match_that_cannot_be_read(
    halls: Halls, log: list[Any]
):
    """The rounds ended for good, silently, and the hall said that it was ready."""
    first = await halls.new(start=False)
    computer = Sit("C", "computer", player="random")
    for id, other in (("bad", computer), ("good", people("ben")[0])):
        occupants = [*people("ann"), other]
        await seated(first, id, occupants, rated=False, control=TimeControl(1.0))
    await first.do("bad", 0, Act("a1"), "move")  # it is the computer's turn
    spoiled = "update events set what = '{' where match = 'bad' and seq = 1"
    asks = "update matches set asks = 'nobody' where id = 'bad'"
    await first.writer.commit([Statement(spoiled, {}), Statement(asks, {})])
    await halls.kill(first)
    before = mistakes()

    class Searcher:
        async def choose(
            self, terms: MatchTerms, line: str, seat: int, player: str, left: float | None = None
        ) -> str:
            return "a2"

        def refuse_if_busy(self, person: str) -> None:
            """It never is."""

    hall = await halls.new(computers=Searcher())
    await until(lambda: "good" in hall.rooms and hall.rooms["good"].room.over)
    await hall.rooms.visit("good")  # it is kept
    assert flags(await kept(hall, "good")) == 1
    await until(lambda: mistakes() > before)
    assert {line["match"] for line in log if "match" in line} == {"bad"}
    with pytest.raises(InternalError, match="bad cannot be read"):
        await hall.do("bad", 0, Act("a1"), "again")
    assert hall.runtime.failing() == []
    noted = mistakes()
    with pytest.raises(InternalError):
        await hall.do("bad", 0, Act("a1"), "once more")
    assert mistakes() == noted, "it is not read again for a while"


async def test_a_served_hall_lets_rooms_leave_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(open_rooms, "IDLE", 0.0)
    monkeypatch.setattr(hall_module, "SWEEP", 0.01)
    async with make_services(tmp_path) as (services, _):
        await seated(services.hall, "m", people("ann", "ben"))
        await until(lambda: not services.hall.rooms)


async def test_a_second_hall_on_the_same_file_is_refused_by_a_sentence(tmp_path: Path):
    config = Config(database=f"sqlite:{tmp_path / 'hall.db'}")
    async with make_services(tmp_path):
        with pytest.raises(BadSettings, match="in use by another server"):
            await open_services(config)
    await (await open_services(config)).close()


async def test_readyz_names_the_work_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    async with make_services(tmp_path) as (services, app):
        assert (await Client(app).get("/readyz")).status == 200
        monkeypatch.setattr(services.hall.runtime, "failing", lambda: ["flags"])
        answer = await Client(app).get("/readyz")
        assert (answer.status, answer.json()["code"]) == (503, "hall.work_fails")
        assert "flags" in answer.json()["detail"]
