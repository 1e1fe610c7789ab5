"""Parlour: small board games on one table.

import parlour
game = parlour.game("brique", size=11)
state = game.start()
state.push(game.read(state, "d8"))
"""

from importlib import import_module
from typing import TYPE_CHECKING

from parlour import _modes

_modes.install()

from parlour.table.errors import (
    BadRecord,
    BadSettings,
    BadText,
    IllegalAction,
    NotYourTurn,
    ParlourError,
)
from parlour.table.match import Match
from parlour.table.record import Record, read_record
from parlour.table.registry import game, register
from parlour.table.sentences import Sentence
from parlour.table.state import CHANCE, NOBODY

if TYPE_CHECKING:
    from parlour.table.registry import games
else:
    games = import_module("parlour.games")  # a package that can be called

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "NOBODY",
    "BadRecord",
    "BadSettings",
    "BadText",
    "IllegalAction",
    "Match",
    "NotYourTurn",
    "ParlourError",
    "Record",
    "Sentence",
    "game",
    "games",
    "read_record",
    "register",
]
