"""Find the ten levels of a game: each beats the one below equally often.

    python -m benchmarks.calibrate feud --nodes 10-3000

Strength is one number s. As it grows, the nodes of the search and the share of actions that it does
not overlook grow geometrically, and its values get more accurate. From s = ERRORLESS on it makes no
errors. Level 1 is calibrated against players without a search, each other level against the one
below: a probe of a few matches, a logistic curve fitted to all probes, and the s at which the curve
has the wanted share. A long contest confirms this s, or counts as another probe.

Results are reproducible by seed. Contests are stored in build/calibrate/, so the same command
continues where it was stopped; after a change to a search or to a game, remove that folder.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from math import exp, log
from pathlib import Path
from typing import NamedTuple

import msgspec

from benchmarks.contest import HEADINGS, Contest, contest
from parlour.players.series.scoring import elo
from parlour.table.advice.level import LOWEST
from parlour.table.errors import ParlourError
from parlour.table.registry import AnyGame
from parlour.table.registry import game as find_game

LEVELS = 10
ERRORLESS = 0.7
STEEPNESS = 10.0
"""The prior of the curve's slope; one level is about a twelfth of s."""
PROBES, CONFIRMATIONS = 1, 3
FAR = 0.1
"""How far beyond the probed range the curve is extrapolated."""
NEAR, NEAR_LOWEST = 0.035, 0.05
"""The tolerance of a confirmed share; the second is for level 1, which may vary more."""


class Family(NamedTuple):
    """Players of one kind, ordered by strength."""

    player: str  # such as mcts:{nodes},evaluate=1
    fewest: float
    most: float
    overlook: float
    misjudge: float

    def text(self, s: float) -> str:
        """The text of the player with this strength; nodes are rounded to two digits."""
        nodes = float(f"{self.fewest * (self.most / self.fewest) ** s:.1e}")
        text = self.player.format(nodes=max(1, round(nodes)))
        left = max(0.0, 1 - s / ERRORLESS)
        overlook = round(1 - (1 - self.overlook) ** left, 3)
        misjudge = round(self.misjudge * left**2, 3)
        text += f",overlook={overlook:g}" if overlook else ""
        return text + (f",misjudge={misjudge:g}" if misjudge else "")


class Probe(NamedTuple):
    """The score of a player of strength s: its share of the points, draws counted half."""

    s: float
    share: float
    matches: int


def curve(probes: Sequence[Probe], steepness: float) -> tuple[float, float]:
    """The most likely a and b of the logistic curve of a + b s, by Newton's method on a and log b.
    A prior with a standard deviation of a factor of two keeps b near `steepness`."""
    precision = 1 / log(2) ** 2
    a = sum(p.matches * (logit(p.share) - steepness * p.s) for p in probes)
    a /= sum(p.matches for p in probes)
    b = log(steepness)
    for _ in range(50):
        gradient_a, gradient_b = 0.0, (log(steepness) - b) * precision
        curvature_aa, curvature_ab, curvature_bb = 0.0, 0.0, precision
        for p in probes:
            rise = exp(b) * p.s
            guess = 1 / (1 + exp(-a - rise))
            miss = p.matches * (clamped(p.share) - guess)
            weight = p.matches * guess * (1 - guess)
            gradient_a, gradient_b = gradient_a + miss, gradient_b + miss * rise
            curvature_aa, curvature_ab = curvature_aa + weight, curvature_ab + weight * rise
            curvature_bb += weight * rise * rise
        determinant = curvature_aa * curvature_bb - curvature_ab * curvature_ab
        step_a = (gradient_a * curvature_bb - gradient_b * curvature_ab) / determinant
        step_b = (gradient_b * curvature_aa - gradient_a * curvature_ab) / determinant
        size = max(1.0, 2 * abs(step_b))
        a, b = a + step_a / size, b + step_b / size
    return a, exp(b)


def logit(share: float) -> float:
    return log(clamped(share) / (1 - clamped(share)))


def clamped(share: float) -> float:
    """A share that is neither 0 nor 1, whose logit would be infinite."""
    return min(0.99, max(0.01, share))


