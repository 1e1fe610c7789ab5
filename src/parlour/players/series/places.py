"""Where matches are played: in processes of this machine, or on Ray."""

from __future__ import annotations

import click

from parlour.players.series.running import Play, play_all

at_once_option = click.option(
    "--at-once",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    help="How many matches to run in parallel, each in a process of its own.",
)
on_option = click.option(
    "--on",
    type=click.Choice(["here", "ray"]),
    default="here",
    show_default=True,
    help="Where to play: in processes of this machine, or on a Ray cluster.",
)


def play_where(on: str, at_once: int) -> Play:
    """What plays the tasks of a command."""
    if on == "ray":
        from parlour.players.series.cluster import play_on_ray

        return play_on_ray
    return lambda tasks: play_all(tasks, at_once)
