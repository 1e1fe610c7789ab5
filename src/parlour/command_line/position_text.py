"""A position as people paste it: a position line, or the output of `parlour show --json`."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from parlour.table.errors import BadText
from parlour.table.game import AnyState, Game
from parlour.table.settings import AnySettings


class ShownPosition(msgspec.Struct, frozen=True):
    """The fields of `parlour show --json` that make a position."""

    line: str
    settings: dict[str, bool | int | str] = {}


def read_position_text(text: str, settings: Mapping[str, object]) -> tuple[str, dict[str, object]]:
    """The position line and the settings of the game; given settings take precedence."""
    if not text.lstrip().startswith("{"):
        return text, {**settings}
    try:
        shown = msgspec.json.decode(text, type=ShownPosition)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise BadText("table.not_shown", reason=str(error)) from None
    return shown.line, {**shown.settings, **settings}


def parse_position(game: Game[AnyState, AnySettings], line: str) -> AnyState:
    """Parse a position line, also one of a match, where the safeguard of the game counts."""
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
