"""Positions of Feud as lines: what is refused, with which sentence, and what is not."""

from __future__ import annotations

import pytest

import parlour
from parlour.games.feud.rules import Rules
from tests.games.test_feud import ended

GOOD = "BK44,BN33,.,./.,.,.,./.,.,.,./.,.,WN33,WK44"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("BK44,BN33", "A position has six parts: rows"),
        (f"{GOOD} B swap 0 0", "A position has six parts: rows"),
        ("BK44,BN33,.,./.,.,.,./.,.,WN33,WK44 B swap 0 0 0", "The board has four rows, not 3."),
        (f"{GOOD},. B swap 0 0 0", "Row 4 must have four tiles, not 5."),
        (f"{GOOD.replace('BN33', 'BX33')} B swap 0 0 0", "B1: BX33 is neither a piece such as"),
        (f"{GOOD.replace('BN33', 'bn33')} B swap 0 0 0", "B1: bn33 is neither a piece such as"),
        (f"{GOOD.replace('BN33', 'BN3')} B swap 0 0 0", "B1: BN3 is neither a piece such as"),
        (f"{GOOD.replace('BN33', '')} B swap 0 0 0", "B1: nothing is neither a piece such as"),
        (
            f"{GOOD.replace('BN33', 'BK44')} B swap 0 0 0",
            "black has 2 pieces of kind king; the maximum is 1.",
        ),
        (
            f"{GOOD.replace('BN33,.,.', 'BN33,BN33,BN33')} B swap 0 0 0",
            "black has 3 pieces of kind knight; the maximum is 2.",
        ),
        (
            "BA33,BK44,BM33,BA33/BN33,BS44,BW33,BN33/"
            "WN33,WS44,WW33,WN33/WA33,WK44,WM33,WA33,WN33 B swap 0 0 0",
            "Row 4 must have four tiles, not 5.",
        ),
        (
            "BA33,BK44,BM33,BA33/BN33,BS44,BW33,BN33/"
            "BN33,WS44,WW33,WN33/WA33,WK44,WM33,WA33 B swap 0 0 0",
            "black has 3 pieces of kind knight; the maximum is 2.",
        ),
        (
            f"{GOOD.replace('BN33', 'BN93')} B swap 0 0 0",
            "B1: this black knight must have 1 to 3 hit points, not 9.",
        ),
        (
            f"{GOOD.replace('BN33', 'BN103')} B swap 0 0 0",
            "B1: this black knight must have 1 to 3 hit points, not 10.",
        ),
        (
            f"{GOOD.replace('WK44', 'WK04')} B swap 0 0 0",
            "D4: this white king must have 1 to 4 hit points, not 0.",
        ),
        (
            f"{GOOD.replace('BN33', 'BN34')} B swap 0 0 0",
            "B1: a black knight has a maximum of 3 hit points, not 4.",
        ),
        (
            f"{GOOD.replace('WN33', 'WS33')} B swap 0 0 0",
            "C4: a white shield has a maximum of 4 hit points, not 3.",
        ),
        (
            f"{GOOD.replace('BN33', 'BS25')} B swap 0 0 0",
            "B1: a black shield has a maximum of 3 or 4 hit points, not 5.",
        ),
        (f"{GOOD} X swap 0 0 0", "X swap: write B or W with swap or action, or - when"),
        (f"{GOOD} B over 0 0 0", "B over: write B or W with swap or action, or - when"),
        (f"{GOOD} - swap 0 0 0", "- swap: write B or W with swap or action, or - when"),
        (f"{GOOD} B swap 4 0 0", "Skips in a row must be numbers from 0 to 3, not 4."),
        (f"{GOOD} B swap 0 01 0", "Skips in a row must be numbers from 0 to 3, not 01."),
        (f"{GOOD} B swap 0 -1 0", "Skips in a row must be numbers from 0 to 3, not -1."),
        (f"{GOOD} B swap 0 0 6", "The turns counted must be a number from 0 to 5, not 6."),
        (f"{GOOD} B swap 0 0 x", "The turns counted must be a number from 0 to 5, not x."),
        (".,.,.,./.,.,.,./.,.,.,./.,.,.,. - over 0 0 0", "Both kings are gone"),
        (
            f"{GOOD.replace('WK44', 'WA33')} - over 1 0 0",
            "The white king is gone, so the other side has just acted, not skipped.",
        ),
        (
            f"{GOOD.replace('BN33', '.').replace('WK44', 'WA33')} - over 0 0 0",
            "The white king is gone, but the side that felled it is isolated.",
        ),
        (f"{GOOD} - over 3 3 0", "A third skip cannot end a game that has ended otherwise."),
        (
            f"{GOOD.replace('BN33', '.')} - over 3 0 0",
            "A third skip cannot end a game that has ended otherwise.",
        ),
        (
            f"{GOOD.replace('WK44', 'WA33')} B swap 0 0 0",
            "This position has ended (no white king), so it must say - over.",
        ),
        (
            f"{GOOD.replace('BN33', '.')} W action 0 0 0",
            "This position has ended (black isolated), so it must say - over.",
        ),
        (
            f"{GOOD.replace('BN33', '.').replace('WN33', '.')} W action 0 0 0",
            "This position has ended (black and white isolated), so it must say - over.",
        ),
        (
            f"{GOOD} W swap 3 0 0",
            "This position has ended (three skips), so it must say - over.",
        ),
        (f"{GOOD} W swap 0 0 5", "This position has ended (5 turns), so it must say - over."),
        (f"{GOOD} - over 2 2 4", "Nothing has ended this position, so it cannot be over."),
    ],
)
def test_a_line_that_is_no_position_is_refused_with_a_sentence(line: str, says: str):
    with pytest.raises(parlour.BadText) as refused:
        parlour.game("feud", limit=5).from_line(line)
    assert str(refused.value).startswith(says)


@pytest.mark.parametrize(
    ("line", "code", "payoffs"),
    [
        (f"{GOOD.replace('WK44', 'WA33')} - over 0 2 5", "fallen", (1.0, -1.0)),
        (f"{GOOD.replace('BN33', '.')} - over 2 2 0", "isolated", (-1.0, 1.0)),
        (f"{GOOD.replace('BN33', '.').replace('WN33', '.')} - over 0 0 0", "draw", (0.0, 0.0)),
        (f"{GOOD} - over 1 3 5", "third_skip", (1.0, -1.0)),
        (f"{GOOD} - over 1 2 5", "unfinished", (0.0, 0.0)),
    ],
)
def test_a_line_may_show_an_end(line: str, code: str, payoffs: tuple[float, ...]):
    state = parlour.game("feud", limit=5).from_line(line)
    assert isinstance(state, Rules)
    assert ended(state) == (code, payoffs)
    assert state.game.line(state) == line
