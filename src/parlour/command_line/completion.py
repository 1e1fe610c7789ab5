"""Shell completion of games and settings, in the form that click expects."""

from __future__ import annotations

from contextlib import suppress

import click

from parlour.table.errors import ParlourError
from parlour.table.registry import AnyGame, find, game, games


def complete_game(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    return [slug for slug in games() if slug.startswith(incomplete)]


def complete_setting(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """The settings of the game on the command line; after `NAME=`, the values of that setting."""
    texts: list[str] = []
    with suppress(ParlourError):
        for setting in find(_slug(ctx)).describe():
            values = setting.choices or ("on", "off") * (setting.kind == "switch")
            named = incomplete.startswith(f"{setting.name}=")
            texts += [f"{setting.name}={value}" for value in (values if named else ("",))]
    return [text for text in texts if text.startswith(incomplete)]


def chosen_game(ctx: click.Context) -> AnyGame:
    """The game on the command line."""
    return game(_slug(ctx))


def _slug(ctx: click.Context) -> str:
    """While the last option has no value yet, click leaves the game among the unparsed arguments. A
    verb of a game has the name of the game."""
    verb = ctx.info_name if ctx.info_name in games() else None
    return str(verb or ctx.params.get("game") or next(iter(ctx.args), ""))


settings_option = click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="NAME=VALUE",
    help="A setting of the game.",
    shell_complete=complete_setting,
)
"""For every verb with a game as its argument or its name."""
