"""What stands beside the board, or below it, about each seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import NamedTuple

INDENT = " " * 4


class SeatPanel(NamedTuple):
    """A seat in words."""

    turn: str  # a sign for who has to act
    sign: str  # of the owner of pieces
    name: str
    colour: str
    beside: str  # such as the time left
    counters: Sequence[str]  # each with a space that is not broken

    def in_full(self, width: int) -> list[str]:
        first = " ".join(filter(None, [self.turn, self.sign, self.name, self.colour, self.beside]))
        counters = " ".join(self.counters)
        return [
            *wrap(first, width, subsequent_indent=INDENT, drop_whitespace=False),
            *wrap(counters, width, initial_indent=INDENT, subsequent_indent=INDENT),
        ]

    def compact(self, width: int) -> list[str]:
        """Without indentation."""
        words = " ".join(filter(None, [self.name, self.colour, self.beside]))
        return [
            *wrap(f"{self.turn}{self.sign} {words}", width),
            *wrap(" ".join(self.counters), width),
        ]

    def by_initials(self, width: int) -> list[str]:
        """Names and, of the counters, initials only."""
        counters = " ".join(counter[0] + counter.split("\u00a0")[-1] for counter in self.counters)
        name = f"{self.turn}{self.sign} {self.name} {self.beside}".rstrip()
        return [*wrap(name, width), *wrap(counters, width)]

    def in_lines(self, width: int) -> str:
        """For the dialogue of lines, where one line mostly is enough."""
        first = f"{self.turn} {self.sign} {self.name}"
        words = ", ".join(filter(None, [first, self.colour, self.beside, *self.counters]))
        return "\n".join(wrap(words, width, subsequent_indent=INDENT)).replace("\u00a0", " ")


def panel_lines(panels: Sequence[SeatPanel], width: int, height: int) -> list[str]:
    """The lines of all seats, in as many words as there is room for: no seat is left out."""
    lines: list[str] = []
    for lines in _ways(panels, width):
        if len(lines) <= height:
            break
    return lines


def _ways(panels: Sequence[SeatPanel], width: int) -> Iterator[list[str]]:
    """From the most words to the fewest."""
    for way in (SeatPanel.in_full, SeatPanel.compact, SeatPanel.by_initials):
        yield [line for panel in panels for line in way(panel, width)]
    yield [f"{panel.turn}{panel.sign} {panel.name}"[:width] for panel in panels]
