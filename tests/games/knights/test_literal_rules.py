"""Knights: all rules against the page taken literally, and random playouts against single moves."""

from __future__ import annotations

from random import Random
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

import parlour
from parlour.games.knights.game import Knights
from parlour.games.knights.rules import Rules
from parlour.players.playouts import Playouts
from tests.games.knights.test_rules import ITEMS, drawn, knights, without
from tests.play import alike, lengths, play

# ---- what can be proved --------------------------------------------------------------------------


class Plain:
    """The rules once more, slowly and literally as the page states them."""

    BONUS: ClassVar = {"axe": (2, 0), "dagger": (1, 0), "magic_staff": (1, 1), "helmet": (0, 1)}
    STEPS: ClassVar = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}

    def __init__(self, letters: str = "RBGY", winner_takes: bool = False) -> None:
        corners = {"R": (0, 0), "B": (7, 0), "G": (7, 7), "Y": (0, 7)}
        self.position: dict[str, tuple[int, int] | None] = {k: corners[k] for k in letters}
        self.status = dict.fromkeys(letters, "LIVE")
        self.held: dict[str, str | None] = dict.fromkeys(letters)
        self.lying = {"axe": (2, 2), "dagger": (2, 5), "magic_staff": (5, 2), "helmet": (5, 5)}
        self.winner_takes = winner_takes
        self.fallen: list[str] = []

    def score(self, knight: str) -> tuple[int, int]:
        if self.status[knight] != "LIVE":
            return 0, 0
        item = self.held[knight]
        attack, defence = self.BONUS[item] if item else (0, 0)
        return 1 + attack, 1 + defence

    def step(self, knight: str, direction: str) -> list[str]:
        """Move; the items to choose from if there are several, else the step is completed."""
        row, column = self.position[knight] or (0, 0)
        down, right = self.STEPS[direction]
        to = (row + down, column + right)
        if not (0 <= to[0] <= 7 and 0 <= to[1] <= 7):
            self.drop(knight, (row, column))
            self.status[knight], self.position[knight] = "DROWNED", None
            self.fallen.append(knight)
            return []
        self.position[knight] = to
        here = [item for item, place in self.lying.items() if place == to]
        if here and self.held[knight] is None:
            if len(here) > 1:
                return here
            self.take(knight, here[0])
        self.fight(knight)
        return []

    def drop(self, knight: str, tile: tuple[int, int]) -> str | None:
        item, self.held[knight] = self.held[knight], None
        if item:
            self.lying[item] = tile
        return item

    def take(self, knight: str, item: str) -> None:
        self.held[knight] = item
        del self.lying[item]

    def fight(self, knight: str) -> None:
        tile = self.position[knight]
        assert tile is not None
        live = [k for k in self.position if self.status[k] == "LIVE" and k != knight]
        for other in live:
            if self.position[other] == tile:
                won = self.score(knight)[0] + 0.5 > self.score(other)[1]
                winner, loser = (knight, other) if won else (other, knight)
                dropped = self.drop(loser, tile)
                self.status[loser] = "DEAD"
                self.fallen.append(loser)
                if self.winner_takes and dropped and self.held[winner] is None:
                    self.take(winner, dropped)


def shown(state: Rules) -> dict[str, object]:
    """What a position holds, in the words of `Plain`."""
    game = state.game
    assert isinstance(game, Knights)
    letters = game.letters

    def place(tile: int) -> tuple[int, int] | None:
        return divmod(tile, 8) if tile < 64 else None

    return {
        "position": {k: place(state.place[i]) for i, k in enumerate(letters)},
        "status": {k: ("LIVE", "DEAD", "DROWNED")[state.status[i]] for i, k in enumerate(letters)},
        "held": {k: (*ITEMS, None)[state.hand[i]] for i, k in enumerate(letters)},
        "lying": {ITEMS[i]: place(state.spot[i]) for i in range(4) if state.spot[i] < 64},
        "scores": {k: state.strength(i) for i, k in enumerate(letters)},
        "fallen": sorted(
            (k for i, k in enumerate(letters) if state.fell[i]),
            key=lambda k: state.fell[letters.index(k)],
        ),
    }


def shown_plain(plain: Plain) -> dict[str, object]:
    return {
        "position": plain.position,
        "status": plain.status,
        "held": plain.held,
        "lying": plain.lying,
        "scores": {knight: plain.score(knight) for knight in plain.position},
        "fallen": plain.fallen,
    }


def careful(state: Rules, rng: Random) -> int:
    """A random action that is no step into the water, so that matches become long."""

    def drowns(action: int) -> bool:
        after = state.after(action)
        assert isinstance(after, Rules)
        return after.status[state.turn] == 2

    return rng.choice([action for action in state.actions() if not drowns(action)])


