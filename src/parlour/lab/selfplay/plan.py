"""The plan of self-play data: everything that determines its rows."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Literal

import msgspec

from parlour.players.series.plan import RANDOM_EACH, SeriesPlan, check_player, program_hashes
from parlour.table import registry
from parlour.table.errors import BadSettings


class SelfPlayPlan(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The content of `selfplay.json`. Equal plans are the same data."""

    game: str
    rules: int
    players: tuple[str, ...]  # by seat
    matches: int
    shard: int  # matches in a file
    settings: dict[str, bool | int | str] = msgspec.field(default_factory=dict[str, Any])
    seed: int = 1
    opening: int = 4
    programs: dict[str, str] = msgspec.field(default_factory=dict[str, str])
    parlour: Literal["selfplay 1"] = "selfplay 1"

    def load_game(self) -> registry.AnyGame:
        return registry.game(self.game, **self.settings)

    def series(self) -> SeriesPlan:
        """The plan from which openings are drawn, as those of a series."""
        return SeriesPlan(
            self.game,
            self.rules,
            self.players,
            self.matches,
            self.settings,
            self.seed,
            self.opening,
        )

    @property
    def shards(self) -> int:
        return -(-self.matches // self.shard)

    def numbers(self, shard: int) -> range:
        """The numbers of the matches in a shard."""
        return range(shard * self.shard, min(self.matches, (shard + 1) * self.shard))

    @property
    def digest(self) -> str:
        return sha256(self.to_json()).hexdigest()

    def to_json(self) -> bytes:
        data = msgspec.to_builtins(self) | {"parlour": self.parlour}
        return msgspec.json.format(msgspec.json.encode(data), indent=1) + b"\n"

    def command(self, folder: str) -> str:
        """The command that starts or continues this."""
        words = ["parlour", "selfplay", self.game]
        for player in self.players if len(set(self.players)) > 1 else self.players[:1]:
            words += ["--player", player]
        words += ["--matches", str(self.matches), "--shard", str(self.shard)]
        for name, value in self.settings.items():
            words += ["--set", f"{name}={str(value).lower()}"]
        words += ["--seed", str(self.seed), "--opening", str(self.opening), "-o", folder]
        return shlex.join(words)


def selfplay_plan(
    game: registry.AnyGame,
    players: Sequence[str],
    matches: int,
    *,
    shard: int,
    seed: int,
    opening: int | None,
) -> SelfPlayPlan:
    """The plan of a command, checked."""
    seats = len(game.seats)
    names = tuple(" ".join(text.split()) for text in players)
    names = names * seats if len(names) == 1 else names
    if len(names) != seats:
        raise BadSettings("selfplay.players", game=game.slug, seats=seats)
    for name in dict.fromkeys(names):
        check_player(name, game)
    return SelfPlayPlan(
        game.slug,
        game.version,
        names,
        matches,
        shard,
        game.changed_settings(),
        seed,
        RANDOM_EACH * seats if opening is None else opening,
        program_hashes(names),
    )
