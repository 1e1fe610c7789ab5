"""Alpha-beta against a plain minimax that has no cleverness to be wrong."""

from __future__ import annotations

from itertools import count
from random import Random
from threading import Event, Thread
from typing import Any

import pytest

import parlour
from parlour.games.brique.game import Brique
from parlour.players.alphabeta.player import AlphaBetaPlayer
from parlour.players.search_result import Limits, SearchResult
from parlour.table.advice.knowledge import Knowledge
from parlour.table.compiled.array_types import Floats, Ints
from parlour.table.state import NOBODY, State
from tests.play import walk
from tests.players.alphabeta.player import search, trivial
from tests.players.trees.thicket import Thicket, Whims, thicket

WON = 1_000.0


def minimax(state: State, met: dict[Any, float], deep: int = 99) -> float:
    """What seat 0 gets: WON less the actions to a win or a loss, else a hundred times the payoff;
    nothing where the end is too far."""
    if state.over:
        payoff = state.payoffs[0]
        return WON * payoff if abs(payoff) == 1 else 100 * payoff
    if deep == 0:
        return 0.0
    key = (state.seat, state.key(), deep)
    if key not in met:
        sign = 1 if state.seat == 0 else -1
        found = [minimax(state.after(action), met, deep - 1) for action in state.actions()]
        best = max(sign * value for value in found) * sign
        far = abs(best) > WON / 2
        met[key] = best - (best > 0) + (best < 0) if far else best
    return met[key]


def as_minimax(result: SearchResult, seat: int) -> float:
    value = 100 * result.value
    if result.end is not None:
        assert abs(result.value) == 1
        value = result.value * (WON - result.end)
    return round(value if seat == 0 else -value, 6)


# ---- the truth -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(40))
def test_it_agrees_with_minimax_where_it_sees_the_end(seed: int):
    state = thicket(seed).start()
    while not state.over:
        result = search(state)
        assert as_minimax(result, state.seat) == minimax(state, {})
        after = state.after(result.action)
        assert abs(minimax(after, {})) >= abs(minimax(state, {}))
        assert set(result.visits) == set(state.actions())
        state = after


@pytest.mark.parametrize("seed", range(10))
def test_a_table_with_hardly_any_room_changes_nothing(seed: int):
    state = thicket(seed, levels=9).start()
    assert as_minimax(search(state, memory=1), state.seat) == minimax(state, {})


@pytest.mark.parametrize("seed", range(10))
def test_every_action_can_be_asked_for(seed: int):
    state = thicket(seed).start()
    player = AlphaBetaPlayer(nodes=20_000)
    values = {action: minimax(state.after(action), {}) for action in state.actions()}
    for action in values:
        result = player.search(state, 0, among=[action])
        assert (result.action, set(result.visits)) == (action, {action})
        far = 0 if abs(values[action]) < WON / 2 else 1
        assert abs(as_minimax(result, 0)) == abs(values[action]) - far
    for action in state.actions()[1:]:
        pair = [action, state.actions()[0]]
        assert values[player.search(state, 0, among=pair).action] == max(values[a] for a in pair)


class Alike(Thicket):
    """All its positions have the same key in 64 bits."""

    class State(Thicket.State):
        __hash__ = lambda self: 7  # noqa: E731


@pytest.mark.parametrize("seed", range(10))
def test_positions_that_cannot_be_told_apart_do_no_harm(seed: int):
    state = thicket(seed, Alike).start()
    assert len({hash(step.before) for step in walk(state.game, Random(1))}) == 1
    result = search(state)
    for action in result.line:
        state.push(action)
    assert result.line[0] == result.action


@pytest.mark.parametrize(("size", "winning"), [(2, 2), (3, 5)])
def test_brique_on_small_boards(size: int, winning: int):
    state = trivial(Brique, size=size, pie=False).start()
    met: dict[Any, float] = {}
    won = 0
    for action in state.actions():
        after = state.after(action)
        result = search(after, 100_000)
        assert as_minimax(result, after.seat) == minimax(after, met)
        won += result.value == -1
    assert won == winning


def late_positions(wanted: int) -> list[Any]:
    """Positions of Feud in which few are left, somebody's turn just beginning."""
    game, found, seed = parlour.game("feud"), [], 0
    while len(found) < wanted:
        steps = list(walk(game, Random(seed)))
        found += [step.before for step in steps[-5::-4] if len(step.before.actions()) <= 7][:1]
        seed += 1
    return found


