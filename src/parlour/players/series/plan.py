"""The plan of a series: everything that determines its matches."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from hashlib import sha256
from math import comb
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from parlour.players.player import is_foreign, read_player
from parlour.table import registry
from parlour.table.clock import TimeControl
from parlour.table.errors import BadSettings
from parlour.table.sentences import shorten

MOST_MATCHES = 1_000_000
LONGEST_OPENING = 100
STRONGEST = 2_000.0
RANDOM_EACH = 2  # actions of each seat in an opening, by default

Elo = Annotated[float, Meta(ge=-STRONGEST, le=STRONGEST)]


class SeriesPlan(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The content of `series.json`. Equal plans are the same series."""

    game: str
    rules: int
    players: tuple[str, ...]
    matches: Annotated[int, Meta(ge=1, le=2 * MOST_MATCHES)]
    settings: dict[str, bool | int | str] = msgspec.field(default_factory=dict[str, Any])
    seed: int = 1
    opening: Annotated[int, Meta(ge=0, le=LONGEST_OPENING)] = 4
    clock: str = ""  # starting seconds and increment: 10+0.1
    sprt: tuple[Elo, Elo] | None = None  # the two hypotheses: Elo of the first player
    evenly: bool = False  # with more than two seats, two players have half of them each
    programs: dict[str, str] = msgspec.field(default_factory=dict[str, str])  # by player: a hash
    parlour: Literal["series 1"] = "series 1"

    def load_game(self) -> registry.AnyGame:
        return registry.game(self.game, **self.settings)

    @property
    def round(self) -> int:
        """How many matches are played from one opening."""
        seats = len(self.load_game().seats)
        return comb(seats, seats // 2) if self.evenly else seats

    @property
    def control(self) -> TimeControl | None:
        return read_clock(self.clock) if self.clock else None

    @property
    def name(self) -> str:
        """A short name with a hash of the plan."""
        return f"{self.game}-{sha256(msgspec.json.encode(self)).hexdigest()[:12]}"

    def to_json(self) -> bytes:
        data = msgspec.to_builtins(self) | {"parlour": self.parlour}
        return msgspec.json.format(msgspec.json.encode(data), indent=1) + b"\n"

    def command(self, folder: str = "") -> str:
        """The command that starts or continues this series."""
        words = ["parlour", "series", self.game]
        for player in self.players:
            words += ["--player", player]
        words += ["--matches", str(self.matches)]
        for name, value in self.settings.items():
            words += ["--set", f"{name}={str(value).lower()}"]
        words += ["--seed", str(self.seed), "--opening", str(self.opening)]
        words += ["--clock", self.clock] if self.clock else []
        words += ["--sprt", ",".join(f"{elo:g}" for elo in self.sprt)] if self.sprt else []
        words += ["--evenly"] if self.evenly else []
        words += ["-o", folder] if folder else []
        return shlex.join(words)


def read_plan(
    game: registry.AnyGame,
    players: Sequence[str],
    matches: int,
    *,
    seed: int = 1,
    opening: int | None = None,
    clock: str = "",
    sprt: str = "",
    evenly: bool = False,
) -> SeriesPlan:
    """Build a plan from command-line arguments and check each. The number of matches is rounded up
    to whole rounds, because each opening is played from all seats."""
    seats = len(game.seats)
    if len(players) < 2:
        raise BadSettings("series.two_players", seats=seats, given=len(players))
    if len(players) not in (2, seats):
        text = "series.players" if seats > 2 else "series.players_two"
        raise BadSettings(text, game=game.slug, seats=seats, given=len(players))
    names = tuple(" ".join(text.split()) for text in players)
    for name in dict.fromkeys(names):
        check_player(name, game)
    if clock:
        read_clock(clock)
    if evenly and (len(players) != 2 or seats % 2):
        raise BadSettings("series.evenly", game=game.slug, seats=seats)
    if sprt and seats != 2 and not evenly:
        raise BadSettings("series.sprt_two", game=game.slug, seats=seats)
    plan = SeriesPlan(
        game.slug,
        game.version,
        names,
        matches,
        game.changed_settings(),
        seed,
        RANDOM_EACH * seats if opening is None else opening,
        clock.replace(" ", "").lower(),
        read_sprt(sprt) if sprt else None,
        evenly and seats > 2,  # with two seats it makes no difference
        program_hashes(names),
    )
    return msgspec.structs.replace(plan, matches=matches + -matches % plan.round)


def check_player(name: str, game: registry.AnyGame) -> None:
    """Check before the first match that the player exists and can play the game."""
    player = read_player(name)
    try:
        player.check(game)
    finally:
        player.stop()


def program_hashes(names: Sequence[str]) -> dict[str, str]:
    """The external programs among the players, each with a hash of its files."""
    foreign = sorted({name for name in names if is_foreign(name)})
    if not foreign:
        return {}
    from parlour.players.engine.foreign_programs import content_hash  # most play without programs

    return {name: content_hash(name) for name in foreign}


def read_clock(text: str) -> TimeControl:
    """Read a clock: `10+0.1` in seconds, or with units, `5m+3s`."""
    return TimeControl.read(re.sub(r"(?<=[0-9])(?=\+|$)", "s", text.replace(" ", "")))


def read_sprt(text: str) -> tuple[float, float]:
    """Read the two hypotheses of an SPRT, in Elo of the first player: `0,20`."""
    number = r"(-?[0-9]{1,4}(?:\.[0-9]{1,2})?)"
    found = re.fullmatch(rf"{number},{number}", text.replace(" ", ""))
    low, high = (float(found[1]), float(found[2])) if found else (0.0, 0.0)
    if not -STRONGEST <= low < high <= STRONGEST:
        raise BadSettings("series.sprt_form", given=shorten(text))
    return low, high
