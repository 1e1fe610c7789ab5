"""Maps: text files with two characters a block, read, checked and written.

    name: small
    players: 2
    by: The Parlour authors

    2O .  .  2S .  .  2O      O objective, S spawn, C colour, G guard on neutral ground,
    .  .  2G 2C .  .  .       each after the number of its player;
    .  .  .  -- .  .  .       . neutral, -- true neutral, ## dead
    .  .  1C 1G .  .  .
    1O .  .  1S .  .  1O

A map is refused by a sentence that names the row; what is only unwise is a warning.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from importlib.resources import files

import msgspec

from parlour.table.errors import BadText
from parlour.table.sentences import Sentence, listing, shorten
from parlour.table.view import Side

SHIPPED = ("small", "standard", "long", "ring", "court")
SMALLEST, LARGEST = 3, 19
FEWEST_PLAYERS, MOST_PLAYERS = 2, 4
MOST_OF_A_KIND = 9  # guards, spawns or objectives of one player
COLUMNS = "abcdefghijklmnopqrs"
HEADERS = ("name", "players", "by", "handicap")
HANDICAPS = ("none", "guard", "paver", "shooter")
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))


class Plan(msgspec.Struct, frozen=True):
    """A map as it is written: the blocks row by row from the top left."""

    name: str
    author: str
    players: int
    width: int
    height: int
    blocks: tuple[str, ...]
    handicap: str = "none"

    def sites(self) -> tuple[str, ...]:
        """The name of every block: `a1` is at the bottom left."""
        return tuple(
            f"{COLUMNS[x]}{self.height - y}" for y in range(self.height) for x in range(self.width)
        )

    def gives(self, handicap: str) -> str:
        """The handicap of the later players; the setting may leave it to the map."""
        return self.handicap if handicap == "map" else handicap

    def header(self) -> list[str]:
        """The lines above the rows."""
        lines = [f"name: {self.name}", f"players: {self.players}", f"by: {self.author}"]
        return lines if self.handicap == "none" else [*lines, f"handicap: {self.handicap}"]

    def of(self, player: int, letter: str) -> list[int]:
        """The cells of a player's blocks of one kind, in reading order."""
        wanted = f"{player + 1}{letter}"
        return [cell for cell, block in enumerate(self.blocks) if block == wanted]

    def side(self, player: int) -> Side:
        """The side of the board that a player's blocks and guards are nearest to on the whole."""
        cells = [cell for letter in "CGOS" for cell in self.of(player, letter)]
        rows, columns = zip(*(divmod(cell, self.width) for cell in cells), strict=True)
        down = sum(rows) / len(cells) / (self.height - 1) - 0.5
        right = sum(columns) / len(cells) / (self.width - 1) - 0.5
        if abs(right) > abs(down):
            return "right" if right > 0 else "left"
        return "bottom" if down > 0 else "top"

    def near(self, cell: int) -> Iterator[int]:
        """The cells beside a cell."""
        for ray in self.rays(cell):
            yield from ray[:1]

    def rays(self, cell: int) -> Iterator[list[int]]:
        """The cells from a cell to the edge, the nearest first: north, east, south, west."""
        row, column = divmod(cell, self.width)
        for down, right in STEPS:
            far = self.width if right else self.height
            ray = ((row + i * down, column + i * right) for i in range(1, far))
            yield [y * self.width + x for y, x in ray if self.inside(y, x)]

    def inside(self, row: int, column: int) -> bool:
        return 0 <= row < self.height and 0 <= column < self.width


# ---- reading ------------------------------------------------------------------------------------


def read_plan(text: str) -> Plan:
    """Parse a map: lines, or rows separated by slashes. BadText names the error."""
    lines = text.lstrip("\ufeff").splitlines() if "\n" in text.strip() else text.split("/")
    header: dict[str, str] = {}
    rows: list[list[str]] = []
    for line in lines:
        if ":" in line:
            _read_header(header, line, late=bool(rows))
        elif line.strip():
            rows.append(line.split())
    if not rows:
        raise BadText("turncoat.map_empty")
    plan = _read_blocks(header, rows)
    _check(plan)
    return plan


def _read_header(header: dict[str, str], line: str, *, late: bool) -> None:
    name, _, value = line.partition(":")
    name, value = name.strip().lower(), value.strip()
    if name not in HEADERS or late:
        raise BadText("turncoat.map_header", given=shorten(line.strip()), known=listing(HEADERS))
    if name in header:
        raise BadText("turncoat.map_header_twice", name=name)
    if not value.isprintable() or len(value) > 80:
        raise BadText("turncoat.map_header_text", name=name)
    header[name] = value


def _read_blocks(header: dict[str, str], rows: list[list[str]]) -> Plan:
    players = header.get("players", "2")
    if players not in ("2", "3", "4"):
        raise BadText("turncoat.map_players", given=shorten(players))
    if not SMALLEST <= len(rows) <= LARGEST:
        raise BadText("turncoat.map_height", given=len(rows))
    width = len(rows[0])
    if not SMALLEST <= width <= LARGEST:
        raise BadText("turncoat.map_width", given=width)
    blocks: list[str] = []
    for number, row in enumerate(rows, start=1):
        if len(row) != width:
            raise BadText("turncoat.map_ragged", row=number, given=len(row), width=width)
        blocks += [_read_block(word, number, int(players)) for word in row]
    handicap = header.get("handicap", "none")
    if handicap not in HANDICAPS:
        known = listing(HANDICAPS)
        raise BadText("turncoat.map_handicap", known=known, given=shorten(handicap))
    name, author = header.get("name", "unnamed"), header.get("by", "")
    return Plan(name, author, int(players), width, len(rows), tuple(blocks), handicap)


