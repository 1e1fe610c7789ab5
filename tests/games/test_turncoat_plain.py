"""What can be proved of Turncoat: its rules again, slowly and literally, against random play."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random
from typing import Any, NamedTuple, cast

from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour.games.turncoat.blocks import (
    ACTED,
    COLOUR,
    DEAD,
    GUARD,
    KINDS,
    MOVED,
    NEUTRAL,
    OBJECTIVE,
    SPAWN,
    TRUE,
)
from parlour.games.turncoat.game import Turncoat
from parlour.games.turncoat.maps.plan import COLUMNS
from parlour.games.turncoat.rules import Rules
from parlour.games.turncoat.snapshot import Snapshot
from parlour.players.mcts.uct_player import UctPlayer
from parlour.players.playouts import Playouts

Square = tuple[int, int]
SIDES = ((-1, 0), (0, 1), (1, 0), (0, -1))
RING = [(a, b) for a in range(-2, 3) for b in range(-2, 3) if abs(a) + abs(b) == 2]


class Man(NamedTuple):
    """A unit: owner, kind, and what it has used."""

    owner: int
    kind: str
    moved: bool = False
    acted: bool = False


class Plain:
    """The rules as the page states them: squares by (row, column) from the top left, dictionaries,
    and nothing that is kept to save work."""

    def __init__(self, game: Turncoat) -> None:
        self.plan, self.settings = game.plan, game.settings
        own = game.settings.handicap == "map"
        self.handicap = game.plan.handicap if own else game.settings.handicap
        self.height, self.width = game.plan.height, game.plan.width
        self.block: dict[Square, tuple[str, int]] = {}
        self.guard: dict[Square, int] = {}
        self.men: dict[Square, Man] = {}
        self.spawn_kind: dict[Square, str] = {}
        names = {"C": "colour", "O": "objective", "S": "spawn"}
        for cell, word in enumerate(game.plan.blocks):
            square = divmod(cell, self.width)
            self.block[square] = ("neutral", -1)
            if word in ("--", "##"):
                self.block[square] = ("true" if word == "--" else "dead", -1)
            elif word[-1] in names:
                self.block[square] = (names[word[1]], int(word[0]) - 1)
            elif word[-1] == "G":
                self.guard[square] = int(word[0]) - 1
        for player in range(1, game.plan.players):
            if self.handicap == "guard":
                self.guard[min(s for s in self.block if self.block[s] == ("colour", player))] = (
                    player
                )
            elif self.handicap != "none":
                self.spawn_kind[self.spawns(player)[0]] = self.handicap
        self.players = list(range(game.plan.players))  # those still in
        self.player, self.choosing = 0, list[Square]()
        self.placed = self.guarded = self.over = False

    # ---- looking ------------------------------------------------------------------------------

    def name(self, square: Square) -> str:
        return f"{COLUMNS[square[1]]}{self.height - square[0]}"

    def square(self, name: str) -> Square:
        return self.height - int(name[1:]), COLUMNS.index(name[0])

    def kind(self, square: Square) -> tuple[str, int]:
        """What counts on a square; beyond the edge everything is dead."""
        if square in self.guard:
            return "guard", self.guard[square]
        return self.block.get(square, ("dead", -1))

    def spawns(self, player: int) -> list[Square]:
        return sorted(s for s in self.block if self.block[s] == ("spawn", player))

    def objectives(self, player: int) -> list[Square]:
        return [s for s in self.block if self.block[s] == ("objective", player)]

    def is_open(self, square: Square) -> bool:
        return self.kind(square) in (("neutral", -1), ("colour", self.player))

    def passable(self, square: Square) -> bool:
        own = [(kind, self.player) for kind in ("colour", "spawn", "objective")]
        return self.kind(square) in [("true", -1), *own]

    def changes(self, square: Square) -> set[Square]:
        """The other squares that a block placed here would change."""
        changed: set[Square] = set()
        for down, right in SIDES:
            run, here = set[Square](), (square[0] + down, square[1] + right)
            while self.kind(here)[0] in ("neutral", "colour") and (
                self.kind(here) != ("colour", self.player)
            ):
                run.add(here)
                here = here[0] + down, here[1] + right
            if self.kind(here) == ("colour", self.player):
                changed |= run
        return changed

    def shielded(self, square: Square) -> bool:
        near = [self.men.get((square[0] + a, square[1] + b)) for a, b in SIDES]
        owner = self.men[square].owner
        return any(man and man.owner == owner and man.kind == "shield" for man in near)

    def moves(self, square: Square) -> list[Square]:
        found: list[Square] = []
        for down, right in SIDES:
            here = square[0] + down, square[1] + right
            while self.passable(here):
                if here in self.men and self.settings.units_block:
                    break
                if here not in self.men:
                    found.append(here)
                here = here[0] + down, here[1] + right
        return found

    def acts(self, square: Square) -> list[Square]:
        man = self.men[square]
        near = [(square[0] + a, square[1] + b) for a, b in SIDES]
        far = [(square[0] + a, square[1] + b) for a, b in RING
               if self.settings.shooter_reach == "ring" or 0 in (a, b)]  # fmt: skip
        empty = [s for s in near if s not in self.men]
        colours = [("colour", player) for player in range(4)]
        foreign = [("neutral", -1), *colours]
        foreign.remove(("colour", self.player))
        match man.kind:
            case "fighter":
                return [s for s in near if s in self.men and not self.shielded(s)]
            case "paver":
                return [s for s in empty if self.kind(s) in foreign]
            case "cleaner":
                return [s for s in empty if self.kind(s) in colours]
            case "shooter":
                return [s for s in far if s not in self.men and self.kind(s) in foreign]
            case _:
                return []

    def captures(self, square: Square) -> list[Square]:
        near = [(square[0] + a, square[1] + b) for a, b in SIDES]
        others = [("objective", player) for player in range(4) if player != self.player]
        return [
            s
            for s in near
            if self.kind(s) in others and (self.settings.capture_occupied or s not in self.men)
        ]

    def legal(self) -> set[str]:
        if self.over:
            return set()
        if self.choosing:
            return {f"spawn {self.name(self.choosing[0])} {kind}" for kind in KINDS[1:]}
        found = {"end"}
        for square in self.block:
            name, man = self.name(square), self.men.get(square)
            mine = man is not None and man.owner == self.player
            free = man is None or (mine and self.settings.place_under_units)
            if not self.placed and self.is_open(square) and free and self.changes(square):
                found.add(f"place {name}")
            if not self.guarded and self.is_open(square) and man is None:
                found |= {
                    f"guard {self.name(g)} {name}"
                    for g in self.guard
                    if self.guard[g] == self.player
                }
            if man is None or not mine:
                continue
            found.add(f"destroy {name}")
            if not man.moved:
                found |= {f"move {name} {self.name(to)}" for to in self.moves(square)}
            if not man.acted:
                found |= {f"act {name} {self.name(to)}" for to in self.acts(square)}
            if not man.acted or self.settings.free_capture:
                for to in self.captures(square):
                    found |= {f"capture {name} {self.name(to)} {way}" for way in ("own", "dead")}
        return found

    # ---- doing --------------------------------------------------------------------------------

    def play(self, text: str) -> None:
        verb, *words = text.split()
        if verb == "end":
            self.placed = self.guarded = False
            self.men = {s: Man(man.owner, man.kind) for s, man in self.men.items()}
            self.choosing = self.spawns(self.player)
        elif verb == "spawn":
            self.spawn_kind[self.choosing.pop(0)] = words[1]
            if not self.choosing:
                self.next_turn()
        else:
            getattr(self, verb)(*map(self.square, words[:2]), *words[2:])

    def next_turn(self) -> None:
        later = [player for player in self.players if player > self.player]
        self.player = (later or self.players)[0]
        for spawn in self.spawns(self.player):
            kind = self.spawn_kind.pop(spawn, None)
            if kind and spawn not in self.men:
                self.men[spawn] = Man(self.player, kind)

    def place(self, square: Square) -> None:
        changed = self.changes(square)
        doomed = [
            s
            for s in changed
            if s in self.men and self.men[s].owner != self.player and not self.shielded(s)
        ]
        for s in [square, *changed]:
            self.block[s] = ("colour", self.player)
        for s in doomed:
            del self.men[s]
        self.placed = True

    def guard_to(self, square: Square, to: Square) -> None:
        del self.guard[square]
        self.guard[to] = self.player
        self.guarded = True

    def destroy(self, square: Square) -> None:
        del self.men[square]

    def move(self, square: Square, to: Square) -> None:
        self.men[to] = self.men.pop(square)._replace(moved=True)

    def act(self, square: Square, to: Square) -> None:
        man = self.men[square]
        self.men[square] = man._replace(acted=True)
        if man.kind == "fighter":
            del self.men[to]
        else:
            self.block[to] = ("neutral", -1) if man.kind == "cleaner" else ("colour", self.player)

    def capture(self, square: Square, to: Square, way: str) -> None:
        if not self.settings.free_capture:
            self.men[square] = self.men[square]._replace(acted=True)
        self.men.pop(to, None)
        victim = self.block[to][1]
        self.block[to] = ("objective", self.player) if way == "own" else ("dead", -1)
        if not self.objectives(victim):
            self.players.remove(victim)
            self.guard = {s: p for s, p in self.guard.items() if p != victim}
            self.men = {s: man for s, man in self.men.items() if man.owner != victim}
            for s, block in self.block.items():
                if block in (("colour", victim), ("spawn", victim)):
                    self.block[s] = ("neutral", -1)
                    self.spawn_kind.pop(s, None)
        self.over = len(self.players) == 1 or self.settings.goal == "first"


def same(state: Rules, plain: Plain) -> None:
    """Both know the same position."""
    snapshot = Snapshot(state)
    firsts = {"colour": COLOUR, "objective": OBJECTIVE, "spawn": SPAWN, "guard": GUARD,
              "neutral": NEUTRAL + 1, "true": TRUE + 1, "dead": DEAD + 1}  # fmt: skip
    for cell, top in enumerate(snapshot.tops):
        square = divmod(cell, plain.width)
        kind, owner = plain.kind(square)
        assert top == firsts[kind] + owner
        if kind == "guard":
            below, owner = plain.block[square]
            assert snapshot.unders[cell] == firsts[below] + owner
        man, unit = plain.men.get(square), snapshot.units.get(cell)
        assert (man is None) == (unit is None)
        if man is not None and unit is not None:
            used = MOVED * man.moved + ACTED * man.acted
            assert (unit.seat, KINDS[unit.kind], unit.used) == (man.owner, man.kind, used)
        assert KINDS.index(plain.spawn_kind.get(square, "none")) == snapshot.spawn_kinds.get(
            cell, 0
        )
    assert state.over == plain.over
    assert [seat for seat in range(plain.plan.players) if not state.out[seat]] == plain.players


def likely(rng: Random, state: Rules, texts: list[str]) -> str:
    """A random action that makes matches lively: captures, few guard moves, no early end."""
    weight = {"capture": 40.0, "guard": 0.05, "destroy": 0.05, "end": 0.3, "act": 2.0}
    return rng.choices(texts, [weight.get(text.split()[0], 1.0) for text in texts])[0]


MAPS = {
    "duel": "1S 1O 1C . ./. . . 1G ./. -- . . ./. 2G . . ./. . 2C 2O 2S",
    "crowd": "players: 4/1S 1O . . 2O 2S/1C . . . . 2C/1C . ## 1G . 2C/3C . 4G -- . 4C/"
    "3C . . . . 4C/3S 3O . . 4O 4S",
    "three": "players: 3/1S 1C 1C . 2C 2C 2S/1O . 1G . . . 2O/. . . -- . . ./. . 3O 3C 3S 3C ./"
    ". . . 3C . . .",
}

chosen = st.fixed_dictionaries(
    {
        "map_text": st.sampled_from([*MAPS.values(), ""]),
        "map": st.sampled_from(["small", "court", "ring"]),
        "place_under_units": st.booleans(),
        "units_block": st.booleans(),
        "shooter_reach": st.sampled_from(["ring", "line"]),
        "capture_occupied": st.booleans(),
        "free_capture": st.booleans(),
        "goal": st.sampled_from(["all", "all", "first"]),
        "handicap": st.sampled_from(["map", "none", "guard", "paver", "shooter"]),
    }
)


@settings(max_examples=25, deadline=None)
@given(chosen, st.integers(0, 2**32))
def test_the_rules_agree_with_the_page_taken_literally(given: dict[str, Any], seed: int):
    rng = Random(seed)
    game = cast(Turncoat, parlour.game("turncoat", **given))
    state, plain = game.start(), Plain(game)
    for _ in range(250):
        same(state, plain)
        actions = {game.write(state, action): action for action in state.actions()}
        assert set(actions) == plain.legal()
        if state.over:
            break
        text = likely(rng, state, sorted(actions))
        state.push(actions[text])
        plain.play(text.replace("guard", "guard_to"))


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(["standard", "small", "court"]), st.integers(0, 2**32))
def test_a_turn_always_ends(name: str, seed: int):
    """Each unit moves and acts at most once, and none appears: who avoids `end` gets there too."""
    rng = Random(seed)
    game = cast(Turncoat, parlour.game("turncoat", map=name, free_capture=rng.random() < 0.5))
    state = game.start()
    for _ in range(6):
        for _ in range(rng.randrange(400)):
            state.push(rng.choice(state.actions()))
            if state.over:
                return
        turn, steps = state.turn, 0
        bound = 3 * state.unit_count + 2 + sum(state.goals) + 1 + 9
        while not state.over and state.turn == turn:
            others = [a for a in state.actions() if a != state.terrain.end]
            state.push(rng.choice(others or state.actions()))
            steps += 1
        assert steps <= bound
        if state.over:
            return


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(["standard", "ring", "court"]), st.integers(0, 2**32))
def test_no_block_is_owned_by_two(name: str, seed: int):
    """One block on a site, with at most a guard over it, who is its owner's or covers neutral."""
    rng = Random(seed)
    state = cast(Rules, parlour.game("turncoat", map=name).start())
    game = state.game
    for _ in range(300):
        if state.over:
            break
        state.push(rng.choice(state.actions()))
        owners: dict[str, set[int | None]] = {}
        layers: list[tuple[str, str]] = []
        for piece in game.view(state).pieces:
            layers.append((piece.site, piece.layer))
            if piece.layer in ("block", "guard"):
                owners.setdefault(piece.site, set()).add(piece.seat)
        assert len(layers) == len(set(layers))
        assert all(len(seats) == 1 for seats in owners.values())


