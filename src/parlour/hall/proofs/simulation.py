"""An evening in the hall, by seed: who comes, what they play, and everything that goes wrong."""

from __future__ import annotations

import asyncio
import hashlib
import traceback
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import apsw
import msgspec

from parlour.hall.authorise import Who
from parlour.hall.database import StoreAway
from parlour.hall.deeds import Sit
from parlour.hall.hall import IDLE, SWEEP, Hall
from parlour.hall.proofs import Broken
from parlour.hall.proofs.client import Client
from parlour.hall.proofs.faults import UNREADABLE, Faults, unreadable_match
from parlour.hall.proofs.faulty import Weather
from parlour.hall.proofs.line import Line
from parlour.hall.proofs.process import Process, start_task
from parlour.hall.proofs.tables import choose_table
from parlour.hall.proofs.truth import Truth
from parlour.hall.proofs.virtual import VirtualLoop
from parlour.hall.room import About
from parlour.hall.shapes import ANYONE, LINK
from parlour.hall.store import SeatRow, hashed
from parlour.table.clock import TimeControl
from parlour.table.registry import games

EVENING = 90.0
"""Seconds of faults, in virtual time; then the weather is fine, and everything has to settle."""
CALM = 30.0

Spoil = Callable[[Path], None]
"""Does something wrong to the tables in a file."""


class Report(NamedTuple):
    """What an evening was like; the journal of equal seeds has equal digests."""

    seed: int
    entries: int
    commands: int
    crashes: int
    digest: str


