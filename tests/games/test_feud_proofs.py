"""Feud against its rules once more, written down literally, in positions of all kinds."""

from __future__ import annotations

from itertools import combinations
from random import Random
from statistics import mean
from typing import NamedTuple

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import parlour
from parlour import _modes
from parlour.games.feud.rules import Rules
from parlour.players.playouts import Playouts
from parlour.table.state import NOBODY, State
from tests.games.test_feud import SAMPLE_LINE, feud
from tests.play import alike, lengths, play


class Man(NamedTuple):
    side: str  # B or W
    kind: str
    points: int
    most: int


class Plain:
    """The rules once more, slowly and literally as the page states them: pieces by the names of
    their tiles, everything found by looking at all of them."""

    def __init__(self, line: str) -> None:
        rows, self.side, self.phase, *numbers = line.split(" ")
        self.skips = {"B": int(numbers[0]), "W": int(numbers[1])}
        self.men: dict[str, Man] = {}
        for y, row in enumerate(rows.split("/")):
            for x, cell in enumerate(row.split(",")):
                if cell != ".":
                    self.men["ABCD"[x] + "1234"[y]] = Man(
                        cell[0], cell[1], int(cell[2]), int(cell[3])
                    )
        self.winner = ""  # B, W or draw

    @staticmethod
    def adjacent(a: str, b: str) -> bool:
        return abs(ord(a[0]) - ord(b[0])) + abs(int(a[1]) - int(b[1])) == 1

    def own(self, side: str) -> list[str]:
        return [site for site, man in self.men.items() if man.side == side]

    def active(self, site: str) -> bool:
        return any(self.adjacent(site, other) for other in self.own(self.men[site].side))

    def alone(self, side: str) -> bool:
        return not any(self.active(site) for site in self.own(side))

    def swaps(self) -> set[frozenset[str]]:
        return {
            frozenset(pair)
            for pair in combinations(self.men, 2)
            if self.adjacent(*pair)
            and any(self.men[site].side == self.side and self.active(site) for site in pair)
            and not any(
                self.men[site].kind == "S" and self.men[site].side != self.side for site in pair
            )
        }

    def may_target(self, actor: str, site: str) -> bool:
        me, other = self.men[actor], self.men[site]
        enemy = me.side != other.side
        match me.kind:
            case "A":
                return enemy and self.in_line(actor, site)
            case "N" | "K":
                return enemy and self.adjacent(actor, site)
            case "M":
                return not enemy and self.adjacent(actor, site) and other.points < other.most
            case "W":
                return not enemy and actor != site
            case _:
                return False

    def in_line(self, actor: str, site: str) -> bool:
        """Same row or column, with no enemy shield on the tiles between."""
        if actor[0] == site[0]:
            low, high = sorted((int(actor[1]), int(site[1])))
            between = [f"{actor[0]}{row}" for row in range(low + 1, high)]
        elif actor[1] == site[1]:
            low, high = sorted((ord(actor[0]), ord(site[0])))
            between = [f"{chr(column)}{actor[1]}" for column in range(low + 1, high)]
        else:
            return False
        shields = [tile for tile in between if tile in self.men and self.men[tile].kind == "S"]
        return all(self.men[tile].side == self.men[actor].side for tile in shields)

    def acts(self) -> set[tuple[str, frozenset[str]]]:
        found: set[tuple[str, frozenset[str]]] = set()
        for actor in self.own(self.side):
            if not self.active(actor):
                continue
            reach = [site for site in self.men if self.may_target(actor, site)]
            most = {"N": 2, "M": 4}.get(self.men[actor].kind, 1)
            for size in range(1, most + 1):
                found |= {(actor, frozenset(group)) for group in combinations(reach, size)}
        return found

    def play(self, text: str) -> None:
        actor, *targets = text.split(" ")
        if self.phase == "swap":
            self.change_places(actor, targets[0])
            self.phase = "action"
            lonely = [side for side in "BW" if self.alone(side)]
            if lonely:
                self.winner = "draw" if len(lonely) == 2 else "BW"["BW".index(lonely[0]) - 1]
            return
        enemy = "W" if self.side == "B" else "B"
        if text == "skip":
            self.skips[self.side] += 1
            if self.skips[self.side] == 3:
                self.winner = enemy
        else:
            self.skips[self.side] = 0
            self.act(actor, targets)
            if not any(self.men[site].kind == "K" for site in self.own(enemy)) or self.alone(enemy):
                self.winner = self.side
        self.side, self.phase = enemy, "swap"

    def change_places(self, a: str, b: str) -> None:
        self.men[a], self.men[b] = self.men[b], self.men[a]

    def act(self, actor: str, targets: list[str]) -> None:
        kind = self.men[actor].kind
        for site in targets:
            if kind == "W":
                self.change_places(actor, site)
                continue
            man = self.men[site]
            points = man.points + (1 if kind == "M" else -1)
            if points == 0:
                del self.men[site]
            else:
                self.men[site] = man._replace(points=points)

    def board(self) -> str:
        cells = ["".join(map(str, self.men.get(c + r, "."))) for r in "1234" for c in "ABCD"]
        return "/".join(",".join(cells[row : row + 4]) for row in range(0, 16, 4))


