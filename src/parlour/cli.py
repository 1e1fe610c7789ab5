"""The command line: `parlour VERB ...`. Each layer has its verbs, and a game may add its own.

A verb is imported when it is used, so that `parlour --version` is quick. Every Parlour error of any
verb becomes one sentence and exit code 2. Exit code 1 means that the answer is no, or that the
command was interrupted.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import click

from parlour import __version__, _modes
from parlour.table import registry
from parlour.table.errors import ParlourError, Stopped
from parlour.table.sentences import Sentence, listing

VERBS = {
    "play": "parlour.terminal.verbs",
    "games": "parlour.terminal.verbs",
    "rules": "parlour.terminal.verbs",
    "show": "parlour.terminal.records.verbs",
    "replay": "parlour.terminal.records.verbs",
    "check": "parlour.terminal.records.verbs",
    "convert": "parlour.terminal.records.verbs",
    "picture": "parlour.terminal.records.verbs",
    "analyse": "parlour.terminal.records.analysis",
    "serve": "parlour.hall.serve_verb",
    "hall": "parlour.hall.operating.verbs",
    "join": "parlour.terminal.online.verbs",
    "bot": "parlour.client.bot_verb",
    "engine": "parlour.players.engine.verbs",
    "perft": "parlour.lab.verbs",
    "bench": "parlour.lab.verbs",
    "series": "parlour.terminal.series.verb",
    "tournament": "parlour.lab.tournaments.verbs",
    "selfplay": "parlour.lab.selfplay.verbs",
    "openings": "parlour.lab.openings.verbs",
}
EXTRAS = {"parlour.hall": ("hall", "litestar")}
"""Packages that need more than the base installation: the extra, and one of its modules."""


class Verbs(click.Group):
    """The verbs of Parlour, then those of the games."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*VERBS, *sorted(verbs_of_games())]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            return verbs_of_games().get(cmd_name)
        module = VERBS[cmd_name]
        extra, needed = EXTRAS.get(".".join(module.split(".")[:2]), ("", ""))
        if needed and find_spec(needed) is None:
            return without_extra(cmd_name, extra)
        return getattr(import_module(module), cmd_name)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except Stopped as error:
            click.echo(str(error), err=True)
            ctx.exit(1)
        except ParlourError as error:
            raise click.ClickException(str(error)) from None
        except BrokenPipeError:  # the reader has closed the pipe
            sys.stderr.close()
            sys.exit(0)
        except OSError as error:  # such as a full disk, or a terminal that is gone
            drop_output()
            raise click.ClickException(error.strerror or type(error).__name__) from None


click.ClickException.exit_code = 2


def without_extra(verb: str, extra: str) -> click.Command:
    """Stands in for a verb whose extra is not installed: any use of it says so."""
    message = str(Sentence("table.needs_extra", verb=f"parlour {verb}", extra=extra))

    def refuse(*_: object, **__: object) -> None:
        raise click.ClickException(message)

    return click.Command(
        verb,
        callback=refuse,
        help=message,
        add_help_option=False,
        context_settings={"ignore_unknown_options": True},
        params=[click.Argument(["words"], nargs=-1, type=click.UNPROCESSED)],
    )


def drop_output() -> None:
    """Discard unwritten output, so that the interpreter does not try to flush it at exit."""
    with suppress(OSError, AttributeError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def verbs_of_games() -> dict[str, click.Command]:
    """The verbs of games, from `verbs.py` in their folders."""
    found: dict[str, click.Command] = {}
    for slug in registry.games():
        with suppress(ParlourError):  # a plug-in that cannot be loaded has no verbs
            package = registry.find(slug).__module__.rpartition(".")[0]
            if package and find_spec(f"{package}.verbs"):
                verbs: Sequence[click.Command] = import_module(f"{package}.verbs").VERBS
                for verb in verbs:
                    name = verb.name or slug
                    found[name] = merged(found.get(name), verb)
    return found


def merged(one: click.Command | None, other: click.Command) -> click.Command:
    """A verb of several games, such as `solve`, with a subcommand for each game."""
    if isinstance(one, click.Group) and isinstance(other, click.Group):
        return ByGame(other.name, {**one.commands, **other.commands}, help=other.help)
    return other


class ByGame(click.Group):
    """A verb of several games. A game that does not have it gets a message of its own."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        found = super().get_command(ctx, cmd_name)
        if found is None and cmd_name in registry.games():
            games = listing(sorted(self.commands))
            message = Sentence("table.no_verb", game=cmd_name, verb=self.name or "", games=games)
            raise click.UsageError(str(message), ctx)
        return found


def show_version(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        python = ".".join(map(str, sys.version_info[:3]))
        click.echo(f"parlour {__version__} ({_modes.mode()}, Python {python})")
        ctx.exit()


@click.group(cls=Verbs, invoke_without_command=True)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=show_version,
    help="Show the version and whether Parlour runs compiled or interpreted.",
)
@click.pass_context
def main(ctx: click.Context) -> None:
    """Small board games for people and programs. Without a command, a menu opens."""
    if ctx.invoked_subcommand is None:
        from parlour.terminal.menu import open_menu

        open_menu()