@given(
    st.integers(2, 4),
    st.booleans(),
    st.sampled_from(["random", "priority"]),
    st.booleans(),
    st.integers(0, 2**32),
)
def test_all_rules_agree_with_the_page_taken_literally(
    players: int, winner_takes: bool, item_choice: str, near: bool, seed: int
):
    """From the start, and from where the items lie near each other, so that there is a choice."""
    rng = Random(seed)
    game = knights(players=players, winner_takes=winner_takes, item_choice=item_choice, limit=150)
    state, plain = game.start(), Plain(game.letters, winner_takes)
    if near:
        plain.lying = {item: (rng.choice((3, 4)), rng.choice((3, 4))) for item in ITEMS}
        tiles = ((item[0].upper(), *plain.lying[item]) for item in ITEMS)
        lying = ",".join(f"{letter}{row}{column}" for letter, row, column in tiles)
        state = game.from_line(game.line(state).replace("A22,M52,D25,H55", lying))
    order: list[str] = []
    while not state.over:
        mover = game.letters[state.seat]
        order.append(mover)
        action = careful(state, rng) if rng.random() < 0.97 else rng.choice(state.actions())
        state.push(action)
        choice = plain.step(mover, "NESW"[action])
        if choice and item_choice == "random":
            assert {game.write(state, a) for a in state.actions()} == {f"item:{i}" for i in choice}
            brought = rng.choice(state.odds())[0]
            plain.take(mover, game.write(state, brought).removeprefix("item:"))
            state.push(brought)
            plain.fight(mover)
        elif choice:
            plain.take(mover, next(item for item in ITEMS if item in choice))
            plain.fight(mover)
        assert shown(state) == shown_plain(plain)
        # §2: no item is ever lost or doubled.
        held = [item for item in plain.held.values() if item]
        assert sorted([*held, *plain.lying]) == sorted(ITEMS)
        assert sorted([*(i for i in state.hand if i < 4), *(
            i for i in range(4) if state.spot[i] < 64)]) == [0, 1, 2, 3]  # fmt: skip
        assert game.from_line(game.line(state)) == state
        assert sum(state.payoffs) == pytest.approx(0)
        if not state.over:  # §7: in turn, those not alive skipped
            assert plain.status[game.letters[state.seat]] == "LIVE"
            between = (game.letters * 2)[game.letters.index(mover) + 1 :]
            assert (
                next(k for k in between if plain.status[k] == "LIVE") == (game.letters[state.seat])
            )
    alive = [k for k in game.letters if plain.status[k] == "LIVE"]
    assert len(alive) == 1 or len(order) == 150
    assert game.line(state).endswith(f"- {len(order)}")


@given(st.integers(0, 2**32))
def test_a_withdrawal_leaves_a_possible_position(seed: int):
    rng = Random(seed)
    game = knights(limit=100)
    state = game.start()
    while not state.over:
        if rng.random() < 0.05:
            alive = [seat for seat in range(4) if game.alive(state, seat)]
            state = without(state, rng.choice(alive))
            assert game.from_line(game.line(state)) == state
            continue
        state.push(careful(state, rng))
    living = sum(game.alive(state, seat) for seat in range(4))
    assert living == 1 or state.steps == 100


@pytest.mark.parametrize("players", [2, 4])
def test_the_playout_hook_and_single_moves_win_equally_often(players: int):
    state, count = knights(players=players).start(), 20_000
    by_hook, by_moves = Playouts(state, seed=1), Playouts(state, seed=2)
    by_hook.run(count, True)
    by_moves.run(count, False)
    for seat in range(players):
        difference = (by_hook.totals[seat] - by_moves.totals[seat]) / count
        assert abs(difference) < 5 * (2 / count) ** 0.5  # five standard deviations


@pytest.mark.parametrize("item_choice", ["random", "priority"])
def test_the_playout_hook_counts_steps_and_draws(item_choice: str):
    """Four items lie on the tile beside R, so that there is much to draw."""
    state = drawn("R. .A G.", also="D01 H01 M01", players=2, item_choice=item_choice)
    assert alike(lengths(state, 1, 10_000), lengths(state, 2, 10_000, by_hook=False))
    if item_choice == "random":
        state = play(state, "R:E")
        assert state.seat == parlour.CHANCE
        assert alike(lengths(state, 1, 10_000), lengths(state, 2, 10_000, by_hook=False))


def test_a_playout_may_begin_where_chance_decides():
    """An axe wins this fight, and a helmet loses it."""
    state = play(drawn("R. GM", also="A01 H01", players=2), "R:E")
    assert state.seat == parlour.CHANCE
    runner = Playouts(state, seed=5)
    runner.run(4_000)
    assert runner.totals[0] == pytest.approx(0, abs=5 * 4_000**0.5)
    assert runner.totals[0] == -runner.totals[1]


def test_a_match_of_four_random_players_lasts_about_ten_steps():
    runner = Playouts(knights().start(), seed=3)
    runner.run(2_000, False)
    assert 8 < runner.steps / 2_000 < 20
