"""A position as people paste it: its line, or all that `parlour show --json` prints of it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from parlour.table.errors import BadText
from parlour.table.game import AnyState, Game
from parlour.table.settings import AnySettings


class ShownPosition(msgspec.Struct, frozen=True):
    """As much of what `parlour show --json` prints as makes a position."""

    line: str
    settings: dict[str, bool | int | str] = {}


def read_position_text(text: str, settings: Mapping[str, object]) -> tuple[str, dict[str, object]]:
    """The line of a position and the settings of its game, which those that are given replace."""
    if not text.lstrip().startswith("{"):
        return text, {**settings}
    try:
        shown = msgspec.json.decode(text, type=ShownPosition)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise BadText("table.not_shown", reason=str(error)) from None
    return shown.line, {**shown.settings, **settings}


def parse_position(game: Game[AnyState, AnySettings], line: str) -> AnyState:
    """The position of a line, also of one from a match, where the safeguard counts."""
    try:
        return game.from_line(line)
    except BadText:
        guarded = game.guarded()
        if guarded is game:
            raise
        try:
            return guarded.from_line(line)
        except BadText:
            pass
        raise
