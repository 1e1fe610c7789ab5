"""The attack driver: attacks a real server while honest players play, who should not notice.

Each attack gets its own hall. Honest players in two hundred matches move at a steady rate, first
without the attack (the baseline) and then under it. The driver compares their latencies, counts
their failed moves, and collects the attacker's report. The hall is configured to trust a proxy, so
that its limits per address apply although all clients run on this machine.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator, Sequence
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

import click
import msgspec
import uvloop

from proofs import Broken
from proofs.attacks.all import ATTACKS
from proofs.attacks.base import METRICS_TOKEN, Attack, Report, Target
from proofs.attacks.visitor import Visitor
from proofs.drivers.load import Load
from proofs.harness.server_process import (
    Machine,
    ServerProcess,
    cpu_of,
    free_port,
    quietness,
    serve,
)
from proofs.harness.workload import audit, create_matches, write_scripts

TWICE = 2.0
"""Highest allowed ratio of the p99 latency under attack to the baseline."""
LONGEST = 90.0
"""Seconds past its duration that an attacker may take to collect its results."""
OPTIONS = ("--public", "https://hall.invalid", "--proxy", "127.0.0.1")
OPERATOR = "203.0.113.1"

_lag = "parlour_loop_lag_seconds_bucket{le="


class HonestLoad(NamedTuple):
    """The load of the honest players."""

    matches: int = 200
    rate: float = 200.0  # moves a second, of all matches
    factor: float = 1.0  # multiplies the duration of each attack


class Phase(NamedTuple):
    """Measurements of the honest players, as baseline or under attack; times in milliseconds."""

    moves: int
    p50: float
    p99: float
    failed: int
    cpu: float  # the server's CPU seconds per second
    lag: str  # the highest event loop lag


class Outcome(NamedTuple):
    """The result of one attack."""

    attack: Attack
    baseline: Phase
    under_attack: Phase
    report: Report
    grown: int  # growth of the server's memory in bytes
    quiet: str

    def complaints(self) -> list[str]:
        """The violated invariants and exceeded limits."""
        found = list(self.report.broken)
        if self.under_attack.failed:
            found.append(f"{self.under_attack.failed} honest moves failed")
        if self.is_slow:
            found.append(
                f"p99 is {self.under_attack.p99 / self.baseline.p99:.1f} times that in peace"
            )
        return found

    @property
    def is_slow(self) -> bool:
        return self.under_attack.p99 > TWICE * self.baseline.p99

    def row(self) -> str:
        """A row of the table in docs/measured.md."""
        attack, report = self.attack, self.report
        baseline, under = self.baseline, self.under_attack
        result = "; ".join(self.complaints()) or "holds"
        return (
            f"| {attack.name}: {attack.title} | {attack.before} | {report.did}: {report.saw}"
            f" | {baseline.cpu:.2f} / {under.cpu:.2f} | {baseline.lag} / {under.lag}"
            f" | {baseline.p50:.1f}, {baseline.p99:.1f} / {under.p50:.1f}, {under.p99:.1f}"
            f" | {under.failed} of {under.moves + under.failed} | {result} |"
        )


HEAD = (
    "| attack | before | now | processor time per second | loop lag, worst, ms"
    " | honest p50, p99, ms | failed | verdict |\n|---|---|---|---:|---:|---:|---:|---|"
)


class AttackRun:
    """A hall, its honest players, and one attacker."""

    def __init__(
        self, attack: Attack, load: Load, server: ServerProcess, attacker: Process
    ) -> None:
        self._attack = attack
        self._load = load
        self._served = server
        self._attacker = attacker
        self._operator = Visitor(server.port, OPERATOR)

    async def run(self, target: Target) -> Outcome:
        machine, own = Machine.now(), self._own()
        memory = self._served.memory()
        baseline = None if self._attack.from_start else await self._measure()
        attacking = asyncio.create_task(self._run_attacker(target))
        under_attack = await self._measure()
        report = await attacking
        grown = self._served.memory() - memory
        baseline = baseline or await self._measure()
        quiet = quietness(machine, Machine.now(), self._own() - own)
        return Outcome(self._attack, baseline, under_attack, report, grown, quiet)

    def _own(self) -> float:
        return self._served.cpu() + cpu_of(os.getpid()) + cpu_of(self._attacker.pid)

    async def _run_attacker(self, target: Target) -> Report:
        """Send the attacker its target and wait for its report."""
        stdin, stdout = self._attacker.stdin, self._attacker.stdout
        if stdin is None or stdout is None:
            raise Broken("there is no way to tell the attacker anything")
        stdin.write(msgspec.json.encode(target) + b"\n")
        async with asyncio.timeout(target.seconds + LONGEST):
            line = await stdout.readline()
        if not line:
            raise Broken(f"the attacker of {self._attack.name} has failed")
        return msgspec.json.decode(line, type=Report)

    async def _measure(self) -> Phase:
        load, before = self._load, await self._operator.metrics()
        load.latencies.clear()
        refused, cpu = _refused(load), self._served.cpu()
        began = time.monotonic()
        await load.run()
        took = time.monotonic() - began
        cpu = (self._served.cpu() - cpu) / took
        failed = _refused(load) - refused + sum(journal.waiting for journal in load.journals)
        lag = _worst(before, await self._operator.metrics())
        moves = len(load.latencies)
        return Phase(moves, load.late(0.5), load.late(0.99), failed, cpu, lag)


def _refused(load: Load) -> int:
    return sum(journal.refused for journal in load.journals)


def _worst(before: dict[str, float], after: dict[str, float]) -> str:
    """The highest lag in between: below the bound of the last histogram bucket that has grown."""
    bounds = [name for name in after if name.startswith(_lag)]
    total = after[bounds[-1]] - before[bounds[-1]]
    for name in bounds:
        if after[name] - before[name] >= total:
            bound = name.removeprefix(_lag).strip('"}')
            return "> 5000" if bound == "+Inf" else f"< {float(bound) * 1000:g}"
    return "?"


async def attacked(
    attack: Attack, honest: HonestLoad, game: str, costly: str, database: str, log: Path
) -> Outcome:
    """Prepare an attack, run it, and compare the acknowledged moves with the database."""
    await attack.prepare(database, game, costly)
    scripted_matches = await create_matches(
        database, game, write_scripts(game, Random(1), 16), honest.matches
    )
    seconds = attack.seconds * honest.factor
    load = Load(scripted_matches, honest.rate, seconds, Random(1))
    for number, journal in enumerate(load.journals):
        journal.address = f"10.1.{number >> 8}.{number & 255}"
    matches = tuple(scripted.match for scripted in scripted_matches)
    async with _attacker(attack) as attacker:
        with log.open("ab") as writing:
            began = time.monotonic()
            more = {"PARLOUR_METRICS_TOKEN": METRICS_TOKEN}
            port = free_port()
            server = await serve(port, database, attack.module, more, OPTIONS, writing.fileno())
        try:
            while not await Visitor(port, OPERATOR).is_ready():
                await asyncio.sleep(0.05)
            ready = time.monotonic() - began
            await load.connect(0, port)
            target = Target(port, database, game, costly, seconds, matches, str(log), ready)
            outcome = await AttackRun(attack, load, server, attacker).run(target)
        finally:
            await server.kill()
    (await audit(database, load.journals)).check()
    return outcome


@asynccontextmanager
async def _attacker(attack: Attack) -> AsyncGenerator[Process]:
    """The attacker's process, started and waiting for its target."""
    module = "proofs.attacks"
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", module, attack.name), stdin=PIPE, stdout=PIPE
    )
    try:
        if process.stdout is None or await process.stdout.readline() != b"ready\n":
            raise Broken(f"the attacker of {attack.name} does not start")
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def attack_all(
    attacks: Sequence[Attack], honest: HonestLoad, game: str, costly: str, postgres: bool
) -> list[str]:
    """Run the attacks one after another and print their results; returns all complaints."""
    complaints: list[str] = []
    with ExitStack() as cleaning:
        folder = Path(cleaning.enter_context(tempfile.TemporaryDirectory()))
        server = None
        if postgres or any(attack.postgres for attack in attacks):
            from proofs.harness.postgresql import Server  # psycopg is an optional dependency

            server = cleaning.enter_context(Server())
        click.echo(HEAD)
        quiet: list[str] = []
        for attack in attacks:
            address = f"sqlite:{folder / attack.name}.db"
            if server is not None and (attack.postgres or (postgres and not attack.sqlite)):
                address = server.new_database()
            log = folder / f"{attack.name}.log"
            outcome = await attacked(attack, honest, game, costly, address, log)
            click.echo(outcome.row())
            quiet.append(f"{attack.name}: {outcome.quiet}, memory {outcome.grown / 2**20:+.1f} MiB")
            complaints += [f"{attack.name}: {text}" for text in outcome.complaints()]
        click.echo("\nquiet meanwhile, but for these: " + "; ".join(quiet))
    return complaints


@click.command()
@click.argument("game")
@click.argument("costly")
@click.option("--only", multiple=True, type=click.Choice([*ATTACKS]), help="Of the attacks, these.")
@click.option("--matches", default=200, show_default=True, help="Of honest players.")
@click.option("--rate", default=200.0, show_default=True, help="Their moves a second.")
@click.option("--factor", default=1.0, show_default=True, help="Of the time each attack takes.")
@click.option("--postgres", is_flag=True, help="All that can be, on PostgreSQL.")
def main(
    game: str,
    costly: str,
    only: tuple[str, ...],
    matches: int,
    rate: float,
    factor: float,
    postgres: bool,
) -> None:
    """Attack a hall in all ways we know, while honest players play in it.

    GAME is what they play; COSTLY is a game with long matches, in turns of several actions.
    """
    attacks = [ATTACKS[name] for name in only or ATTACKS]
    try:
        honest = HonestLoad(matches, rate, factor)
        complaints = uvloop.run(attack_all(attacks, honest, game, costly, postgres))
    except Broken as broken:
        complaints = [str(broken)]
    for complaint in complaints:
        click.echo(f"BROKEN: {complaint}")
    raise SystemExit(1 if complaints else 0)


if __name__ == "__main__":
    main()
