"""`python -m proofs simulate 0-99` and `... controls`."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager

import click

from proofs import Broken
from proofs.simulation.controls import CONTROLS, caught
from proofs.simulation.simulation import simulate


def read_seeds(_context: click.Context, _parameter: click.Parameter, text: str) -> range:
    """Parse a seed or a range of seeds: `7`, or `0-99`."""
    first, _, last = text.partition("-")
    try:
        return range(int(first), int(last or first) + 1)
    except ValueError:
        raise click.BadParameter(f"{text}: give a number, or two as in 0-99") from None


NewDatabase = Callable[[], str]


@contextmanager
def server(needed: bool) -> Generator[NewDatabase]:
    """Start a temporary PostgreSQL if one is needed; yields a function that creates databases."""
    if not needed:
        yield str
        return
    from proofs.harness.postgresql import Server  # psycopg is an optional dependency

    with Server() as running:
        yield running.new_database


@click.group()
def main() -> None:
    """Prove that the hall keeps what it promises."""


@main.command("simulate")
@click.argument("seeds", callback=read_seeds, default="0-99")
@click.option(
    "--postgres",
    default=10,
    show_default=True,
    metavar="N",
    help="Every Nth seed is also played by two processes on one PostgreSQL; 0: none is.",
)
def simulate_verb(seeds: range, postgres: int) -> None:
    """Play evenings in the hall with all kinds of faults, one for each seed."""
    shared = [seed for seed in seeds if postgres and seed % postgres == 0]
    played, broken = len(seeds) + len(shared), 0
    with server(bool(shared)) as new_database:
        for seed in seeds:
            broken += not _run_seed(seed, "")
            if seed in shared:
                broken += not _run_seed(seed, new_database())
    click.echo(f"{played} evenings, {broken} of them broken")
    sys.exit(1 if broken else 0)


def _run_seed(seed: int, address: str) -> bool:
    name = f"seed {seed}, two processes" if address else f"seed {seed}"
    try:
        report = simulate(seed, address=address)
    except Broken as promise:
        more = " ARGS=--postgres=1" if address else ""
        click.echo(f"{name}: BROKEN: {promise}\nrepeat it by: make simulate SEEDS={seed}{more}")
        return False
    click.echo(
        f"{name}: {report.commands} commands, {report.entries} entries,"
        f" {report.crashes} crashes, journal {report.digest[:16]}"
    )
    return True


@main.command("controls")
@click.argument("seeds", callback=read_seeds, default="0-19")
def controls_verb(seeds: range) -> None:
    """See that the simulation notices halls that are wrong on purpose."""
    with server(True) as new_database:
        missed = [name for name in CONTROLS if not caught(name, seeds, click.echo, new_database)]
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    logging.disable(logging.WARNING)  # waiting computers and injected statements log warnings
    main()
