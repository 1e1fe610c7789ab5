"""The command line. Each verb imports what it needs, so that `parlour --version` is quick."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from math import isnan
from typing import TYPE_CHECKING, Any

import click

from parlour import _modes
from parlour.table.errors import ParlourError

if TYPE_CHECKING:
    from parlour.table.settings import Setting


class Verbs(click.Group):
    """The verbs of this file, and those that games bring in a `verbs.py` of their own.

    Every error of ours, whichever verb raised it, is answered by one sentence and exit code 2.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted({*super().list_commands(ctx), *verbs_of_games()})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return super().get_command(ctx, cmd_name) or verbs_of_games().get(cmd_name)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except ParlourError as error:
            raise click.ClickException(str(error)) from None
        except BrokenPipeError:  # whoever was reading us has seen enough
            sys.stderr.close()
            sys.exit(0)


click.ClickException.exit_code = 2


def verbs_of_games() -> dict[str, click.Command]:
    """The verbs that games bring; looked for only when no verb of ours is meant."""
    from importlib import import_module
    from importlib.util import find_spec

    from parlour.table import registry

    found: dict[str, click.Command] = {}
    for slug in registry.games():
        package = registry.find(slug).__module__.rpartition(".")[0]
        if package and find_spec(f"{package}.verbs"):
            verbs: Sequence[click.Command] = import_module(f"{package}.verbs").VERBS
            found |= {verb.name or slug: verb for verb in verbs}
    return found


def show_version(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from parlour import __version__

        python = ".".join(map(str, sys.version_info[:3]))
        click.echo(f"parlour {__version__} ({_modes.mode()}, Python {python})")
        ctx.exit()


@click.group(cls=Verbs, invoke_without_command=True)
@click.option("--version", is_flag=True, expose_value=False, is_eager=True, callback=show_version,
              help="Show the version, and whether it runs compiled or interpreted.")  # fmt: skip
@click.pass_context
def main(ctx: click.Context) -> None:
    """Small board games on one table. Without a verb: a menu of the games."""
    if ctx.invoked_subcommand is None:
        from parlour.terminal.console import StandardConsole
        from parlour.terminal.menu import menu

        leave_quietly(lambda: menu(StandardConsole()))


def leave_quietly(dialogue: Any) -> None:
    """Run a dialogue; Ctrl-C is a way to leave it."""
    try:
        dialogue()
    except KeyboardInterrupt:
        click.echo()


def read_set(texts: Sequence[str]) -> dict[str, object]:
    """`--set size=11` options as settings."""
    from parlour.table.errors import BadSettings
    from parlour.table.sentences import shorten
    from parlour.terminal import english

    english.learn()
    settings: dict[str, object] = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign:
            raise BadSettings("terminal.setting_form", given=shorten(text))
        settings[name.strip()] = value.strip()
    return settings


with_settings = click.option(
    "--set", "settings", multiple=True, metavar="NAME=VALUE", help="A setting of the game."
)


@main.command()
@click.argument("game")
@with_settings
@click.option("--seat", "seats", multiple=True, metavar="SEAT=PLAYER",
              help="Who sits where: you, you:NAME, random, uct:1s, uct:5000.")  # fmt: skip
@click.option("--seed", type=int, help="Make chance and computers repeatable.")
def play(game: str, settings: Sequence[str], seats: Sequence[str], seed: int | None) -> None:
    """Play a game in the terminal. Seats that nobody is named for are people at this keyboard."""
    from parlour.table import registry
    from parlour.terminal.console import StandardConsole
    from parlour.terminal.menu import play_on
    from parlour.terminal.seats import read_seats

    given = read_set(settings)
    sitting = read_seats(registry.game(game, **given), seats, seed)
    leave_quietly(lambda: play_on(game, given, sitting, StandardConsole(), seed))


@main.command()
def games() -> None:
    """List the games with their settings."""
    from parlour.table import registry
    from parlour.terminal.rulebook import summary

    for slug in registry.games():
        click.echo(f"{slug:12} {summary(slug)}")
        with suppress(ParlourError):  # of a plug-in that cannot be loaded, the summary tells why
            for setting in registry.find(slug).describe():
                click.echo(f"    {setting.name:14} {allowed(setting)}: {setting.description}")


def allowed(setting: Setting) -> str:
    """What a setting may be, and what it usually is."""
    match setting.kind:
        case "number":
            return f"{setting.low} to {setting.high} (usually {setting.default})"
        case "switch":
            return f"on, off (usually {'on' if setting.default else 'off'})"
        case _:
            choices = ", ".join(setting.choices) or "a text"
            return f"{choices} (usually {setting.default or 'empty'})"


@main.command()
@click.argument("game")
def rules(game: str) -> None:
    """Show the rulebook of a game."""
    from parlour.table import registry
    from parlour.terminal.rulebook import rulebook

    click.echo(rulebook(registry.find(game)))


@main.command()
@click.argument("game")
@click.argument("depth", type=click.IntRange(0, 20))
@with_settings
@click.option("--line", help="Count from this position instead of the start.")
def perft(game: str, depth: int, settings: Sequence[str], line: str | None) -> None:
    """Count the sequences of DEPTH legal actions: a fingerprint of the rules."""
    from parlour.lab.perft import perft as count
    from parlour.table import registry

    table = registry.game(game, **read_set(settings))
    click.echo(count(table.from_line(line) if line else table.start(), depth))


@main.command()
@click.argument("game", required=False)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@click.option("--seconds", type=click.FloatRange(0.01, 60), default=0.5, show_default=True,
              help="How long each of the three rounds of a measurement takes.")  # fmt: skip
@click.option("--one-mode", is_flag=True, help="Do not measure the interpreted mode too.")
def bench(game: str | None, as_json: bool, seconds: float, one_mode: bool) -> None:
    """Measure how fast the games run, compiled and interpreted, on one core."""
    from parlour.lab.bench import report

    if isnan(seconds):
        raise click.BadParameter("nan is not a time.", param_hint="'--seconds'")
    for line in report(game, seconds, as_json, one_mode):
        click.echo(line)
