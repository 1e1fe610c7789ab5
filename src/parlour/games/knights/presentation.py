"""How the arena is shown: board, pieces and text board."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.games.knights.rules import LIVE, NOTHING, WATER, Rules
from parlour.table.view import Board, Cell, Label, Piece

ITEM_NAMES = ("axe", "magic_staff", "dagger", "helmet")  # as `priority` takes them
ITEM_LETTERS = "AMDH"
STATUSES = ("LIVE", "DEAD", "DROWNED")
DIRECTION_NAMES = {"N": "north", "E": "east", "S": "south", "W": "west"}
DIRECTIONS = "NESW"
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))  # rows down, columns to the right

# ---- sites: r2c5 on land; n3, s3, w3 and e3 in the water, by their side and column or row --------

SITES = {(row, column): f"r{row}c{column}" for row in range(8) for column in range(8)}
SHORE = {
    **{(-1, i): f"n{i}" for i in range(8)},
    **{(8, i): f"s{i}" for i in range(8)},
    **{(i, -1): f"w{i}" for i in range(8)},
    **{(i, 8): f"e{i}" for i in range(8)},
}

BOARD = Board(
    cells=(
        *(
            Cell(site, x=column, y=row, ground=("light", "dark")[(row + column) % 2])
            for (row, column), site in SITES.items()
        ),
        *(Cell(site, x=column, y=row, ground="water") for (row, column), site in SHORE.items()),
    ),
    labels=(
        *(Label(str(i), i, -2) for i in range(8)),
        *(Label(str(i), -2, i) for i in range(8)),
    ),
)


def site_of(tile: int) -> str:
    return SITES[divmod(tile, 8)]


def site_beside(tile: int, direction: int) -> str:
    """The tile, or the water, that lies in a direction."""
    down, right = STEPS[direction]
    place = tile // 8 + down, tile % 8 + right
    return SITES.get(place) or SHORE[place]


# ---- pieces -------------------------------------------------------------------------------------


def pieces(state: Rules, letters: str, colours: Sequence[str]) -> list[Piece]:
    """Every knight that has a place, and every item that lies on a tile."""
    shown: list[Piece] = []
    for knight, letter in enumerate(letters):
        if state.place[knight] == WATER:
            continue
        site, colour = site_of(state.place[knight]), colours[knight]
        if state.status[knight] != LIVE:
            fallen = letter.lower()
            shown.append(Piece(letter, site, "fallen", fallen, knight, colour, "ground",
                               condition="fallen"))  # fmt: skip
            continue
        attack, defence = state.strength(knight)
        held = "" if state.hand[knight] == NOTHING else ITEM_NAMES[state.hand[knight]]
        stats = {"attack": attack, "defence": defence}
        shown.append(Piece(letter, site, "knight", letter, knight, colour, stats=stats, holds=held))
    for item, name in enumerate(ITEM_NAMES):
        if state.spot[item] < WATER:
            letter = ITEM_LETTERS[item]
            shown.append(Piece(name, site_of(state.spot[item]), name, letter, layer="ground"))
    return shown


# ---- the text board (§9) ------------------------------------------------------------------------


def draw(state: Rules, letters: str) -> str:
    """Each tile with a knight's letter and an item's; what finds no room there gets a line."""
    rows = ["   " + "  ".join("01234567")]
    more: list[str] = []
    for row in range(8):
        cells: list[str] = []
        for column in range(8):
            knights, items = on_tile(state, letters, 8 * row + column)
            cells.append((knights or ".")[0] + (items or ".")[0])
            hidden = knights[1:] + items[1:]
            if hidden:
                more.append(f"({row},{column}) also {' '.join(hidden)}")
        rows.append(f"{row}  " + " ".join(cells))
    about = (about_knight(state, knight, letter) for knight, letter in enumerate(letters))
    return "\n".join([*rows, *more, *about])


def on_tile(state: Rules, letters: str, tile: int) -> tuple[str, str]:
    """Letters of the knights on a tile, the living first, and of the items: what the first knight
    holds, what lies there, and what another one holds that is about to fight."""
    here = [knight for knight in range(len(letters)) if state.place[knight] == tile]
    here.sort(key=lambda knight: state.status[knight])
    signs = (letters[k] if state.status[k] == LIVE else letters[k].lower() for k in here)
    hands = [state.hand[knight] for knight in here]
    lying = [item for item in range(4) if state.spot[item] == tile]
    items = (item for item in (*hands[:1], *lying, *hands[1:]) if item != NOTHING)
    return "".join(signs), "".join(ITEM_LETTERS[item] for item in items)


def about_knight(state: Rules, knight: int, letter: str) -> str:
    attack, defence = state.strength(knight)
    held = "-" if state.hand[knight] == NOTHING else ITEM_NAMES[state.hand[knight]]
    status = STATUSES[state.status[knight]]
    return f"{letter}  {status:7}  {held:11}  attack {attack}  defence {defence}"
