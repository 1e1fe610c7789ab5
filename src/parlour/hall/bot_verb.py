"""`parlour bot`: seats a program in a hall."""

from __future__ import annotations

import asyncio

import click

from parlour.hall.bot import Bot
from parlour.hall.link import read_link
from parlour.players.player import read_player


@click.command()
@click.argument("address")
@click.argument("code", required=False, default="")
@click.option("--token", default="", envvar="PARLOUR_TOKEN", help="Of the bot's account there.")
@click.option("--player", default="uct:1s", show_default=True, help="Who chooses the moves.")
def bot(address: str, code: str, token: str, player: str) -> None:
    """Let a program play in a hall.

    With the MATCH.CODE of a seat, or a link that has one, it plays that match; without, it sits at
    every chair that is kept for it (bot:NAME), until it is stopped with Ctrl-C.
    """
    link = read_link(address, code)
    read_player(player)

    async def run() -> None:
        seated = Bot(link.address, token, lambda: read_player(player), click.echo)
        await seated.sign_in()
        if link.ticket is not None:
            await seated.play(link.ticket)
        else:
            click.echo(f"{seated.name} is waiting at {link.address} (Ctrl-C to stop).")
            await seated.serve()

    try:
        asyncio.run(run())
    except KeyboardInterrupt:
        click.echo()