# ---- playouts ------------------------------------------------------------------------------------

CHECKED = """
import sys
import parlour
from parlour.games.turncoat.playouts import PlayoutRules

TEXTS = {"place_block": lambda s, here: f"place {s.game.sites[s.terrain.cell[here]]}",
         "move_unit": lambda s, u, to: f"move {name(s, s.at[u])} {name(s, to)}",
         "act": lambda s, u, to: f"act {name(s, s.at[u])} {name(s, to)}",
         "capture": lambda s, u, to, keep:
             f"capture {name(s, s.at[u])} {name(s, to)} {'own' if keep else 'dead'}",
         "move_guard": lambda s, slot, to:
             f"guard {name(s, s.guard_at[9 * s.turn + slot])} {name(s, to)}",
         "finish": lambda s: "end"}

def name(state, square):
    return state.game.sites[state.terrain.cell[square]]

def checked(verb, text):
    method = getattr(PlayoutRules, verb)
    def step(self, *given):
        said = text(self, *given)
        legal = {self.game.write(self, action) for action in self.actions()}
        if verb == "place_block" and said not in legal:
            assert method(self, *given) == 0
            return 0
        assert said in legal, said
        done.append(said)
        return method(self, *given)
    setattr(PlayoutRules, verb, step)

def decide(self, kind, method=PlayoutRules.decide):
    done.append(kind)
    return method(self, kind)

done, PlayoutRules.decide = [], decide
for verb, text in TEXTS.items():
    checked(verb, text)
for number, map in enumerate(("small", "court", "ring", "standard")):
    for more in ({}, {"units_block": True, "free_capture": True, "capture_occupied": False}):
        game = parlour.game("turncoat", map=map, limit=5, **more)
        state = game.start()
        done.clear()
        steps = state.playout([number])
        assert state.over and steps == len(done) > 20
        assert game.from_line(game.line(state)) == state
print("legal")
"""