class Simulation:
    """One seed. `hall` and `spoil` are for halls and tables that are wrong on purpose."""

    def __init__(
        self,
        seed: int,
        slugs: tuple[str, ...] | None = None,
        hall: type[Hall] = Hall,
        spoil: Spoil | None = None,
    ) -> None:
        self.seed = seed
        self.slugs = slugs or games()
        self._kind = hall
        self._spoil = spoil
        self._rng = Random(f"evening {seed}")
        self._weather = Weather(Random(f"weather {seed}"))
        self._loop = VirtualLoop()
        self._journal = hashlib.sha256()
        self._clients: list[Client] = []
        self._processes: list[Process] = []
        self._crashes = 0
        self._faults = Faults(self._weather, self._is_in_last_process)
        self._broken: BaseException | None = None

    def run(self) -> Report:
        """Play the evening; `Broken` if the hall broke a promise."""
        with TemporaryDirectory(prefix="parlour-simulation-") as folder:
            self._path = Path(folder) / "evening"
            self._loop.set_task_factory(start_task)
            self._loop.set_exception_handler(self._see_exception)
            try:
                with self._faults.planted():
                    self._loop.run_until_complete(self._evening())
            except Broken as error:  # perhaps only what came of another
                self._broken = self._broken or error
            except Exception:
                if self._broken is None:
                    raise
            finally:
                self._end()
            if self._broken is not None:
                raise self._broken
        return Report(
            self.seed,
            sum(story.room.seq for story in self._truth.stories.values()),
            sum(len(client.asked) for client in self._clients),
            self._crashes,
            self._journal.hexdigest(),
        )

    def _is_in_last_process(self) -> bool:
        return bool(self._processes) and self._processes[-1].is_here()

    def _see_exception(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """What nobody caught is a broken promise, unless it is the store that went away."""
        error = context.get("exception")
        if isinstance(error, Broken):
            self._broken = self._broken or error
        elif error is not None and not isinstance(error, StoreAway):
            lines = "".join(traceback.format_exception(error))
            self._broken = self._broken or Broken(f"an exception that nobody caught:\n{lines}")

    def _end(self) -> None:
        for process in self._processes:
            if process.alive:
                process.die()
        rest = asyncio.all_tasks(self._loop)
        for task in rest:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*rest, return_exceptions=True))
        self._loop.close()
        self._truth.close()

    # ---- the evening --------------------------------------------------------------------------

    async def _evening(self) -> None:
        self._weather.fine = True
        await self._restart()
        self._truth = Truth(self._path)
        await self._spoil_tables()
        due = self._process.time.now() + self._rng.uniform(0, EVENING)
        await self._process.spawn(self._process.hall.writer.keep(unreadable_match(due)))
        for number in range(self._rng.randint(2, 4)):
            await self._process.spawn(self._open_match(f"match{number}"))
        self._weather.fine = False
        people = [asyncio.ensure_future(self._live(client)) for client in self._clients]
        trouble = asyncio.ensure_future(self._make_trouble())
        await self._wait(EVENING)
        self._weather.fine, self._weather.away = True, False
        trouble.cancel()
        await asyncio.wait([trouble])
        if not self._process.alive:
            await self._restart()
        await self._wait(CALM)
        self._weather.closing = True
        for person in people:
            person.cancel()
        await self._wait(5.0)
        self._check_the_end()
        await self._wait(IDLE + 2 * SWEEP)
        self._check_memory()

    async def _spoil_tables(self) -> None:
        while self._spoil is not None:
            try:
                self._spoil(self._path)
            except apsw.BusyError:  # the hall is writing
                await asyncio.sleep(0.001)
            else:
                return

    async def _wait(self, seconds: float) -> None:
        """Let time pass, unless a promise was broken meanwhile."""
        until = self._loop.time() + seconds
        while self._loop.time() < until:
            if self._broken is not None:
                raise self._broken
            await asyncio.sleep(0.5)

    def _note(self, *words: object) -> None:
        line = " ".join(map(str, (round(self._loop.time(), 6), *words)))
        self._journal.update(line.encode() + b"\n")

    def _new_process(self) -> Process:
        process = Process(
            self._path,
            self._loop,
            Random(f"process {self.seed} {self._crashes}"),
            self._weather,
            self._committed,
            self._kind,
        )
        self._processes.append(process)
        return process

    def _committed(self) -> None:
        if hasattr(self, "_truth"):
            try:
                self._truth.look()
            except Broken as error:
                self._broken = self._broken or error

    async def _open_match(self, id: str) -> None:
        rng = self._rng
        table, settings = choose_table(rng, self.slugs)
        control = rng.choice((None, TimeControl(20.0, 1.0), TimeControl(5.0, 0.5, 8.0)))
        created = self._process.time.watch.wall()  # else it is old, and retention forgets it
        about = About(id, table.slug, table.version, settings, control, created=created)
        codes = {seat: f"{id} seat {seat}" for seat in range(len(table.seats))}
        open_to_all = [seat for seat in codes if rng.random() < 0.3]
        rows = [
            SeatRow(seat, hashed(code), None, ANYONE if seat in open_to_all else LINK)
            for seat, code in codes.items()
        ]
        self._truth.begin(about, {row.seat: row.code for row in rows})
        await self._process.hall.create(about, None, rows)
        for seat in [seat for seat in codes if rng.random() < 0.25]:
            sit = Sit(f"computer {seat}", "computer", player="random")
            await self._process.hall.do(id, seat, sit, "sit")
            del codes[seat]
        invited = {seat: code for seat, code in codes.items() if seat not in open_to_all}
        self._invite(id, invited)

    def _invite(self, id: str, codes: dict[int, str]) -> None:
        """Each seat to a device, several to the same, one to two devices; and spectators."""
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
            who = Who(person, person, "guest" if person else "")
            seed = Random(f"{name} {self.seed}")
            self._clients.append(Client(name, self._truth.stories[id], hand, seed, who))

    # ---- what clients and troubles do ---------------------------------------------------------

    async def _live(self, client: Client) -> None:
        """Come, stay for a while, lose the connection, come back."""
        rng = client.rng
        while True:
            await asyncio.sleep(rng.expovariate(1 / client.pace) if client.line else rng.random())
            if not self._process.alive:
                client.line = None
            elif client.line is None or client.line.cut_off:
                self._connect(client)
            elif self._weather.happens(0.04):
                client.line.cut()
                away = 100 if rng.random() < 0.05 else 3
                self._note(client.name, "cut")
                await asyncio.sleep(rng.uniform(0, away))
            elif client.entered:
                client.think()
            elif rng.random() < 0.5:
                client.enter()

    def _connect(self, client: Client) -> None:
        def hear(frame: dict[str, Any]) -> None:
            self._note(client.name, msgspec.json.encode(frame).decode())
            try:
                client.hear(frame)
            except Broken as error:
                self._broken = self._broken or error

        self._note(client.name, "connects")
        client.entered = False
        client.line = self._process_line(client, hear)
        client.enter()

    def _process_line(self, client: Client, hear: Callable[[dict[str, Any]], None]) -> Line:
        return Line(self._process, self._truth, client.rng, client.who, client.name, hear)

    async def _make_trouble(self) -> None:
        rng = self._rng
        while True:
            await asyncio.sleep(rng.expovariate(1 / 12))
            if rng.random() < 0.5:
                self._weather.away = True
                self._note("the store is away")
                await asyncio.sleep(rng.uniform(0.2, 4))
                self._weather.away = False
            else:
                self._process.die()
                self._crashes += 1
                self._note("crash")
                for client in self._clients:
                    if client.line is not None:
                        client.line.cut_off = True
                await asyncio.sleep(rng.uniform(0.1, 4))
                await self._restart()

    async def _restart(self) -> None:
        """A new process; one that cannot begin is given up, and another one tries."""
        while True:
            process = self._new_process()
            try:
                await process.spawn(process.start())
            except StoreAway:
                process.die()
                self._crashes += 1
            else:
                self._process = process
                return

    # ---- the end ------------------------------------------------------------------------------

    def _check_memory(self) -> None:
        """Rooms that nobody has looked at for long are gone."""
        hall = self._process.hall
        old = self._process.time.now() - IDLE - 2 * SWEEP
        for id, live in hall.rooms.items():
            if live.used < old and not live.audience.listeners and not live.thinking:
                raise Broken(f"{id}: nobody has needed it since {live.used}, and it is in memory")

    def _check_the_end(self) -> None:
        if self._broken is not None:
            raise self._broken
        if UNREADABLE not in self._faults.noted:
            raise Broken("a match that cannot be read was not written down")
        if failing := self._process.hall.runtime.failing():
            raise Broken(f"background work has not recovered: {failing}")
        self._truth.look()
        for client in self._clients:
            self._check_client(client)
        now = self._process.time.now()
        for id, story in self._truth.stories.items():
            due = story.room.due()
            if due is not None and due < now - 0.1:
                raise Broken(f"{id}: time was up at {due}, it is {now}, and no flag fell")
            if due is None and story.room.computers_to_move() and story.last_at < now - 10:
                raise Broken(f"{id}: a computer does not move")

    def _check_client(self, client: Client) -> None:
        since = client.line.asked_at if client.line is not None else None
        if since is not None and since < self._loop.time() - CALM / 2:
            raise Broken(f"{client.name}: has been waiting for an answer since {since}")
        last = client.story.room.seq
        if client.line is not None and not client.line.cut_off and client.entered:
            if client.seq != last:
                raise Broken(f"{client.name}: knows {client.seq}, but {last} was kept")
            client.check()
        for command, asked in client.asked.items():
            kept = client.story.was_done(command)
            if asked.done and not kept:
                raise Broken(f"{client.name}: {command} was acknowledged and is not on disk")
            if asked.refused and asked.sent == 1 and kept:
                raise Broken(f"{client.name}: {command} was refused and is on disk")


def simulate(
    seed: int,
    slugs: tuple[str, ...] | None = None,
    hall: type[Hall] = Hall,
    spoil: Spoil | None = None,
) -> Report:
    """Play one evening; `Broken` with the promise that was broken."""
    return Simulation(seed, slugs, hall, spoil).run()
