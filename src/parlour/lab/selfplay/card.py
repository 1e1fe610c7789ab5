"""The data card: a README that tells people and programs what is in the folder."""

from __future__ import annotations

from parlour import __version__
from parlour.lab.selfplay.plan import SelfPlayPlan
from parlour.lab.selfplay.shards import schema_table

FRONT = """\
---
license: mit
tags: [board-games, self-play]
configs:
  - config_name: default
    data_files: data/*.parquet
---
"""


def data_card(plan: SelfPlayPlan, rows: int) -> str:
    """The README of a complete folder."""
    game = plan.load_game()
    settings = "".join(f"\n- {name}: {value}" for name, value in plan.settings.items())
    seats = "\n".join(
        f"- {seat}: `{text}`" for seat, text in zip(game.seats, plan.players, strict=True)
    )
    return f"""{FRONT}
# Self-play: {game.title}

{rows} decisions of {plan.matches} matches, one row each, in {plan.shards} files of up to
{plan.shard} matches. Each match begins with {plan.opening} random actions, which have no rows.

{seats}
{settings}
Made by Parlour {__version__}, version {plan.rules} of the rules, with

    {plan.command(".")}

{chr(10).join(schema_table())}

Rows are in the order of matches and plies. Positions of one match depend on each other: split
training and test data by `match`. The numbers of actions are those of `parlour.game("{plan.game}")`
with these settings.
"""