def test_feud_near_its_end():
    ends = 0
    for state in late_positions(12):
        truth = minimax(state, {}, 4)
        result = search(state, 4_000)
        if truth:
            ends += 1
            assert as_minimax(result, state.seat) == truth
        else:
            assert result.end is None or result.end > 4
    assert ends >= 3


# ---- limits --------------------------------------------------------------------------------------


def test_with_a_node_limit_it_is_repeatable():
    state = parlour.game("feud").start()
    player = AlphaBetaPlayer(nodes=3_000)
    results = [player.search(state, 0), player.search(state, 0), search(state, 3_000)]
    assert results[0] == results[1] == results[2]
    assert results[0].nodes == 3_000 == sum(results[0].visits.values())
    assert -1 < results[0].value < 1


def test_with_a_time_limit_it_reuses_the_table():
    state = thicket(3, levels=9).start()
    player = AlphaBetaPlayer(seconds=1, time=lambda: 0.0)
    first, second = player.search(state, 0), player.search(state, 0)
    assert second.nodes < first.nodes
    assert (second.action, second.value, second.end) == (first.action, first.value, first.end)


def test_it_ends_with_its_time():
    now = count()
    player = AlphaBetaPlayer(seconds=0.01, time=lambda: next(now) / 1000)
    player.search(parlour.game("feud").start(), 0)
    assert next(now) in range(10, 15)


def test_one_node_is_enough_to_choose():
    state = parlour.game("feud").start()
    assert search(state, 1).action in state.actions()


def test_what_is_chosen_is_expected_even_if_nothing_was_looked_at():
    state = parlour.game("brique", size=4, pie=False).start()
    result = search(state, 1)
    assert result.line[:1] == (result.action,)


def test_limits_of_the_call_count_too():
    state = parlour.game("feud").start()
    assert AlphaBetaPlayer(nodes=10**6).search(state, 0, Limits(nodes=500)).nodes == 500


def test_it_stops_when_it_is_told():
    begun = Event()

    class Waiting(Whims):
        def evaluate(self, state: Any, out: Floats) -> int:
            begun.set()
            return super().evaluate(state, out)

    class Long(Thicket):
        def knowledge(self) -> Knowledge:
            return Waiting(self)

    state = thicket(3, Long, levels=99, width=999).start()
    player = AlphaBetaPlayer(nodes=10**8)
    chosen: list[int] = []
    thread = Thread(target=lambda: chosen.append(player.choose(state, 0)))
    thread.start()
    begun.wait()
    player.stop()
    thread.join(60)
    assert chosen
    assert chosen[0] in state.actions()
    assert player.search(state, 0).nodes == 1


def test_what_a_game_raises_comes_through():
    class Broken(Whims):
        def evaluate(self, state: Any, out: Floats) -> int:
            if state.level > 3:
                raise ArithmeticError("no idea")
            return super().evaluate(state, out)

    class Wrong(Thicket):
        def knowledge(self) -> Knowledge:
            return Broken(self)

    with pytest.raises(ArithmeticError, match="no idea"):
        search(thicket(3, Wrong, levels=20).start())


class Ledge(Thicket.State):
    """Four ways, and after each of them three more, one of which may be wrong."""

    def legal(self, out: Ints) -> int:
        count = (4, 3)[self.level] if self.level < 2 else 1
        for i in range(count):
            out[i] = i
        return count

    def play(self, action: int) -> int:
        self.place = 10 * self.place + action
        self.level += 1
        self.seat = NOBODY if self.level == 50 else self.level % 2
        return 0


class Heart(Whims):
    """What comes of it: the last way is lost; after two others there is an error to be made, and
    after one of these it is punished late."""

    def exact_value(self, state: Any, out: Floats) -> int:
        out[0] = {3: -1.0, 12: 1.0, 22: 1.0}.get(state.place, 0.0)
        out[1] = -out[0]
        return {3: 2, 12: 2, 22: 40}.get(state.place, 50)


class Cliff(Thicket):
    State = Ledge

    def knowledge(self) -> Knowledge:
        return Heart(self)


def test_in_a_draw_it_sets_the_trap_that_is_hardest_to_see():
    result = search(thicket(1, Cliff).start())
    assert (result.action, result.value) == (2, 0)
    assert result.line[0] == 2
