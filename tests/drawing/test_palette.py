"""Colours, by numbers that can be worked out by hand."""

from __future__ import annotations

import pytest

from parlour.drawing.palette import BY_SEAT, NOBODYS, contrast, ink, mix, paint

DARK, LIGHT = "#2a2320", "#ffffff"


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
        ("#000000", LIGHT),
        ("#ffffff", DARK),
        ("#8b8b8b", LIGHT),  # 139
        ("#8d8d8d", DARK),  # 141
        ("#ff6c00", DARK),  # 0.3 * 255 + 0.59 * 108 = 140.2
        ("#ff6b00", LIGHT),  # 139.6
    ],
)
def test_letters_are_dark_on_a_ground_that_is_lighter_than_140(ground: str, letters: str):
    assert ink(ground) == letters


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
