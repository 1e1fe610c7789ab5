"""For the completion of the shell, as click asks for it: the names of games and of settings."""

from __future__ import annotations

from contextlib import suppress

import click

from parlour.table.errors import ParlourError
from parlour.table.registry import AnyGame, find, game, games


def complete_game(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    return [slug for slug in games() if slug.startswith(incomplete)]


def complete_setting(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """The settings of the game that is named already; of one that is begun, its choices."""
    texts: list[str] = []
    with suppress(ParlourError):
        for setting in find(_slug(ctx)).describe():
            values = setting.choices or ("on", "off") * (setting.kind == "switch")
            begun = incomplete.startswith(f"{setting.name}=")
            texts += [f"{setting.name}={value}" for value in (values if begun else ("",))]
    return [text for text in texts if text.startswith(incomplete)]


def chosen_game(ctx: click.Context) -> AnyGame:
    """The game that is named already."""
    return game(_slug(ctx))


def _slug(ctx: click.Context) -> str:
    """Click leaves it among what it could not read while the last option has no value yet. The verb
    of a game is called as that is."""
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
"""For every verb that has a game as its argument, or as its name."""
