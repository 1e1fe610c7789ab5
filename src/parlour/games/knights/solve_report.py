"""The report of `parlour solve knights`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from parlour.command_line.position_text import parse_position, read_position_text
from parlour.games.knights.game import SIDES, Knights, KnightsSettings
from parlour.games.knights.knowledge import KnightsKnowledge
from parlour.games.knights.rules import Rules
from parlour.table.sentences import Sentence
from parlour.table.settings import read_settings

LONGEST_LINE = 40  # actions that are shown of a best line


def report(line: str, settings: Mapping[str, object]) -> Iterator[str]:
    """The arena, who wins, a best line, and what each step leads to. Without a position, that is
    the start of a match of two."""
    if line:
        line, given = read_position_text(line, settings)
        named = line.split(" ")[0].count(",") + 1  # all knights, also those that are out
        if named in SIDES:
            given.setdefault("players", named)
        state = parse_position(Knights(read_settings(KnightsSettings, given)), line)
    else:
        state = Knights(read_settings(KnightsSettings, {"players": 2, **settings})).start()
    game = state.game
    yield str(state)
    if state.over:
        yield str(game.status(state, game.seats))
        return
    knowledge = KnightsKnowledge(game)
    yield str(verdict(state, knowledge))
    if winner(state, knowledge) is not None:
        yield f"Best: {' '.join(best_line(state, knowledge))}"
    for action in state.actions():
        yield f"{game.write(state, action):12} {verdict(state.after(action), knowledge)}"


def winner(state: Rules, knowledge: KnightsKnowledge) -> int | None:
    """The proved winner, if any."""
    payoffs = state.payoffs if state.over else (knowledge.exact_payoffs(state) or ((),))[0]
    return payoffs.index(1.0) if 1.0 in payoffs else None


def verdict(state: Rules, knowledge: KnightsKnowledge) -> Sentence:
    """What is proved about a position."""
    game = state.game
    if state.over:
        return game.status(state, game.seats)
    certain, who = knowledge.exact_payoffs(state), winner(state, knowledge)
    if certain and who is not None:
        return Sentence("knights.value_win", player=game.seats[who], actions=certain[1])
    if certain:
        return Sentence("knights.value_draw")
    if state.living > 2:
        return Sentence("knights.value_several", count=state.living)
    return Sentence("knights.value_open")


def best_line(state: Rules, knowledge: KnightsKnowledge) -> Iterator[str]:
    """The hunter hurries, the prey delays, chance does its worst."""
    hunter = winner(state, knowledge)
    for _ in range(LONGEST_LINE):
        hurries = state.seat == hunter
        ranked: list[tuple[int, int]] = []
        for action in state.actions():
            after = state.after(action)
            if winner(after, knowledge) == hunter:
                certain = knowledge.exact_payoffs(after)
                left = certain[1] if certain else 0
                ranked.append((left if hurries else -left, action))
        if not ranked:  # at a chance node every outcome is as good
            ranked = [(0, state.actions()[0])]
        yield state.game.token(state, min(ranked)[1])
        state = state.after(min(ranked)[1])
        if state.over:
            return
    yield "..."
