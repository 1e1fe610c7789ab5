"""How a driver reports that the hall has violated an invariant."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

import click

from proofs import Broken


@contextmanager
def exit_if_broken() -> Generator[None]:
    """Print the violated invariant, and exit with code 1."""
    try:
        yield
    except Broken as broken:
        click.echo(f"BROKEN: {broken}")
        raise SystemExit(1) from None
