"""The simulation: clients, matches and injected faults of one seed, run in virtual time."""

from __future__ import annotations

import asyncio
import hashlib
import traceback
from collections import Counter
from collections.abc import Coroutine, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import msgspec

from parlour.hall.people.authorise import User
from parlour.hall.rooms.hall import Hall
from parlour.hall.rooms.open_rooms import IDLE, SWEEP
from parlour.hall.rooms.room import MatchTerms
from parlour.hall.storage.database import DatabaseUnavailable
from parlour.hall.storage.store import SeatRow, hash_secret
from parlour.table.clock import TimeControl
from parlour.table.registry import games
from parlour.wire.http_types import ANYONE, LINK, NewMatch
from parlour.wire.operations import Sit
from proofs import Broken
from proofs.simulation.faulty import FaultPlan, SqliteStorage, Storage
from proofs.simulation.final_checks import (
    RECOVERY_SECONDS,
    check_client,
    check_eviction,
    check_matches,
    check_recovery,
)
from proofs.simulation.game_choice import choose_game
from proofs.simulation.injected_faults import UNREADABLE, InjectedFaults, unreadable_match
from proofs.simulation.oracle import PAIRED, Oracle
from proofs.simulation.pairing import choose_new_match, pair
from proofs.simulation.simulated_client import SimulatedClient
from proofs.simulation.simulated_connection import SimulatedConnection
from proofs.simulation.simulated_process import SimulatedProcess
from proofs.simulation.tasks import start_task

FAULTY_SECONDS = 90.0
"""Virtual seconds with faults; afterwards the hall has to recover."""


class RunReport(NamedTuple):
    """The result of one run; runs of the same seed have the same digest."""

    seed: int
    entries: int
    commands: int
    crashes: int
    digest: str
    operations: Counter[str]  # how often each operation was done, by its name
    pairs: int  # matches of users who were paired with each other


