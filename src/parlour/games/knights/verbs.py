"""The verb `parlour knights`: play a script of moves and write the final state."""

from __future__ import annotations

import click


@click.command()
@click.argument("moves", metavar="MOVES.TXT")
@click.option("-o", "--output", default="final_state.json", show_default=True, metavar="FILE",
              help="Where the final state goes; - for standard output.")  # fmt: skip
@click.option("--item-choice", type=click.Choice(["random", "priority"]), default="random",
              show_default=True, help="How one of several items on a tile is chosen.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0, 2**64 - 1),
              help="Make chance repeatable; the seed of other runs is printed.")  # fmt: skip
def knights(moves: str, output: str, item_choice: str, seed: int | None) -> None:
    """Play a script of Knights (GAME-START, lines such as R:S, GAME-END; - for standard input) and
    write the final state as JSON."""
    from parlour.games.knights.scriptfile import play_script

    play_script(moves, output, item_choice, seed)


VERBS = (knights,)
