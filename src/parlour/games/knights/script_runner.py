"""Script mode: a list of moves, played without turns, read as a stream of bytes (§6).

    GAME-START
    R:S
    B:E
    GAME-END

The caller feeds the file in blocks of any size. `run` plays consecutive lines of moves in compiled
code; `read` parses any other line. Of an unfinished line no more bytes are kept than a valid line
may have, so memory does not grow with the file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

from parlour.table.compiled.array_types import ints
from parlour.table.errors import BadText
from parlour.table.sentences import shorten

if not cython.compiled:
    from parlour.games.knights.rules import LIVE

    NONE = 4  # no knight, no direction
    COLON, LINE_FEED, RETURN = 58, 10, 13

if TYPE_CHECKING:
    from parlour.games.knights.rules import Rules

FIRST_LINE, LAST_LINE = b"GAME-START", b"GAME-END"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
LONGEST = len(BYTE_ORDER_MARK + FIRST_LINE + b"\r")
KNIGHTS, DIRECTIONS = "RBGY", "NESW"


class ScriptRunner:
    """Plays a script on a state of four knights; whose turn it is does not matter."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self.rules = rules
        self.lines = 0  # read so far
        self.due = "start"  # what has to come next: the start, moves, or nothing but the end
        self.rest = b""  # of a line that has no end yet
        self.rng_state = [seed]
        self.knight = ints(256, NONE)  # by the letter
        self.direction = ints(256, NONE)
        for number in range(4):
            self.knight[ord(KNIGHTS[number])] = number
            self.direction[ord(DIRECTIONS[number])] = number

    def feed(self, block: bytes) -> None:
        """Play the next bytes; BadText names the line that cannot be played."""
        text = self.rest + block
        place = 0
        while True:
            if self.due == "moves":
                place = self.run(text, place, len(text))
            end = text.find(b"\n", place, place + LONGEST + 1)
            if end < 0:
                break
            self.read(text[place:end])
            place = end + 1
        self.rest = text[place : place + LONGEST + 1]
        if len(self.rest) > LONGEST:
            self.read(self.rest)

    def finish(self) -> None:
        """The file has ended; raise BadText if the script has not."""
        if self.lines == 0 and self.rest in (b"", BYTE_ORDER_MARK):
            raise BadText("knights.script_empty")
        if self.rest:
            self.read(self.rest)
        if self.due != "end":
            raise BadText("knights.script_no_end", line=self.lines)

    # ---- lines --------------------------------------------------------------------------------

    def run(self, text: bytes, place: int, end: int) -> int:
        """Play lines of moves from a place on; return where the first line of another kind begins,
        or one that is not there as a whole."""
        while place + 5 <= end:
            knight = self.knight[text[place]]
            direction = self.direction[text[place + 2]]
            if knight == NONE or text[place + 1] != COLON or direction == NONE:
                return place
            if text[place + 3] == LINE_FEED:
                place += 4
            elif text[place + 3] == RETURN and text[place + 4] == LINE_FEED:
                place += 5
            else:
                return place
            self.lines += 1
            self.move(knight, direction)
        return place

    def move(self, knight: int, direction: int) -> int:
        """A step as in a match; steps of the fallen are legal and ignored (§6)."""
        if self.rules.status[knight] == LIVE:
            if self.rules.step(knight, direction):
                self.rules.take_by_chance(knight, self.rng_state)
        return 0

    def read(self, line: bytes) -> None:
        """Read a marker, a move or an invalid line. Only empty lines may follow the last line."""
        self.lines += 1
        line = line.removesuffix(b"\r")
        if self.lines == 1:
            line = line.removeprefix(BYTE_ORDER_MARK)
        if self.due == "start" and line == FIRST_LINE:
            self.due = "moves"
        elif self.due == "moves" and line == LAST_LINE:
            self.due = "end"
        elif self.due == "moves" and len(line) == 3 and not mistake(line):
            self.move(self.knight[line[0]], self.direction[line[2]])
        elif self.due != "end" or line:
            refuse(line, self.lines, self.due)


def refuse(line: bytes, number: int, due: str) -> None:
    """Raise BadText with what is wrong with a line."""
    if any(not 32 <= byte < 127 for byte in line.replace(b"\t", b" ")):
        raise BadText("knights.script_binary", line=number)
    given = shorten(line.decode("ascii"), LONGEST)
    if due == "start" and line.upper() != FIRST_LINE:
        raise BadText("knights.script_start", line=number, given=given or "an empty line")
    if due == "end":
        raise BadText("knights.script_after_end", line=number, given=given)
    if not line:
        raise BadText("knights.script_empty_line", line=number)
    raise BadText(f"knights.script_{mistake(line)}", line=number, given=given)


def mistake(line: bytes) -> str:
    """What keeps a line from being a move; an empty text for a move."""
    capitals = line.upper()
    if line != capitals and (capitals in (FIRST_LINE, LAST_LINE) or not mistake(capitals)):
        return "small_letters"
    if len(line) != 3 or line[1] != COLON:
        return "no_move"
    if chr(line[0]) not in KNIGHTS:
        return "no_knight"
    return "" if chr(line[2]) in DIRECTIONS else "no_direction"
