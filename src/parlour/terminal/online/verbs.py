"""`parlour join`: play in a hall from this terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence

import click

from parlour.client.link import read_link
from parlour.command_line.termination import leave_quietly
from parlour.table.errors import BadSettings, ParlourError
from parlour.table.settings import read_assignments
from parlour.terminal.lines.console import StandardConsole
from parlour.terminal.online.lobby import Lobby, own_match_ref
from parlour.terminal.online.session import HallUser, go
from parlour.wire.http_types import NewMatch
from parlour.wire.operations import LONGEST_NAME


@click.command()
@click.argument("address")
@click.argument("code", required=False, default="")
@click.option("--board", is_flag=True, help="Use the full-screen board, with mouse and keyboard.")
@click.option("--name", default="", help="The name that others see.")
@click.option(
    "--token", default="", envvar="PARLOUR_TOKEN", help="The token of your account on the server."
)
@click.option("--pair", metavar="GAME", help="Play GAME against the next player who wants to.")
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="NAME=VALUE",
    help="With --pair: a setting of the game.",
)
@click.option("--clock", default="", help="With --pair: the time control, such as 5m+3s.")
def join(
    address: str,
    code: str,
    board: bool,
    name: str,
    token: str,
    pair: str | None,
    settings: Sequence[str],
    clock: str,
) -> None:
    """Play or watch on a server.

    ADDRESS is the address of the server, or a link that somebody sent you. CODE is the MATCH.CODE
    of a seat, or a MATCH to continue or to watch. Without it, you enter the lobby.
    """
    link = read_link(address, code)
    if pair and link.match_ref:
        raise BadSettings("hall.two_tickets")
    console = StandardConsole()
    if board and not console.on_screen:
        raise BadSettings("terminal.no_screen")
    user = HallUser(link.address, name, token, board)

    def connect() -> None:
        if link.match_ref is not None:
            go(user, link.match_ref, console)
        elif pair:
            texts = {name: str(value) for name, value in read_assignments(settings).items()}
            new = NewMatch(pair, {**texts}, clock=clock, name=name[:LONGEST_NAME])
            go(user, own_match_ref(user.sign_in().pair(new)), console)
        else:
            Lobby(user, console).open()

    leave_quietly(lambda: _exit_on_error(connect))


def _exit_on_error(connect: Callable[[], None]) -> None:
    """Exit at once on an error: a thread may still be reading a line, and would delay the exit."""
    try:
        connect()
    except ParlourError as error:
        sys.stdout.flush()
        click.echo(f"Error: {error}", err=True)
        sys.stderr.flush()
        os._exit(2)
