"""The numbers that stand for blocks, units and actions.

A block of a player is its kind plus the owner's seat: COLOUR + 2 is a colour block of seat 2.
"""

from __future__ import annotations

import cython

if not cython.compiled:
    NEUTRAL, COLOUR, TRUE, DEAD, OBJECTIVE, SPAWN, GUARD = 0, 1, 5, 6, 7, 11, 15
    BLOCKS = 19  # numbers of blocks, for tables
    FIGHTER, PAVER, CLEANER, SHOOTER, SHIELD = 1, 2, 3, 4, 5
    MOVED, ACTED = 1, 2  # what a unit has used in this turn
    SEATS = 4  # at most
    SLOTS = 9  # guards, spawns or objectives of a player, at most
    WIDE = 21  # squares from a row to the next
    CORNER = 42  # the square of the top left cell
    CELLS = 361  # of the largest board, 19 x 19
    SQUARES = 483  # 23 rows: with two rows of margin above and below
    NUMBERS = 362  # of units: one on each cell, and 0 for nobody
    PLACE, DESTROY, MOVE = 0, 1, 2  # codes of actions; those that follow depend on the map
    SIDES = 4  # adjacent cells: north, east, south, west
    TARGETS = 12  # of acts: these, and the eight cells at distance two

KINDS = ("none", "fighter", "paver", "cleaner", "shooter", "shield")
LETTERS = ".FPCSH"  # of units
