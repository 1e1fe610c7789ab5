"""`python -m parlour.hall.proofs simulate 0-99` and `... controls`."""

from __future__ import annotations

import sys

import click

from parlour.hall.proofs import Broken
from parlour.hall.proofs.controls import CONTROLS, caught
from parlour.hall.proofs.simulation import simulate


def read_seeds(_context: click.Context, _parameter: click.Parameter, text: str) -> range:
    """`7`, or `0-99`."""
    first, _, last = text.partition("-")
    try:
        return range(int(first), int(last or first) + 1)
    except ValueError:
        raise click.BadParameter(f"{text}: give a number, or two as in 0-99") from None


@click.group()
def main() -> None:
    """Prove that the hall keeps what it promises."""


@main.command("simulate")
@click.argument("seeds", callback=read_seeds, default="0-99")
def simulate_verb(seeds: range) -> None:
    """Play evenings in the hall with all kinds of faults, one for each seed."""
    broken = 0
    for seed in seeds:
        try:
            evening = simulate(seed)
        except Broken as promise:
            broken += 1
            click.echo(f"seed {seed}: BROKEN: {promise}\nrepeat it by: make simulate SEEDS={seed}")
        else:
            click.echo(
                f"seed {seed}: {evening.commands} commands, {evening.entries} entries,"
                f" {evening.crashes} crashes, journal {evening.digest[:16]}"
            )
    click.echo(f"{len(seeds)} evenings, {broken} of them broken")
    sys.exit(1 if broken else 0)


@main.command("controls")
@click.argument("seeds", callback=read_seeds, default="0-19")
def controls_verb(seeds: range) -> None:
    """See that the simulation notices halls that are wrong on purpose."""
    missed = [name for name in CONTROLS if not caught(name, seeds, click.echo)]
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