def _read_block(word: str, row: int, players: int) -> str:
    if word in (".", ".."):
        return "."
    if word in ("--", "##"):
        return word
    owner, letter = word[:1], word[1:].upper()
    if letter not in ("C", "G", "O", "S") or owner not in tuple("123456789"):
        raise BadText("turncoat.map_block", row=row, given=shorten(word))
    if int(owner) > players:
        raise BadText("turncoat.map_player", row=row, given=word.upper(), players=players)
    return owner + letter


# ---- checking -----------------------------------------------------------------------------------


def _check(plan: Plan) -> None:
    """Every player has a spawn, an objective, a colour block and a first placement."""
    for player in range(plan.players):
        number = player + 1
        for letter, kind in (("S", "spawn"), ("O", "objective"), ("C", "colour block")):
            if not plan.of(player, letter):
                raise BadText("turncoat.map_missing", player=number, kind=kind)
        for letter, kind in (("S", "spawns"), ("O", "objectives"), ("G", "guards")):
            if len(plan.of(player, letter)) > MOST_OF_A_KIND:
                raise BadText(
                    "turncoat.map_too_many", player=number, kind=kind, most=MOST_OF_A_KIND
                )
        if not _can_place(plan, player):
            raise BadText("turncoat.map_no_placement", player=number)


def _can_place(plan: Plan, player: int) -> bool:
    """Is there a neutral or own block with something to change between it and an own block?"""
    own = f"{player + 1}C"
    for cell, block in enumerate(plan.blocks):
        if block not in (".", own):
            continue
        for ray in plan.rays(cell):
            seen = [plan.blocks[far] for far in ray]
            passed = next((i for i, far in enumerate(seen) if far != "." and not foreign(far, own)),
                          len(seen))  # fmt: skip
            if 0 < passed < len(seen) and seen[passed] == own:
                return True
    return False


def foreign(block: str, own: str) -> bool:
    return block.endswith("C") and block != own


def warnings(plan: Plan) -> list[Sentence]:
    """Legal features of a map that make poor matches."""
    found: list[Sentence] = []
    sites = plan.sites()
    for player in range(plan.players):
        values = {"player": player + 1}
        found += [
            Sentence("turncoat.map_unreachable", site=sites[spawn], **values)
            for spawn in plan.of(player, "S")
            if not _reaches_an_objective(plan, player, spawn)
        ]
        found += [
            Sentence("turncoat.map_walled", site=sites[objective], **values)
            for objective in plan.of(player, "O")
            if _can_be_walled_in(plan, player, objective)
        ]
    return found


def _reaches_an_objective(plan: Plan, player: int, spawn: int) -> bool:
    """Can units from this spawn ever get next to an objective of another player?"""
    queue, seen = [spawn], {spawn}
    while queue:
        for cell in plan.near(queue.pop()):
            block = plan.blocks[cell]
            if block.endswith("O") and block[0] != str(player + 1):
                return True
            closed = block == "##" or (block.endswith("S") and block[0] != str(player + 1))
            if cell not in seen and not closed:
                seen.add(cell)
                queue.append(cell)
    return False


def _can_be_walled_in(plan: Plan, player: int, objective: int) -> bool:
    """Does its owner have enough guards for every block from which it can be captured?"""
    own = str(player + 1)
    open_sides = 0
    for cell in plan.near(objective):
        block = plan.blocks[cell]
        if block == "--" or (block[-1] in "OS" and block[0] != own):
            return False  # a foreign unit may stand there, and no guard may
        open_sides += block == "." or block[-1] in "CG"
    return open_sides <= len(plan.of(player, "G"))


# ---- writing and finding ------------------------------------------------------------------------


def write_plan(plan: Plan) -> str:
    """The map as a file holds it."""
    return "\n".join([*plan.header(), "", *rows_of(plan.blocks, plan.width), ""])


def one_line(plan: Plan) -> str:
    """The map without line ends, as the setting `map_text` takes it from a command line."""
    rows = (" ".join(row.split()) for row in rows_of(plan.blocks, plan.width))
    return "/".join([*(line.replace("/", "-") for line in plan.header()), *rows])


def rows_of(blocks: Sequence[str], width: int) -> Iterator[str]:
    for start in range(0, len(blocks), width):
        yield " ".join(block.ljust(2) for block in blocks[start : start + width]).rstrip()


@cache
def shipped(name: str) -> Plan:
    """A built-in map."""
    return read_plan((files("parlour.games.turncoat.maps") / f"{name}.txt").read_text("utf-8"))


@lru_cache(maxsize=64)
def plan_of(name: str, text: str) -> Plan:
    """The map of the settings: `map_text` if there is one, else the built-in map of that name."""
    return read_plan(text) if text else shipped(name)
