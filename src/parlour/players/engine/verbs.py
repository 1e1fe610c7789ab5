"""`parlour engine`: our players for programs that speak UGI."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from parlour.command_line.completion import complete_game, settings_option
from parlour.players.engine.engine import Engine
from parlour.players.engine.own_players import OwnPlayers
from parlour.table.settings import read_assignments


@click.command()
@click.argument("game", shell_complete=complete_game)
@click.option(
    "--player", default="best", show_default=True, help="The player that chooses the moves."
)
@settings_option
def engine(game: str, player: str, settings: Sequence[str]) -> None:
    """Run as a UGI engine. It talks on standard input and output (see docs/engines.md)."""
    playing = Engine(game, read_assignments(settings), OwnPlayers(player), click.echo)
    if sys.stdin is not None:  # it may have been closed by the parent
        playing.serve(sys.stdin.buffer)
