"""A shard of matches: every decision with what the search thought of it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

import msgspec

from parlour.lab.selfplay.plan import SelfPlayPlan
from parlour.lab.selfplay.shards import to_parquet
from parlour.players.player import Player, Searcher, read_player
from parlour.players.search_result import SearchResult
from parlour.players.series.pairing import draw_opening
from parlour.table.match import Match
from parlour.table.sentences import Sentence, shorten

Row = dict[str, Any]


class ShardTask(msgspec.Struct, frozen=True):
    """A shard to be played."""

    plan: SelfPlayPlan
    shard: int


class PlayedShard(NamedTuple):
    """The file of a shard, and where the time went."""

    shard: int
    content: bytes
    rows: int
    searched: float  # seconds in which players chose
    seconds: float  # in all
    trouble: str = ""  # why there is no file


def play_shard(task: ShardTask) -> PlayedShard:
    """Play the matches of a shard. The rows depend on the plan alone."""
    begun, timer, rows = perf_counter(), SearchTimer(), list[Row]()
    for number in task.plan.numbers(task.shard):
        try:
            rows += play_match(task.plan, number, timer)
        except Exception as error:  # noqa: BLE001 - a player may fail in any way
            reason = shorten(" ".join(f"{type(error).__name__}: {error}".split()), 200)
            trouble = Sentence("selfplay.trouble", number=number + 1, reason=reason)
            return PlayedShard(task.shard, b"", 0, 0.0, 0.0, str(trouble))
    content = to_parquet(rows, task.plan.digest, task.shard)
    return PlayedShard(task.shard, content, len(rows), timer.seconds, perf_counter() - begun)


class SearchTimer:
    """Adds up the time in which players choose."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def search(self, player: Player, match: Match, seat: int) -> SearchResult:
        begun = perf_counter()
        if isinstance(player, Searcher):
            result = player.search(match.state, seat)
        else:
            result = SearchResult(player.choose(match.state, seat), 0.0, 0, {})
        self.seconds += perf_counter() - begun
        return result


def play_match(plan: SelfPlayPlan, number: int, timer: SearchTimer) -> list[Row]:
    """The rows of a match, one for each decision after the opening."""
    game = plan.load_game()
    match = Match(game, [shorten(text, 200) for text in plan.players])
    rng = Random(f"{plan.seed} {number} selfplay")
    for seat, action in draw_opening(plan.series(), game.guarded(), number, set[str]()):
        match.act(seat, action)
    players = [read_player(text, rng.getrandbits(63)) for text in plan.players]
    rows: list[Row] = []
    try:
        while match.outcome is None:
            match.draw_chance(rng)
            if match.outcome is None:
                seat = match.state.acting()[0]
                result = timer.search(players[seat], match, seat)
                rows.append(_row(match, number, seat, result))
                match.act(seat, result.action)
    finally:
        for player in players:
            getattr(player, "close", player.stop)()
    return [row | _ending(match.outcome.payoffs, row["seat"]) for row in rows]


def _row(match: Match, number: int, seat: int, result: SearchResult) -> Row:
    game, state = match.game, match.state
    legal = state.actions(seat)
    known = bool(result.visits)
    return {
        "match": number,
        "ply": len(match.events),
        "seat": seat,
        "line": game.line(state),
        "legal": legal,
        "visits": [result.visits.get(action, 0) for action in legal] if known else None,
        "value": result.value if known else None,
        "nodes": result.nodes,
        "action": result.action,
        "move": game.write(state, result.action),
    }


def _ending(payoffs: Sequence[float], seat: int) -> Row:
    return {"payoff": payoffs[seat], "payoffs": list(payoffs)}
