"""Games in plain Python: the encoding that the view gives, and an encoding of their own."""

from __future__ import annotations

from functools import cached_property
from itertools import chain
from typing import Any

import pytest

from parlour.table import settings
from parlour.table.compiled.array_types import Ints
from parlour.table.game import Game
from parlour.table.learning.encoding import Encoding, channels
from parlour.table.state import State
from parlour.table.view import Board, Cell, Piece


class Heaps(State):
    """Take stones."""

    def __init__(self, game: Game[Any, Any]) -> None:
        super().__init__(game)
        self.heaps = [3, 200]

    def begin(self) -> None:
        self.seat = 0

    def legal(self, out: Ints) -> int:
        out[0] = 1
        return 1

    def play(self, action: int) -> int:
        self.heaps[0] -= 1
        self.seat = 1 - self.seat
        return 0

    def copy_from(self, other: Any) -> int:
        self.heaps[:], self.seat = other.heaps, other.seat
        return 0


class Taking(Game[Heaps, settings.Settings]):
    slug = "taking"
    title = "Taking"
    State = Heaps
    piece_kinds = ("heap", "hand")

    def prepare(self) -> None:
        self.seats, self.action_count = ("One", "Two"), 2

    def features(self, state: Heaps, seat: int) -> tuple[int, ...]:
        return (sum(state.heaps) % 100,)

    def board(self) -> Board:
        return Board((Cell("a", 0, 0), Cell("b", 2, 0), Cell("c", 0, 1)))

    def pieces(self, state: Heaps, viewer: int) -> list[Piece]:
        heaps = [
            Piece(site, site, "heap", "h", stats={"stones": count})
            for site, count in zip("ab", state.heaps, strict=True)
        ]
        return [
            *heaps,
            Piece("x", "c", "hand", "x", seat=1),
            Piece("?", "c", "hand", "?", hidden=True),
        ]


class OwnHeaps(Heaps):
    """Writes its own."""

    numbers = (1, 2, 3)

    def encode(self, seat: int, out: Ints) -> int:
        for i, number in enumerate(self.numbers):
            out[i] = number
        return 0


class OwnTaking(Taking):
    slug = "own_taking"
    State = OwnHeaps

    @cached_property
    def encoding(self) -> Encoding:
        return Encoding((("a", "b"),), channels("stones", most=4), channels("turn", most=4))


def written(game: Game[Any, Any], seat: int = 0) -> list[int]:
    out = bytearray(game.encoding.size)
    game.encode(game.start(), seat, out)
    return list(out)


def test_the_view_gives_planes_of_kinds_owners_and_stats():
    game = Taking(settings.Settings())
    assert game.encoding.sites == (("a", "b"), ("c", ""))
    assert [plane.name for plane in game.encoding.planes] == [
        *("heap of viewer", "heap of other", "heap of nobody"),
        *("hand of viewer", "hand of other", "hand of nobody", "stones"),
    ]
    assert [feature.name for feature in game.encoding.features] == [
        *("viewer acts", "other acts", "feature 0"),
    ]
    none, own_hand = [0, 0, 0, 0], [0, 0, 1, 0]
    heaps, stones = [1, 1, 0, 0], [3, 127, 0, 0]
    first = [none, none, heaps, none, own_hand, none, stones]
    second = [none, none, heaps, own_hand, none, none, stones]
    assert written(game, 0) == [*chain(*first), 1, 0, 3]
    assert written(game, 1) == [*chain(*second), 0, 1, 3]


def test_a_game_writes_its_own():
    assert written(OwnTaking(settings.Settings())) == [1, 2, 3]


@pytest.mark.compiled_only
@pytest.mark.parametrize(("numbers", "complaint"), [((1, 2, 128), "128"), ((0, -1, 0), "-1")])
def test_numbers_that_do_not_fit_are_found(
    numbers: tuple[int, ...], complaint: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(OwnHeaps, "numbers", numbers)
    with pytest.raises(ValueError, match=f"encodes {complaint}, not 0 to 127"):
        written(OwnTaking(settings.Settings()))