@st.composite
def lines(draw: st.DrawFn) -> str:
    """Any position in which both kings live, whether somebody is isolated or not."""
    rng = Random(draw(st.integers(0, 2**32)))
    share = rng.choice([0.4, 0.7, 1])
    men = [f"{side}{kind}" for side in "BW" for kind in "AANNMSW" if rng.random() < share]
    cells = [f"{man}{rng.randint(1, full)}{full}" for man in men for full in [3 + (man[1] == "S")]]
    cells += [f"{side}K{rng.randint(1, 4)}4" for side in "BW"]
    cells += ["."] * (16 - len(cells))
    rng.shuffle(cells)
    rows = "/".join(",".join(cells[row : row + 4]) for row in range(0, 16, 4))
    doing = f"{rng.choice('BW')} {rng.choice(['swap', 'action'])}"
    return f"{rows} {doing} {rng.randint(0, 2)} {rng.randint(0, 2)} 0"


def going(line: str) -> Rules:
    """The position of a line, unless it is over."""
    plain = Plain(line)
    assume(not plain.alone("B") and not plain.alone("W"))
    state = parlour.game("feud").from_line(line)
    assert isinstance(state, Rules)
    assert state.game.line(state) == line
    return state


def check_choices(state: Rules, plain: Plain) -> None:
    """Exactly the actions that the page allows."""
    listed = [state.game.write(state, action).split(" ") for action in state.actions()]
    if plain.phase == "swap":
        assert {frozenset(text) for text in listed} == plain.swaps()
        assert len(listed) == len(plain.swaps())
    else:
        assert ["skip"] in listed
        acts = {(text[0], frozenset(text[1:])) for text in listed if text != ["skip"]}
        assert acts == plain.acts()
        assert len(listed) == len(acts) + 1


@settings(max_examples=40)
@given(lines(), st.integers(0, 2**32))
def test_agrees_with_the_rules_taken_literally(line: str, seed: int):
    rng, state, plain = Random(seed), going(line), Plain(line)
    for _ in range(60):
        check_choices(state, plain)
        action = rng.choice(state.actions())
        text = state.game.write(state, action)
        state.push(action)
        plain.play(text)
        board, turn, phase, black, white, _ = state.game.line(state).split(" ")
        assert board == plain.board()
        assert (int(black), int(white)) == (plain.skips["B"], plain.skips["W"])
        if plain.winner:
            assert (turn, phase) == ("-", "over")
            winner = {"B": 0, "W": 1, "draw": NOBODY}[plain.winner]
            assert state.winner == winner
            assert state.game.from_line(state.game.line(state)) == state
            return
        assert (turn, phase) == (plain.side, plain.phase)


@given(lines())
def test_a_side_that_is_not_isolated_has_a_legal_swap(line: str):
    turn, phase = line.split(" ")[1:3]
    state = going(line.replace(f"{turn} {phase}", f"{turn} swap"))
    assert state.actions()


@given(lines())
def test_an_action_never_hurts_its_own_side(line: str):
    turn, phase = line.split(" ")[1:3]
    state = going(line.replace(f"{turn} {phase}", f"{turn} action"))
    before = sorted((man.kind, man.points) for man in Plain(line).men.values() if man.side == turn)
    for action in state.actions():
        after = Plain(state.game.line(state.after(action)))
        kept = sorted((man.kind, man.points) for man in after.men.values() if man.side == turn)
        assert [kind for kind, _ in kept] == [kind for kind, _ in before]
        for kind in set("AKMNSW"):
            old = [points for k, points in before if k == kind]
            new = [points for k, points in kept if k == kind]
            assert all(a <= b for a, b in zip(old, new, strict=True))
        assert not after.alone(turn)


# ---- playouts ------------------------------------------------------------------------------------

DUEL = "BN33,WK14,WN13,./BK44,WM13,BA33,./BM13,BW23,WA13,./.,.,WW13,."


@pytest.mark.parametrize(
    "line",
    [f"{DUEL} B action 0 0 0", f"{DUEL} W action 2 2 0", f"{DUEL} W swap 0 0 0", SAMPLE_LINE],
)
def test_the_playout_hook_and_single_moves_win_equally_often(line: str):
    state = parlour.game("feud", limit=300).from_line(line)
    count = 4_000 if _modes.compiled() else 200
    by_hook, by_moves = Playouts(state, seed=1), Playouts(state, seed=2)
    by_hook.run(count, True)
    by_moves.run(count, False)
    difference = (by_hook.totals[0] - by_moves.totals[0]) / count
    assert abs(difference) < 5 * (2 / count) ** 0.5  # five standard deviations


@pytest.mark.parametrize("line", [f"{DUEL} W swap 0 0 0", SAMPLE_LINE])
def test_the_playout_hook_counts_swaps_and_actions(line: str):
    state = parlour.game("feud", limit=300).from_line(line)
    count = 2_000 if _modes.compiled() else 200
    assert alike(lengths(state, 1, count), lengths(state, 2, count, by_hook=False))


@settings(max_examples=30)
@given(lines())
def test_the_playout_hook_draws_each_action_equally_often(line: str):
    """With a limit of one turn the mean of what all ways to end it bring is known exactly."""
    going(line)
    state = parlour.game("feud", limit=1).from_line(line)
    count = 2_000 if _modes.compiled() else 100
    runner = Playouts(state, seed=7)
    runner.run(count)
    assert abs(runner.totals[0] / count - expected(state)) < 5 / count**0.5


def expected(state: State) -> float:
    """What Black gets on average if every choice is made by chance."""
    if state.over:
        return state.payoffs[0]
    return mean(expected(state.after(action)) for action in state.actions())


def test_a_playout_of_a_finished_game_changes_nothing():
    state = feud("BK44 BN33 WA33 WK44\n . . . .\n . . . .\n . . . .")
    over = play(state, "B1 C1")
    runner = Playouts(over, seed=1)
    runner.run(10)
    assert runner.totals == [0.0, 0.0]