SAMPLES = """
from random import Random
import parlour

verbs = set()
for number, map in enumerate(("small", "court", "ring", "standard")):
    for more in ({}, {"units_block": True, "free_capture": True, "capture_occupied": False}):
        state = parlour.game("turncoat", map=map, **more).start()
        dice, rng = [number], Random(number)
        for _ in range(150):
            if state.over:
                break
            legal = set(state.actions())
            samples = {state.sample_action(dice) for _ in range(20)}
            assert samples <= legal, [state.game.write(state, a) for a in samples - legal]
            verbs |= {state.game.write(state, action).split()[0] for action in samples}
            state.apply(rng.choice(sorted(samples)))
print(*sorted(verbs))
"""


def interpreted(program: str) -> str:
    """What a program prints where every hook can be called and looked at."""
    done = subprocess.run(
        [sys.executable, "-c", program], env=os.environ | {"PARLOUR_PURE": "1"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_playouts_do_nothing_that_is_not_legal_and_count_what_they_do():
    """Both modes play the same, so one is enough."""
    assert interpreted(CHECKED) == "legal"


def test_sampled_actions_are_legal_and_of_every_kind_but_self_destruction():
    assert interpreted(SAMPLES) == "act capture end guard move place spawn"


def one_step_from_winning(**settings: object) -> Rules:
    """Player 1 has a fresh Fighter in the row below the only objective of player 2."""
    text = "1S 1O 1C . . ./. . . . . ./. . . . . 2C/2S . . . . ./. . . . 2O ./. . 1C 1C 1C ."
    game = parlour.game("turncoat", map_text=f"players: 2/{text}", **settings)
    rows = "1S,1O,1C,3/6/5,2C/2S,5/4,2O,1/2,1C:1F,1C,1C,1"
    return cast(Rules, game.from_line(f"{rows} 1 - -/F 00 0"))


def test_playouts_and_the_search_see_a_capture():
    """What they are for: a search learns from matches that somebody wins."""
    state = one_step_from_winning()
    rng_state = Playouts(state, 1)
    rng_state.run(10)
    assert rng_state.totals == [10.0, -10.0]
    player = UctPlayer(simulations=20, seed=1)
    for expected in ("move c1 e1", "capture e1 e2"):
        action = player.choose(state, 0)
        assert state.game.write(state, action).startswith(expected)
        state.push(action)
    assert state.winner == 0


AHEAD = (
    "2O,2,2S,2,2O/2,2G,2C,3/7/3,--,3/{0},1C,{0}/{0},1C,1G,1C,1C/1O,2,1S,2,1O 1 - -/F 00 0".format(
        "1C,1C,1C"
    )
)


def test_a_cut_playout_is_decided_by_material():
    """Half a win at most, nothing lost between the seats, and more for who has more."""
    for name, seats in (("small", 2), ("ring", 3), ("court", 4)):
        rng_state = Playouts(parlour.game("turncoat", map=name).start(), 1)
        rng_state.run(1)
        assert len(rng_state.totals) == seats
        assert abs(sum(rng_state.totals)) < 1e-9
        assert 0.0 < max(rng_state.totals) < 0.5
    ahead = parlour.game("turncoat", map="small").from_line(AHEAD)
    rng_state = Playouts(ahead, 1)
    rng_state.run(20)
    assert rng_state.totals[0] > 3.0
