"""A position of Knights in one line.

    R22A,B61,G66,y--/1 M52,D25,H55 R 0

Knights: a capital with row, column and the item that is held; a small letter for the fallen, with
the tile (-- for the drowned) and how many had fallen then. Items that lie on tiles, or - for none.
Whose turn it is: R, R* while chance decides what R takes, - at the end. Steps, where there is a
limit to them; they need not tell the turn, since a match may start from any position.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from parlour.games.knights.presentation import ITEM_LETTERS, ITEM_NAMES
from parlour.games.knights.rules import (
    CORNERS,
    DEAD,
    DROWNED,
    HELD,
    LIVE,
    NOTHING,
    WATER,
    Rules,
)
from parlour.table.errors import BadText
from parlour.table.sentences import shorten
from parlour.table.texts.typed import whole_number


class Position(NamedTuple):
    """What a line says, not yet checked."""

    places: list[int]
    statuses: list[int]
    hands: list[int]
    falls: list[int]
    spots: list[int]

    @property
    def living(self) -> list[int]:
        return [knight for knight, status in enumerate(self.statuses) if status == LIVE]


def write(state: Rules, letters: str) -> str:
    knights = ",".join(write_knight(state, i, letter) for i, letter in enumerate(letters))
    lying = [item for item in range(4) if state.spot[item] < WATER]
    items = ",".join(f"{ITEM_LETTERS[item]}{tile_text(state.spot[item])}" for item in lying)
    turn = "-" if state.over else letters[state.turn] + "*" * state.drawing
    return f"{knights} {items or '-'} {turn} {state.steps}"


def write_knight(state: Rules, knight: int, letter: str) -> str:
    place = tile_text(state.place[knight])
    if state.status[knight] != LIVE:
        return f"{letter.lower()}{place}/{state.fell[knight]}"
    held = state.hand[knight]
    return f"{letter}{place}{'' if held == NOTHING else ITEM_LETTERS[held]}"


def tile_text(tile: int) -> str:
    return "--" if tile == WATER else f"{tile // 8}{tile % 8}"


# ---- reading ------------------------------------------------------------------------------------


def read(line: str, state: Rules, letters: str) -> None:
    """Set a state up as a line says; BadText where no match can lead there."""
    parts = line.split(" ")
    if len(parts) != 4:
        raise BadText("knights.line_parts")
    corners = CORNERS[len(letters)]
    position = read_knights(parts[0], letters)
    read_items(parts[1], position)
    check_knights(position)
    turn, drawing = read_turn(parts[2], letters)
    steps = read_steps(parts[3], state.limit)
    check_end(position, turn, drawing, 0 < state.limit == steps)
    if turn is not None:
        check_turn(position, turn, drawing, letters, state.random)
    check_tiles(position, turn if drawing else None, letters)
    check_rounds(position, turn, drawing, corners)
    state.set_up(*position, turn or 0, drawing, steps)


def read_knights(text: str, letters: str) -> Position:
    words = text.split(",")
    if len(words) != len(letters):
        raise BadText("knights.line_knights", count=len(letters), given=len(words))
    position = Position([], [], [], [], [HELD] * 4)
    for letter, word in zip(letters, words, strict=True):
        fallen = letter.lower()
        live = re.fullmatch(rf"{letter}([0-7])([0-7])([{ITEM_LETTERS}]?)", word)
        fell = re.fullmatch(rf"{fallen}(?:([0-7])([0-7])|--)/([1-9])", word)
        found = live or fell
        if found is None:
            given = shorten(word)
            raise BadText("knights.line_knight", given=given, letter=letter, fallen=fallen)
        place = int(found[1]) * 8 + int(found[2]) if found[1] else WATER
        position.places.append(place)
        position.statuses.append(LIVE if live else DROWNED if place == WATER else DEAD)
        held = live[3] if live else ""
        position.hands.append(ITEM_LETTERS.index(held) if held else NOTHING)
        position.falls.append(int(fell[3]) if fell else 0)
    return position


def read_items(text: str, position: Position) -> None:
    seen = [item for item in position.hands if item != NOTHING]
    for word in [] if text == "-" else text.split(","):
        found = re.fullmatch(rf"([{ITEM_LETTERS}])([0-7])([0-7])", word)
        if found is None:
            raise BadText("knights.line_item", given=shorten(word) or "nothing")
        item = ITEM_LETTERS.index(found[1])
        seen.append(item)
        position.spots[item] = int(found[2]) * 8 + int(found[3])
    for item, name in enumerate(ITEM_NAMES):
        if seen.count(item) != 1:
            id = "knights.line_item_twice" if item in seen else "knights.line_item_missing"
            raise BadText(id, item=name.replace("_", " "))


def read_turn(text: str, letters: str) -> tuple[int | None, bool]:
    """The knight whose turn it is, if any, and whether chance decides for it."""
    if text == "-":
        return None, False
    letter = text.removesuffix("*")
    if len(letter) != 1 or letter not in letters:
        raise BadText("knights.line_turn", given=shorten(text))
    return letters.index(letter), text.endswith("*")


def read_steps(text: str, limit: int) -> int:
    steps = whole_number(text)
    if steps is None or not 0 <= steps <= limit or str(steps) != text:
        raise BadText("knights.line_steps", limit=limit, given=shorten(text))
    return steps


# ---- what no match can lead to ------------------------------------------------------------------


def check_knights(position: Position) -> None:
    falls = sorted(fall for fall in position.falls if fall)
    if falls != list(range(1, len(falls) + 1)):
        raise BadText("knights.line_falls", count=len(falls))
    if not position.living:
        raise BadText("knights.line_nobody")


def check_end(position: Position, turn: int | None, drawing: bool, last_step: bool) -> None:
    """It ends with one knight, or with the last step, once chance has had its say (§7)."""
    over = len(position.living) == 1 or (last_step and not drawing)
    if over and turn is not None:
        raise BadText("knights.line_over")
    if not over and turn is None:
        raise BadText("knights.line_not_over")


def check_turn(position: Position, turn: int, drawing: bool, letters: str, by_chance: bool) -> None:
    if position.statuses[turn] != LIVE:
        raise BadText("knights.line_turn_fallen", letter=letters[turn])
    several = position.spots.count(position.places[turn]) > 1
    if drawing and not (by_chance and several and position.hands[turn] == NOTHING):
        raise BadText("knights.line_draw", letter=letters[turn])


def check_tiles(position: Position, mover: int | None, letters: str) -> None:
    """The living stand apart, but for one who has moved there and not yet fought (§3)."""
    settled = [knight for knight in position.living if knight != mover]
    for i, knight in enumerate(settled):
        for other in settled[:i]:
            if position.places[knight] == position.places[other]:
                one, two = letters[other], letters[knight]
                raise BadText("knights.line_same_tile", one=one, other=two)


def check_rounds(
    position: Position, turn: int | None, drawing: bool, corners: tuple[int, ...]
) -> None:
    """Each step changes the colour of the tile under a knight, and the living all make one step a
    round: so those that had their turn stand on the other colour than those that did not, compared
    with their corners. Whose turn it was at the last step is not told."""
    turns = range(len(corners)) if turn is None else [turn + drawing]
    if len(position.living) > 1 and not any(in_step(position, t, corners) for t in turns):
        raise BadText("knights.line_rounds")


def in_step(position: Position, turn: int, corners: tuple[int, ...]) -> bool:
    """Can the living stand where they do at this turn?"""
    rounds = {  # odd or even
        (colour(position.places[knight]) + colour(corners[knight]) + (knight < turn)) % 2
        for knight in position.living
    }
    return len(rounds) == 1


def colour(tile: int) -> int:
    return (tile // 8 + tile % 8) % 2
