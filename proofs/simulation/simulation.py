"""An evening in the hall, by seed: who comes, what they play, and everything that goes wrong."""

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
from parlour.hall.rooms.hall import IDLE, SWEEP, Hall
from parlour.hall.rooms.room import MatchTerms
from parlour.hall.storage.database import DatabaseUnavailable
from parlour.hall.storage.store import SeatRow, hash_secret
from parlour.table.clock import TimeControl
from parlour.table.registry import games
from parlour.wire.http_types import ANYONE, LINK, NewMatch
from parlour.wire.operations import Sit
from proofs import Broken
from proofs.simulation.client import Client
from proofs.simulation.connection_line import SLOWEST, Line
from proofs.simulation.faults import UNREADABLE, Faults, unreadable_match
from proofs.simulation.faulty import Disk, OneFile, Weather
from proofs.simulation.game_choice import choose_table
from proofs.simulation.pairing import choose_wish, pair
from proofs.simulation.process import Process
from proofs.simulation.tasks import start_task
from proofs.simulation.truth import PAIRED, Truth

EVENING = 90.0
"""Seconds of faults, in virtual time; then the weather is fine, and everything has to settle."""
CALM = 30.0
SEEN = 2.0
"""Seconds in which every process has seen what another one has kept, also if nobody told it."""


class Report(NamedTuple):
    """What an evening was like; the journal of equal seeds has equal digests."""

    seed: int
    entries: int
    commands: int
    crashes: int
    digest: str
    operations: Counter[str]  # how often what was done, by its name
    pairs: int  # matches of people who were paired with each other


