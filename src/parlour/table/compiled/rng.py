"""Chance for playouts and searches: one 64-bit number that the caller owns.

It is the generator known as SplitMix64, written so that it gives the same numbers interpreted and
compiled. `dice` is an array of one number: a C array in compiled code, a list of one otherwise.
A state never holds dice; whoever plays does.
"""

from parlour.table.compiled.array_types import Dice, Ints

WORD = 0xFFFFFFFFFFFFFFFF
STEP = 0x9E3779B97F4A7C15
MIX_A = 0xBF58476D1CE4E5B9
MIX_B = 0x94D049BB133111EB


def turn(dice: Dice) -> int:
    """The next 64 random bits."""
    dice[0] = (dice[0] + STEP) & WORD
    bits = dice[0]
    bits = ((bits ^ (bits >> 30)) * MIX_A) & WORD
    bits = ((bits ^ (bits >> 27)) * MIX_B) & WORD
    return bits ^ (bits >> 31)


def roll(dice: Dice, sides: int) -> int:
    """A whole number from 0 to sides - 1, each as likely as the others."""
    return ((turn(dice) >> 32) * sides) >> 32


def spin(dice: Dice) -> float:
    """A fraction from 0 up to, but never quite, 1."""
    return (turn(dice) >> 11) * (1.0 / 9007199254740992.0)


def shuffle(dice: Dice, items: Ints, count: int) -> int:
    """Put the first `count` items into a random order."""
    while count > 1:
        i = roll(dice, count)
        count -= 1
        items[i], items[count] = items[count], items[i]
    return 0
