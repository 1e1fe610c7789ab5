"""The command `parlour solve chessicle`: build tables, and report on a position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from time import monotonic

import click
import msgspec

from parlour.command_line.position_text import parse_position, read_position_text
from parlour.command_line.progress import ProgressLine
from parlour.games.chessicle.characters import ChessicleSettings
from parlour.games.chessicle.game import Chessicle
from parlour.games.chessicle.rules import Rules
from parlour.games.chessicle.solving.bound_search import BoundSearch
from parlour.games.chessicle.solving.endgame_table import EndgameTable
from parlour.games.chessicle.solving.table_files import (
    endgame_table_for,
    make_table,
    own_path,
    read_table,
)
from parlour.table.errors import BadText
from parlour.table.sentences import Sentence, shorten
from parlour.table.settings import read_settings

LONGEST_LINE = 30  # moves that are shown of a best line


def game_with(settings: Mapping[str, object]) -> Chessicle:
    return Chessicle(read_settings(ChessicleSettings, settings))


# ---- tables -------------------------------------------------------------------------------------


def make(game: Chessicle, pieces: int, output: str | None) -> None:
    """Build an endgame table with a progress line, and report its size and the time it took."""
    blocks = game.settings.friend_blocks
    path = Path(output) if output else own_path(blocks)
    begun = monotonic()
    line = ProgressLine()

    def show(done: int, count: int) -> None:
        line.show(f"{done / count:4.0%} of {count:,} positions")

    try:
        table = make_table(pieces, blocks, path, show)
    finally:
        line.clear()
    made = Sentence(
        "chessicle.table_made",
        count=f"{table.count:,}",
        pieces=pieces,
        longest=table.longest,
        seconds=monotonic() - begun,
        megabytes=3 * table.count / 1e6,  # the table, packed, and compressed
        path=shorten(str(path), 200),
    )
    click.echo(str(made), err=True)


# ---- a position ---------------------------------------------------------------------------------


def report(game: Chessicle, line: str, nodes: int) -> Iterator[str]:
    """The board, the value of the position, a best line, and the value of each move."""
    if not line:
        raise BadText("chessicle.solve_what")
    line, given = read_position_text(line, game.changed_settings())
    game = game_with(given)
    state = parse_position(game, line)
    if not all(state.deployed):
        raise BadText("chessicle.solve_deploying")
    yield str(state)
    if state.over:
        yield str(game.status(state, game.seats))
        return
    table = tables_for(game)
    unlimited = without_limit(state)
    if sum(state.left) <= table.pieces:
        yield from exact_report(
            unlimited, table, state.limit - state.quiet if state.limit else None
        )
    else:
        yield from searched_report(unlimited, table, nodes)


def without_limit(state: Rules) -> Rules:
    """The same position without a limit, as the tables assume."""
    other = Chessicle(msgspec.structs.replace(state.game.settings, limit=0)).blank()
    other.set_up(list(state.tile[:25]), True, True, state.turn, 0)
    return other


def tables_for(game: Chessicle) -> EndgameTable:
    """The table for these settings; BadText if the user's own table is damaged."""
    blocks = game.settings.friend_blocks
    if own_path(blocks).exists():
        read_table(own_path(blocks), blocks)
    table = endgame_table_for(blocks)
    if table.pieces < 2:
        raise BadText("chessicle.solve_few_tables")
    return table


def exact_report(state: Rules, table: EndgameTable, left: int | None) -> Iterator[str]:
    """`left`: the moves without a capture that the limit still allows, if there is one."""
    entry = table.entry(state)
    yield str(value(entry, state.game.seats[state.seat]))
    if left is not None and entry > left:
        yield str(Sentence("chessicle.solve_limit", left=left))
    if entry:
        yield f"Best: {' '.join(best_line(state, table))}"
    for action in sorted(state.actions(), key=lambda action: -sort_key(state, action, table)):
        sentence = value(moves_after(state, action, table), "This")
        yield f"{state.game.write(state, action):6} {sentence}"


def moves_after(state: Rules, action: int, table: EndgameTable) -> int:
    """The entry of a move for the side that makes it: 0 draw, odd win, even loss."""
    after = state.after(action)
    if after.over:
        return 1
    entry = table.entry(after)
    return entry + 1 if entry else 0


def value(entry: int, who: str) -> Sentence:
    if entry == 0:
        return Sentence("chessicle.value_draw", who=who)
    id = "chessicle.value_win" if entry & 1 else "chessicle.value_loss"
    return Sentence(id, who=who, moves=plural(entry))


def plural(moves: int) -> str:
    return f"{moves} move{'s' * (moves != 1)}"


def sort_key(state: Rules, action: int, table: EndgameTable) -> int:
    """A sort key: quick wins first, then draws, then late losses."""
    entry = moves_after(state, action, table)
    if entry == 0:
        return 0
    return 1000 - entry if entry & 1 else entry - 1000


def best_line(state: Rules, table: EndgameTable) -> Iterator[str]:
    """The best moves to the end, up to LONGEST_LINE."""
    for _ in range(LONGEST_LINE):
        ranked = [(sort_key(state, action, table), -action) for action in state.actions()]
        best = -max(ranked)[1]
        yield state.game.token(state, best)
        state = state.after(best)
        if state.over:
            return
    yield "..."


def searched_report(state: Rules, table: EndgameTable, nodes: int) -> Iterator[str]:
    """What a search down to the tables proves about the position and about each move."""
    game, who = state.game, state.game.seats[state.seat]
    search = BoundSearch(table, state, nodes)
    yield str(bounds(search.low, search.high, who))
    searched = Sentence(
        "chessicle.solve_searched",
        count=sum(state.left),
        pieces=table.pieces,
        nodes=f"{search.nodes:,}",
        depth=search.depth,
    )
    yield str(searched)
    actions = state.actions()
    for action in actions:
        after = state.after(action)
        low, high = 1, 1
        if not after.over:
            search = BoundSearch(table, after, max(1, nodes // len(actions)))
            low, high = -search.high, -search.low
        yield f"{game.write(state, action):6} {bounds(low, high, 'This')}"


def bounds(low: int, high: int, who: str) -> Sentence:
    if low == high:
        id = ("bounds_loss", "bounds_draw", "bounds_win")[low + 1]
    else:
        id = {(0, 1): "bounds_not_lost", (-1, 0): "bounds_not_won", (-1, 1): "bounds_open"}[
            low, high
        ]
    return Sentence(f"chessicle.{id}", who=who)
