"""The pictures of the rulebook, drawn by playing the rules, so that they cannot be wrong.

`python -m parlour.games.turncoat.pictures` prints them all. A test looks for each of them, to the
letter, in the rulebook. On the left is a position, on the right what becomes of it or what a unit
may do in it: `m` where it may move, `*` where it may act, `m*` both, `!` what it may capture.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import click

from parlour.games.turncoat.blocks import LETTERS
from parlour.games.turncoat.game import Turncoat, TurncoatSettings
from parlour.games.turncoat.rules import Rules

# Under every picture lie a wall and what each player needs to have somewhere; they are not drawn.
HIDDEN = ("## ## ## ## ## ## ##", "1S 1O 1C . 1C ## ##", "2S 2O 2C . 2C ## ##")
ROWS, WIDTH = 5, 7
SIGNS = {"move": "m", "act": "*", "capture": "!", "guard": "x"}

PLAIN = (". . . . . . .",) * 2
COLOURS = (
    ". . 1C . . . .",
    ". . 2C . . . .",
    "1C . . . 2C 1C .",
    ". . -- . . . .",
    ". . 1C . . . .",
)
MOVES = (
    ". . . 1C . . .",
    ". . . 1C . . .",
    "1C 1C 1C 1C 1C 2C 1C",
    ". . . -- . . .",
    ". . . 1O . . .",
)
MIXED = (
    ". . . 2C . . .",
    ". . . 2C . . .",
    ". 1C . 1C 1C 2C .",
    ". . . 2G . . .",
    ". . . . . . .",
)
OWN = (*PLAIN, ". . 1C 1C 1C 1C .", ". . . 1C . . .", ". . . . . . .")
MELEE = (". . . . . . .", ". . 2C 2C . . .", ". . 1C 1C 1C . .", ". . . 1C . . .", PLAIN[0])
SHIELDED = (". . . . . . .", ". . . 2C . . .", "1C 2C 2C 2C . . .", ". . . . . . .", PLAIN[0])
GOALS = (". . . . . . .", ". . . 2O . . .", ". 1C 1C 1C 2O . .", ". . . 1O . . .", PLAIN[0])
GUARDS = (". 1G . . . 2C .", ". . . 2O . . .", ". . 1C 1C 1S -- ##", ". . 2C . . . .", PLAIN[0])


def position(rows: tuple[str, ...], units: dict[int, str], **settings: str) -> Rules:
    """Rows of blocks with units on some of their cells; Player 1 has the turn."""
    text = "/".join([*rows, *HIDDEN])
    state = Turncoat(TurncoatSettings(map_text=text, **settings)).start()  # type: ignore[arg-type]
    for cell, unit in units.items():
        state.put_unit(cell, int(unit[0]) - 1, LETTERS.index(unit[1]), 0)
    return state


def cells(state: Rules) -> list[str]:
    """What the text board shows on each cell of the picture."""
    lines = str(state).splitlines()[1 : ROWS + 1]
    return [line[3 + 4 * x : 7 + 4 * x] for line in lines for x in range(WIDTH)]


def beside(left: list[str], right: list[str]) -> list[str]:
    """Two pictures, indented as rulebooks show boards."""
    return [
        f"    {''.join(left[i : i + WIDTH])}     {''.join(right[i : i + WIDTH])}".rstrip()
        for i in range(0, ROWS * WIDTH, WIDTH)
    ]


def after(state: Rules, text: str) -> list[str]:
    """A position, and what an action makes of it."""
    before = cells(state)
    state.push(state.game.read(state, text))
    return beside(before, cells(state))


def reach(state: Rules, here: int) -> list[str]:
    """A position, and what the unit or guard on a cell may do in it."""
    game = cast(Turncoat, state.game)
    marked = cells(state)
    signs: dict[int, str] = {}
    for action in state.actions():
        decoded = game.codec.decode(state, action)
        if decoded.here == here and decoded.verb in SIGNS and SIGNS[decoded.verb] not in signs.get(
            decoded.to, ""
        ):  # fmt: skip
            signs[decoded.to] = signs.get(decoded.to, "") + SIGNS[decoded.verb]
    for cell, sign in signs.items():
        if cell < len(marked):
            marked[cell] = f" {sign:>2} "
    return beside(cells(state), marked)


def pictures() -> Iterator[tuple[str, list[str]]]:
    """Every picture with its name."""
    middle = 2 * WIDTH + 3
    yield "colour change: place c6", after(position(COLOURS, {}), "place c6")
    yield "move", reach(position(MOVES, {middle: "1H", middle - 2: "1F"}), middle)
    fight = {middle: "1F", middle - 1: "1P", middle - 7: "2P", middle - 8: "2H", middle + 7: "2S"}
    yield "Fighter", reach(position(MELEE, fight), middle)
    yield "Paver", reach(position(MIXED, {middle: "1P"}), middle)
    yield "Cleaner", reach(position(MIXED, {middle: "1C"}), middle)
    yield "Shooter", reach(position(OWN, {middle: "1S"}), middle)
    yield "Shooter, reach line", reach(position(OWN, {middle: "1S"}, shooter_reach="line"), middle)
    shield = {middle - 1: "2F", middle: "2P", middle - 7: "2H"}
    yield "Shield: place e6", after(position(SHIELDED, shield), "place e6")
    yield "capture", reach(position(GOALS, {middle: "1H"}), middle)
    yield "guard", reach(position(GUARDS, {middle: "1P", middle + 6: "2P"}), 1)


def main() -> None:
    for name, lines in pictures():
        click.echo("\n".join([name, "", *lines, ""]))


if __name__ == "__main__":
    main()
