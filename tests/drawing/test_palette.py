"""Colours, by numbers that can be worked out by hand."""

from __future__ import annotations

import pytest

from parlour.drawing.palette import BY_SEAT, NOBODYS, ink, mix, paint, rim
from parlour.table.looks.standard import NIGHT, WHITE, contrast


@pytest.mark.parametrize(
    ("one", "other", "share", "mixed"),
    [
        ("#000000", "#ffffff", 0.0, "#000000"),
        ("#000000", "#ffffff", 1.0, "#ffffff"),
        ("#102030", "#203040", 0.5, "#182838"),
        ("#ff0010", "#00ff10", 0.2, "#cc3310"),
    ],
)
def test_colours_are_mixed_part_by_part(one: str, other: str, share: float, mixed: str):
    assert mix(one, other, share) == mixed


@pytest.mark.parametrize(
    ("ground", "letters"),
    [
        ("#000000", WHITE),
        ("#ffffff", NIGHT),
        ("#757575", WHITE),  # 4.61 with white, 3.86 with the dark ink
        ("#858585", NIGHT),  # 3.68 with white, 4.83 with the dark ink
    ],
)
def test_letters_have_the_ink_with_more_contrast(ground: str, letters: str):
    assert ink(ground) == letters


def test_the_rim_of_a_piece_is_darker_but_that_of_a_black_one_is_lighter():
    assert rim("#ff0000") == "#730000"
    assert rim("#131214") == "#5a595a"


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [
        ("#ffffff", "#000000", 21.0),
        ("#000000", "#ffffff", 21.0),
        ("#777777", "#ffffff", 4.478),
        ("#ff0000", "#ffffff", 3.998),  # 1.05 / (0.2126 + 0.05)
        ("#00ff00", "#ffffff", 1.372),
        ("#0000ff", "#ffffff", 8.592),
        ("#0a0a0a", "#000000", 1.061),  # 10 / 255 / 12.92, on the straight part
        ("#0b0b0b", "#000000", 1.067),  # and on the curve
    ],
)
def test_contrast_is_what_wcag_counts(one: str, other: str, ratio: float):
    assert round(contrast(one, other), 3) == ratio


def test_seats_without_a_colour_have_one_of_six_and_nobody_has_his_own():
    assert [paint("", seat) for seat in range(7)] == [*BY_SEAT, BY_SEAT[0]]
    assert paint("") == paint("octarine") == NOBODYS == "#efe3c4"
    assert paint("#ABCDEF", 1) == "#abcdef"
    assert paint("#abcdef0", 1) == BY_SEAT[1]