class Simulation:
    """One seed. `hall` and `spoil` are for halls and tables that are wrong on purpose."""

    def __init__(
        self,
        seed: int,
        disk: Disk,
        slugs: tuple[str, ...] | None = None,
        hall: type[Hall] = Hall,
        spoil: Sequence[str] = (),
    ) -> None:
        self.seed = seed
        self.slugs = slugs or games()
        self._disk = disk
        self._kind = hall
        self._spoil = spoil
        self._rng = Random(f"evening {seed}")
        self._weather = Weather(Random(f"weather {seed}"))
        self._loop = disk.new_loop()
        self._journal = hashlib.sha256()
        self._clients: list[Client] = []
        self._processes: list[Process] = []  # all there ever were
        self._now: list[Process] = []  # those of the moment, alive or about to be replaced
        self._crashes = 0
        self._faults = Faults(self._weather, self._is_in_a_process)
        self._truth = Truth(disk.read)
        self._broken: BaseException | None = None

    def run(self) -> Report:
        """Play the evening; `Broken` if the hall broke a promise."""
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
            self._loop.run_until_complete(self._end())
            self._loop.close()
        if self._broken is not None:
            raise self._broken
        stories = self._truth.stories.values()
        return Report(
            self.seed,
            sum(story.room.seq for story in stories),
            sum(len(client.asked) for client in self._clients),
            self._crashes,
            self._journal.hexdigest(),
            sum((story.operations for story in stories), Counter[str]()),
            sum(story.has_paired() for story in stories),
        )

    def _is_in_a_process(self) -> bool:
        return any(process.is_here() for process in self._processes)

    def _see_exception(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """What nobody caught is a broken promise, unless it is the store that went away."""
        error = context.get("exception")
        if isinstance(error, Broken):
            self._broken = self._broken or error
        elif error is not None and not isinstance(error, DatabaseUnavailable):
            lines = "".join(traceback.format_exception(error))
            self._broken = self._broken or Broken(f"an exception that nobody caught:\n{lines}")

    async def _end(self) -> None:
        for process in self._processes:
            if process.alive:
                process.die()
        await self._disk.close()
        while rest := asyncio.all_tasks() - {asyncio.current_task()}:  # the last may start others
            for task in rest:
                task.cancel()
            await asyncio.gather(*rest, return_exceptions=True)

    # ---- the evening --------------------------------------------------------------------------

    async def _evening(self) -> None:
        self._weather.fine = True
        for _ in range(self._disk.halls):
            self._now.append(await self._started())
        await self._disk.spoil(self._spoil)
        first = self._now[0]
        due = first.time.now() + self._rng.uniform(0, EVENING)
        await first.spawn(first.hall.writer.commit(unreadable_match(due)))
        for number in range(self._rng.randint(2, 4)):
            await first.spawn(self._open_match(f"match{number}"))
        self._weather.fine = False
        wish = choose_wish(self._rng, self.slugs)
        lives = [self._live(client) for client in self._clients]
        lives += [self._pair(f"{PAIRED}{n}", wish) for n in range(self._rng.randint(0, 4))]
        people = [self._begin(life) for life in lives]
        troubles = [self._begin(self._make_trouble(n)) for n in range(len(self._now))]
        await self._wait(EVENING)
        self._weather.fine, self._weather.away = True, False
        for trouble in troubles:
            trouble.cancel()
        await asyncio.wait(troubles)
        for number, process in enumerate(self._now):
            process.database.cut_off(False)
            if not process.alive:
                self._now[number] = await self._started()
        await self._wait(CALM)
        self._weather.closing = True
        for person in people:
            person.cancel()
        await self._wait(5.0)
        self._check_the_end()
        await self._wait(IDLE + 2 * SWEEP)
        self._check_memory()

    def _begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Something that goes on beside the processes."""
        task = self._loop.create_task(work)
        task.add_done_callback(self._see_end)
        return task

    def _see_end(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            self._see_exception(self._loop, {"exception": error})

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
            self._disk.open(self._weather, self._committed),
            self._loop,
            Random(f"process {self.seed} {len(self._processes)}"),
            self._weather,
            self._kind,
        )
        self._processes.append(process)
        return process

    def _committed(self) -> None:
        if not self._now:  # the first process is making the tables
            return
        try:
            self._truth.look()
        except Broken as error:
            self._broken = self._broken or error

    async def _open_match(self, id: str) -> None:
        rng = self._rng
        table, settings = choose_table(rng, self.slugs)
        control = rng.choice((None, TimeControl(20.0, 1.0), TimeControl(5.0, 0.5, 8.0)))
        hall = self._now[0].hall
        created = hall.time.wall_clock.wall()  # else it is old, and retention forgets it
        terms = MatchTerms(id, table.slug, table.version, settings, control, created=created)
        codes = {seat: f"{id} seat {seat}" for seat in range(len(table.seats))}
        open_to_all = [seat for seat in codes if rng.random() < 0.3]
        rows = [
            SeatRow(seat, hash_secret(code), None, ANYONE if seat in open_to_all else LINK)
            for seat, code in codes.items()
        ]
        self._truth.begin(terms, {row.seat: row.code for row in rows})
        await hall.create(terms, None, rows)
        for seat in [seat for seat in codes if rng.random() < 0.25]:
            sit = Sit(f"computer {seat}", "computer", player="random")
            await hall.do(id, seat, sit, "sit")
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
            user = User(person, person, "guest" if person else "")
            seed = Random(f"{name} {self.seed}")
            self._clients.append(Client(name, self._truth.stories[id], hand, seed, user))

    # ---- what clients and troubles do ---------------------------------------------------------

    async def _live(self, client: Client) -> None:
        """Come, stay for a while, lose the connection, come back."""
        rng = client.rng
        while True:
            await asyncio.sleep(rng.expovariate(1 / client.pace) if client.line else rng.random())
            if client.line is None or client.line.cut_off:
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

    async def _pair(self, name: str, wish: NewMatch) -> None:
        """Come some time or other, and play with whoever wants the same."""
        rng, user = Random(f"{name} {self.seed}"), User(name, name, "guest")
        await asyncio.sleep(rng.uniform(0, EVENING / 2))
        created = await pair(user, wish, self._now, rng)
        seats = {place.seat: place.code for place in created.seats if place.code}
        self._note(name, "paired", created.match, *seats)
        story = self._truth.stories[created.match]
        if story.room.held(user) != (*seats,):
            raise Broken(f"{name}: was paired with themselves in {created.match}")
        client = Client(name, story, seats, rng, user)
        self._clients.append(client)
        await self._live(client)

    def _connect(self, client: Client) -> None:
        """To any process; they are all one hall."""
        process = client.rng.choice(self._now)
        client.line = None
        if not process.alive:
            return

        def hear(frame: dict[str, Any]) -> None:
            self._note(client.name, msgspec.json.encode(frame).decode())
            try:
                client.hear(frame)
            except Broken as error:
                self._broken = self._broken or error

        self._note(client.name, "connects")
        client.entered = False
        client.line = Line(process, self._truth, client.rng, client.user, client.name, hear)
        client.enter()

    async def _make_trouble(self, number: int) -> None:
        """Let one of the processes be cut off from what is kept, alone or with the others, or die;
        and make it anew."""
        rng = self._rng
        while True:
            await asyncio.sleep(rng.expovariate(1 / 12))
            process = self._now[number]
            match rng.choice(("die", "die", "away", "alone")):
                case "away":
                    self._weather.away = True
                    self._note("the store is away")
                    await asyncio.sleep(rng.uniform(0.2, 4))
                    self._weather.away = False
                case "alone":
                    process.database.cut_off(True)
                    self._note("the store is away from", number)
                    await asyncio.sleep(rng.uniform(0.2, 4))
                    process.database.cut_off(False)
                case _:
                    self._let_die(process)
                    await asyncio.sleep(rng.uniform(0.1, 4))
                    self._now[number] = await self._started()

    def _let_die(self, process: Process) -> None:
        process.die()
        self._crashes += 1
        self._note("crash")
        for client in self._clients:
            if client.line is not None and client.line.process is process:
                client.line.cut_off = True

    async def _started(self) -> Process:
        """A new process; one that cannot begin is given up, and another one tries."""
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

    # ---- the end ------------------------------------------------------------------------------

    def _check_memory(self) -> None:
        """Rooms that nobody has looked at for long are gone."""
        for process in self._now:
            old = process.time.now() - IDLE - 2 * SWEEP
            for id, open_room in process.hall.rooms.items():
                if (
                    open_room.used < old
                    and not open_room.audience.listeners
                    and not open_room.thinking
                ):
                    raise Broken(
                        f"{id}: nobody has needed it since {open_room.used}; it is in memory"
                    )

    def _check_the_end(self) -> None:
        if self._broken is not None:
            raise self._broken
        if UNREADABLE not in self._faults.noted:
            raise Broken("a match that cannot be read was not written down")
        for process in self._now:
            if failing := process.hall.runtime.failing():
                raise Broken(f"background work has not recovered: {failing}")
        self._truth.look()
        now = self._now[0].time.now()
        for client in self._clients:
            self._check_client(client, now)
        for id, story in self._truth.stories.items():
            due = story.room.due()
            if due is not None and due < now - 0.1:
                raise Broken(f"{id}: time was up at {due}, it is {now}, and no flag fell")
            if due is None and story.room.computers_to_move() and story.last_at < now - 10:
                raise Broken(f"{id}: a computer does not move")

    def _check_client(self, client: Client, now: float) -> None:
        since = client.line.asked_at if client.line is not None else None
        if since is not None and since < self._loop.time() - CALM / 2:
            raise Broken(f"{client.name}: has been waiting for an answer since {since}")
        last = client.story.seq_at(now - SLOWEST - SEEN)  # what is later may be on its way
        if client.line is not None and not client.line.cut_off and client.entered:
            if (client.seq or 0) < last:
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
    spoil: Sequence[str] = (),
    address: str = "",
) -> Report:
    """Play one evening; `Broken` with the promise that was broken.

    With the address of an empty PostgreSQL database it is played by two processes, else by one on a
    SQLite file.
    """
    if address:
        from proofs.simulation.faulty_postgres import OneServer  # its driver is an extra

        return Simulation(seed, OneServer(address), slugs, hall, spoil).run()
    with TemporaryDirectory(prefix="parlour-simulation-") as folder:
        return Simulation(seed, OneFile(Path(folder)), slugs, hall, spoil).run()