class Calibration:
    """The search for the levels of one game."""

    def __init__(self, game: AnyGame, family: Family, given: argparse.Namespace) -> None:
        self.game, self.family, self.given = game, family, given
        self.file = Path("build") / "calibrate" / f"{game.slug}.jsonl"
        self.file.parent.mkdir(parents=True, exist_ok=True)
        lines = self.file.read_bytes().splitlines() if self.file.exists() else []
        self.kept = [msgspec.json.decode(line, type=Contest) for line in lines]

    def run(self) -> None:
        """Find all levels; print the ladder, and the table of the contests that confirm it."""
        against, wanted = "random" if len(self.game.seats) == 2 else "wary", self.given.lowest
        s, steepness, rating, rows = 0.1, STEEPNESS, float(LOWEST), list[str]()
        probes = list[Probe]()
        for level in range(1, self.given.levels + 1):
            s, played, steepness = self.find(level, against, wanted, probes, s, steepness)
            rating += elo(played.share.value) if level > 1 else 0.0
            print(f'    Level("{self.family.text(s)}", {rating:.0f}),', flush=True)
            below = f"level:{level - 1}" if level > 1 else against
            rows.append(played.row(f"level:{level}", below))
            against, wanted = self.family.text(s), self.given.wanted
            probes = [Probe(s, 0.5, self.given.matches)]  # against itself a player scores a half
            s += logit(wanted) / steepness
        print("\n".join([HEADINGS, *rows]))

    def find(
        self, level: int, against: str, wanted: float, probes: list[Probe], s: float, steep: float
    ) -> tuple[float, Contest, float]:
        """The s with the wanted share, the contest that confirms it, and the slope of the curve."""
        steepness, tried = steep, list[tuple[float, Contest]]()
        for number in range(PROBES + CONFIRMATIONS):
            confirming = number >= PROBES
            seed = self.given.seed + (0 if confirming else 100 * level + number)
            matches = self.given.matches if confirming else self.given.probe
            played = self.play(s, against, matches, seed)
            probes.append(Probe(s, played.share.value, played.matches))
            if confirming:
                tried.append((s, played))
                if abs(played.share.value - wanted) <= (NEAR if level > 1 else NEAR_LOWEST):
                    break
            start, steepness = curve(probes, steep)
            known = [probe.s for probe in probes]
            found = (logit(wanted) - start) / steepness
            s = max(0.0, min(known) - FAR, min(found, max(known) + FAR))
        best = min(tried, key=lambda one: abs(one[1].share.value - wanted))
        return *best, steepness

    def play(self, s: float, against: str, matches: int, seed: int) -> Contest:
        """Play a contest, unless its result is stored."""
        what = ((self.family.text(s), against), seed, matches)
        known = [one for one in self.kept if (one.players, one.seed, one.asked) == what]
        played = known[0] if known else self.play_now(what[0], matches, seed)
        print(f"    s={s:.3f} {what[0][0]}: {played.share.value:.1%} of {matches}", flush=True)
        return played

    def play_now(self, players: tuple[str, str], matches: int, seed: int) -> Contest:
        evenly = players[1] != "wary"  # level 1 has one seat, against these in all others
        at_once = self.given.at_once
        played = contest(self.game, players, matches, seed=seed, evenly=evenly, at_once=at_once)
        self.kept.append(played)
        with self.file.open("ab") as file:
            file.write(msgspec.json.encode(played) + b"\n")
        return played


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--player", default="mcts:{nodes},evaluate=1,reuse=0")
    parser.add_argument("--nodes", default="10-3000", help="of the weakest player, and at s = 1")
    parser.add_argument("--overlook", type=float, default=0.8, help="of the weakest player")
    parser.add_argument("--misjudge", type=float, default=1.0, help="of the weakest player")
    parser.add_argument("--lowest", type=float, default=0.65, help="share of level 1")
    parser.add_argument("--wanted", type=float, default=0.7, help="share of all other levels")
    parser.add_argument("--probe", type=int, default=60, help="matches of a probe")
    parser.add_argument("--matches", type=int, default=400, help="matches that confirm a level")
    parser.add_argument("--levels", type=int, default=LEVELS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--at-once", type=int, default=2)
    given = parser.parse_args(words)
    try:
        fewest, most = map(float, given.nodes.split("-"))
        family = Family(given.player, fewest, most, given.overlook, given.misjudge)
        Calibration(find_game(given.game), family, given).run()
    except (ParlourError, ValueError) as error:
        sys.exit(f"{error}")


if __name__ == "__main__":
    main()