class Simulation:
    """One run. `hall` and `corruptions` inject deliberate bugs, for the controls."""

    def __init__(
        self,
        seed: int,
        storage: Storage,
        slugs: tuple[str, ...] | None = None,
        hall: type[Hall] = Hall,
        corruptions: Sequence[str] = (),
    ) -> None:
        self.seed = seed
        self.slugs = slugs or games()
        self._storage = storage
        self._hall_type = hall
        self._corruptions = corruptions
        self._rng = Random(f"evening {seed}")
        self._fault_plan = FaultPlan(Random(f"weather {seed}"))
        self._loop = storage.new_loop()
        self._journal = hashlib.sha256()
        self._clients: list[SimulatedClient] = []
        self._processes: list[SimulatedProcess] = []  # all since the start
        self._current: list[SimulatedProcess] = []  # alive, or about to be replaced
        self._crashes = 0
        self._faults = InjectedFaults(self._fault_plan, self._in_live_process)
        self._oracle = Oracle(storage.read)
        self._broken: BaseException | None = None

    def run(self) -> RunReport:
        """Run the scenario; raises `Broken` if the hall violated an invariant."""
        self._loop.set_task_factory(start_task)
        self._loop.set_exception_handler(self._on_exception)
        try:
            with self._faults.injected():
                self._loop.run_until_complete(self._run_scenario())
        except Broken as error:  # possibly a consequence of an earlier one
            self._broken = self._broken or error
        except Exception:
            if self._broken is None:
                raise
        finally:
            self._loop.run_until_complete(self._shut_down())
            self._loop.close()
        if self._broken is not None:
            raise self._broken
        models = self._oracle.models.values()
        return RunReport(
            self.seed,
            sum(model.room.seq for model in models),
            sum(len(client.sent_commands) for client in self._clients),
            self._crashes,
            self._journal.hexdigest(),
            sum((model.operations for model in models), Counter[str]()),
            sum(model.has_paired_people() for model in models),
        )

    def _in_live_process(self) -> bool:
        return any(process.is_current() for process in self._processes)

    def _on_exception(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """An uncaught exception is a violation, unless the database was unavailable."""
        error = context.get("exception")
        if isinstance(error, Broken):
            self._broken = self._broken or error
        elif error is not None and not isinstance(error, DatabaseUnavailable):
            lines = "".join(traceback.format_exception(error))
            self._broken = self._broken or Broken(f"an exception that nobody caught:\n{lines}")

    async def _shut_down(self) -> None:
        for process in self._processes:
            if process.alive:
                process.die()
        await self._storage.close()
        while rest := asyncio.all_tasks() - {asyncio.current_task()}:  # they may start others
            for task in rest:
                task.cancel()
            await asyncio.gather(*rest, return_exceptions=True)

    # ---- the scenario -------------------------------------------------------------------------

    async def _run_scenario(self) -> None:
        self._fault_plan.fine = True
        for _ in range(self._storage.process_count):
            self._current.append(await self._start_process())
        await self._storage.corrupt(self._corruptions)
        first = self._current[0]
        due = first.time.now() + self._rng.uniform(0, FAULTY_SECONDS)
        await first.spawn(first.hall.writer.commit(unreadable_match(due)))
        for number in range(self._rng.randint(2, 4)):
            await first.spawn(self._open_match(f"match{number}"))
        self._fault_plan.fine = False
        new_match = choose_new_match(self._rng, self.slugs)
        work = [self._run_client(client) for client in self._clients]
        work += [self._pair(f"{PAIRED}{n}", new_match) for n in range(self._rng.randint(0, 4))]
        clients = [self._start_task(each) for each in work]
        outages = [self._start_task(self._inject_outages(n)) for n in range(len(self._current))]
        await self._wait(FAULTY_SECONDS)
        self._fault_plan.fine, self._fault_plan.away = True, False
        for outage in outages:
            outage.cancel()
        await asyncio.wait(outages)
        for number, process in enumerate(self._current):
            process.database.cut_off(False)
            if not process.alive:
                self._current[number] = await self._start_process()
        await self._wait(RECOVERY_SECONDS)
        self._fault_plan.closing = True
        for client_task in clients:
            client_task.cancel()
        await self._wait(5.0)
        if self._broken is not None:
            raise self._broken
        if UNREADABLE not in self._faults.reported:
            raise Broken("a match that cannot be read was not written down")
        check_recovery(self._current)
        self._oracle.refresh()
        for client in self._clients:
            check_client(client, self._current[0].time.now(), self._loop.time())
        check_matches(self._oracle.models, self._current[0].time.now())
        await self._wait(IDLE + 2 * SWEEP)
        check_eviction(self._current)

    def _start_task(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Start a task of the simulation itself, outside all processes."""
        task = self._loop.create_task(work)
        task.add_done_callback(self._on_task_done)
        return task

    def _on_task_done(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            self._on_exception(self._loop, {"exception": error})

    async def _wait(self, seconds: float) -> None:
        """Let virtual time pass; raises the first violation."""
        until = self._loop.time() + seconds
        while self._loop.time() < until:
            if self._broken is not None:
                raise self._broken
            await asyncio.sleep(0.5)

    def _record(self, *words: object) -> None:
        line = " ".join(map(str, (round(self._loop.time(), 6), *words)))
        self._journal.update(line.encode() + b"\n")

    def _new_process(self) -> SimulatedProcess:
        process = SimulatedProcess(
            self._storage.open(self._fault_plan, self._committed),
            self._loop,
            Random(f"process {self.seed} {len(self._processes)}"),
            self._fault_plan,
            self._hall_type,
        )
        self._processes.append(process)
        return process

    def _committed(self) -> None:
        if not self._current:  # the first process is still creating the tables
            return
        try:
            self._oracle.refresh()
        except Broken as error:
            self._broken = self._broken or error

    async def _open_match(self, id: str) -> None:
        rng = self._rng
        game, settings = choose_game(rng, self.slugs)
        control = rng.choice((None, TimeControl(20.0, 1.0), TimeControl(5.0, 0.5, 8.0)))
        hall = self._current[0].hall
        created = hall.time.wall_clock.wall()  # otherwise retention would delete it
        terms = MatchTerms(id, game.slug, game.version, settings, control, created=created)
        codes = {seat: f"{id} seat {seat}" for seat in range(len(game.seats))}
        open_to_all = [seat for seat in codes if rng.random() < 0.3]
        rows = [
            SeatRow(seat, hash_secret(code), None, ANYONE if seat in open_to_all else LINK)
            for seat, code in codes.items()
        ]
        self._oracle.add_match(terms, {row.seat: row.code for row in rows})
        await hall.create(terms, None, rows)
        for seat in [seat for seat in codes if rng.random() < 0.25]:
            sit = Sit(f"computer {seat}", "computer", player="random")
            await hall.do(id, seat, sit, "sit")
            del codes[seat]
        invited = {seat: code for seat, code in codes.items() if seat not in open_to_all}
        self._invite(id, invited)

    def _invite(self, id: str, codes: dict[int, str]) -> None:
        """Distribute the seats among clients: one each, several to one, or one to two clients.

        A client without seats is a spectator.
        """
        rng = self._rng
        hands: list[dict[int, str]] = [{}, {}]
        for seat, code in codes.items():
            together = rng.random() < 0.2
            (hands[0] if together else hands.append({}) or hands[-1])[seat] = code
        if len(hands) > 2 and rng.random() < 0.3:
            hands.append(dict(hands[-1]))
        for hand in hands:
            name = f"{id}.{len(self._clients)}"
            person = name if rng.random() < 0.5 else ""
            user = User(person, person, "guest" if person else "")
            seed = Random(f"{name} {self.seed}")
            self._clients.append(SimulatedClient(name, self._oracle.models[id], hand, seed, user))

    # ---- clients and faults -------------------------------------------------------------------

    async def _run_client(self, client: SimulatedClient) -> None:
        """Connect, act for a while, lose the connection, and reconnect, until cancelled."""
        rng = client.rng
        while True:
            await asyncio.sleep(
                rng.expovariate(1 / client.pace) if client.connection else rng.random()
            )
            if client.connection is None or client.connection.is_cut:
                self._connect(client)
            elif self._fault_plan.happens(0.04):
                client.connection.cut()
                away = 100 if rng.random() < 0.05 else 3
                self._record(client.name, "cut")
                await asyncio.sleep(rng.uniform(0, away))
            elif client.entered:
                client.act()
            elif rng.random() < 0.5:
                client.enter()

    async def _pair(self, name: str, new_match: NewMatch) -> None:
        """Join at a random time, get paired, and play that match."""
        rng, user = Random(f"{name} {self.seed}"), User(name, name, "guest")
        await asyncio.sleep(rng.uniform(0, FAULTY_SECONDS / 2))
        created = await pair(user, new_match, self._current, rng)
        seats = {offered.seat: offered.code for offered in created.seats if offered.code}
        self._record(name, "paired", created.match, *seats)
        model = self._oracle.models[created.match]
        if model.room.own_seats(user) != (*seats,):
            raise Broken(f"{name}: was paired with themselves in {created.match}")
        client = SimulatedClient(name, model, seats, rng, user)
        self._clients.append(client)
        await self._run_client(client)

    def _connect(self, client: SimulatedClient) -> None:
        """Connect to a random process."""
        process = client.rng.choice(self._current)
        client.connection = None
        if not process.alive:
            return

        def receive(frame: dict[str, Any]) -> None:
            self._record(client.name, msgspec.json.encode(frame).decode())
            try:
                client.receive(frame)
            except Broken as error:
                self._broken = self._broken or error

        self._record(client.name, "connects")
        client.entered = False
        client.connection = SimulatedConnection(
            process, self._oracle, client.rng, client.user, client.name, receive
        )
        client.enter()

    async def _inject_outages(self, number: int) -> None:
        """Make the database unavailable to one process or to all, or crash and restart one."""
        rng = self._rng
        while True:
            await asyncio.sleep(rng.expovariate(1 / 12))
            process = self._current[number]
            match rng.choice(("die", "die", "away", "alone")):
                case "away":
                    self._fault_plan.away = True
                    self._record("the store is away")
                    await asyncio.sleep(rng.uniform(0.2, 4))
                    self._fault_plan.away = False
                case "alone":
                    process.database.cut_off(True)
                    self._record("the store is away from", number)
                    await asyncio.sleep(rng.uniform(0.2, 4))
                    process.database.cut_off(False)
                case _:
                    self._crash(process)
                    await asyncio.sleep(rng.uniform(0.1, 4))
                    self._current[number] = await self._start_process()

    def _crash(self, process: SimulatedProcess) -> None:
        process.die()
        self._crashes += 1
        self._record("crash")
        for client in self._clients:
            if client.connection is not None and client.connection.process is process:
                client.connection.is_cut = True

    async def _start_process(self) -> SimulatedProcess:
        """Start a new process; one that fails to start is replaced by another."""
        while True:
            process = self._new_process()
            try:
                await process.spawn(process.start())
            except DatabaseUnavailable:
                process.die()
                self._crashes += 1
                await asyncio.sleep(0.5)
            else:
                return process


def simulate(
    seed: int,
    slugs: tuple[str, ...] | None = None,
    hall: type[Hall] = Hall,
    corruptions: Sequence[str] = (),
    address: str = "",
) -> RunReport:
    """Run one seed; raises `Broken` with the violated invariant.

    With the address of an empty PostgreSQL database two processes run on it, otherwise one process
    runs on a SQLite file.
    """
    if address:
        from proofs.simulation.faulty_postgres import PostgresStorage  # psycopg is optional

        return Simulation(seed, PostgresStorage(address), slugs, hall, corruptions).run()
    with TemporaryDirectory(prefix="parlour-simulation-") as folder:
        return Simulation(seed, SqliteStorage(Path(folder)), slugs, hall, corruptions).run()
