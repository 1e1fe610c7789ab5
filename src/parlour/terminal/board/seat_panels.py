"""What the screen says about each seat, beside the board or below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import NamedTuple

from parlour.table.looks.look import Looks
from parlour.table.view import Panel
from parlour.terminal.board.rendering.signs import owner
from parlour.terminal.seats import mentions_colour

INDENT = " " * 4


class SeatPanel(NamedTuple):
    """A seat in words."""

    turn: str  # a sign if the seat has to act
    sign: str  # of its pieces
    name: str
    colour: str
    note: str  # such as the time left
    counters: Sequence[str]  # each with a no-break space

    @classmethod
    def of(cls, looks: Looks, panel: Panel, name: str, note: str, narrow: bool) -> SeatPanel:
        """The panel of a view, with the name to show and more about the seat; `narrow` if the cells
        of the board have no brackets."""
        return cls(
            "▶" if panel.acting else " ",
            owner(panel.seat, narrow),
            name,
            "" if mentions_colour(name, panel.colour) else panel.colour,
            note,
            [
                f"{looks.counter(key)} {value}".replace(" ", "\u00a0")
                for key, value in panel.counters.items()
            ],
        )

    def in_full(self, width: int) -> list[str]:
        first = " ".join(filter(None, [self.turn, self.sign, self.name, self.colour, self.note]))
        counters = " ".join(self.counters)
        return [
            *wrap(first, width, subsequent_indent=INDENT, drop_whitespace=False),
            *wrap(counters, width, initial_indent=INDENT, subsequent_indent=INDENT),
        ]

    def compact(self, width: int) -> list[str]:
        """Without indentation."""
        words = " ".join(filter(None, [self.name, self.colour, self.note]))
        return [
            *wrap(f"{self.turn}{self.sign} {words}", width),
            *wrap(" ".join(self.counters), width),
        ]

    def by_initials(self, width: int) -> list[str]:
        """Names, and the initials of the counters."""
        counters = " ".join(counter[0] + counter.split("\u00a0")[-1] for counter in self.counters)
        name = f"{self.turn}{self.sign} {self.name} {self.note}".rstrip()
        return [*wrap(name, width), *wrap(counters, width)]

    def in_lines(self, width: int) -> str:
        """For the line dialogue, where one line is mostly enough."""
        first = f"{self.turn} {self.sign} {self.name}"
        words = ", ".join(filter(None, [first, self.colour, self.note, *self.counters]))
        return "\n".join(wrap(words, width, subsequent_indent=INDENT)).replace("\u00a0", " ")


def panel_lines(panels: Sequence[SeatPanel], width: int, height: int) -> list[str]:
    """The lines of all seats, in the longest layout that fits; no seat is left out."""
    lines: list[str] = []
    for lines in _layouts(panels, width):
        if len(lines) <= height:
            break
    return lines


def _layouts(panels: Sequence[SeatPanel], width: int) -> Iterator[list[str]]:
    """From the longest to the shortest."""
    for layout in (SeatPanel.in_full, SeatPanel.compact, SeatPanel.by_initials):
        yield [line for panel in panels for line in layout(panel, width)]
    yield [f"{panel.turn}{panel.sign} {panel.name}"[:width] for panel in panels]
