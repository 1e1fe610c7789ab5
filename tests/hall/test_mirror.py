"""The room as far as a client is told of it."""

from __future__ import annotations

import pytest

from parlour.hall.mirror import Mirror
from parlour.hall.wire import Chair, News, Said


@pytest.mark.parametrize(
    ("seat", "name"),
    [(0, "Ann"), (1, "Player 2"), (None, "Guest-7"), (2, "Guest-7"), (-1, "Guest-7")],
)
def test_who_sits_is_called_by_the_name_of_the_chair_when_speaking(seat: int | None, name: str):
    room = Mirror(lambda: 0.0)
    room.tell(News("running", chairs=(Chair("Player 1", "Ann"), Chair("Player 2"))), 1)
    assert room.speaker(Said("Guest-7", "hello", 0.0, seat)) == name
