"""`parlour bot`: lets a program play in a hall."""

from __future__ import annotations

import asyncio

import click

from parlour.client.bot import Bot
from parlour.client.link import read_link
from parlour.players.player import read_player


@click.command()
@click.argument("address")
@click.argument("code", required=False, default="")
@click.option("--token", default="", envvar="PARLOUR_TOKEN", help="The token of the bot's account.")
@click.option(
    "--player", default="uct:1s", show_default=True, help="The player that chooses the moves."
)
def bot(address: str, code: str, token: str, player: str) -> None:
    """Let a program play on a server.

    With the MATCH.CODE of a seat, or a link that contains one, it plays that match. Without, it
    takes every seat that is reserved for it (bot:NAME) until you stop it with Ctrl-C.
    """
    link = read_link(address, code)
    read_player(player)

    async def run() -> None:
        client = Bot(link.address, token, lambda: read_player(player), click.echo)
        await client.sign_in()
        if link.match_ref is not None:
            await client.play(link.match_ref)
        else:
            click.echo(f"{client.name} is waiting at {link.address} (Ctrl-C to stop).")
            await client.serve()

    try:
        asyncio.run(run())
    except KeyboardInterrupt:
        click.echo()
