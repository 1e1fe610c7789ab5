"""The players of our own engine: chosen by a text, tuned by options."""

from __future__ import annotations

from parlour.players.player import SEARCHLESS, Player, is_foreign, read_player
from parlour.players.strengths import STRENGTHS
from parlour.table.errors import BadSettings, BadText
from parlour.table.registry import AnyGame
from parlour.table.sentences import shorten
from parlour.table.settings import Setting
from parlour.table.texts.typed import whole_number

LONGEST = "3600s"

SEED = Setting("seed", "number", 0, low=0, high=999_999_999)

TUNING = {
    "mcts": (
        Setting("threads", "number", 1, low=1, high=64),
        Setting("memory", "number", 256, low=1, high=65_536),  # MiB
    ),
    "alphabeta": (Setting("memory", "number", 64, low=1, high=16_384),),
}
"""The options of each search besides its limits."""


class OwnPlayers:
    """Makes players from a text such as `uct` or `uct:5000`.

    Without a limit in the text, each `go` sets the limits.
    """

    def __init__(self, text: str) -> None:
        self.name = text
        self.tuned: dict[str, int] = {}

    def options(self, game: AnyGame) -> tuple[Setting, ...]:
        return (Setting("player", "text", self.name), *self.tuning(game), SEED)

    def tuning(self, game: AnyGame) -> tuple[Setting, ...]:
        """The options of its search; none for players without a search and for levels."""
        head = self.name.lower().split(",")[0].split(":")[0].strip()
        return TUNING.get(game.best_player.split(",")[0] if head == "best" else head, ())

    def set(self, name: str, value: str, game: AnyGame) -> None:
        before = self.name, self.tuned
        try:
            if name == "player":
                self.name = value
                self.tuned = self.still_offered(game)
            else:
                known = {option.name: option for option in self.options(game)}
                self.tuned = self.tuned | {name: _number(known[name], value)}
            self.check(game)
        except BadSettings:
            self.name, self.tuned = before
            raise

    def still_offered(self, game: AnyGame) -> dict[str, int]:
        """The tuned options that the current player accepts too."""
        offered = {option.name: option for option in self.options(game)}
        return {
            name: value
            for name, value in self.tuned.items()
            if name in offered and value <= (offered[name].high or value)
        }

    def check(self, game: AnyGame) -> None:
        self.player().check(game)

    def player(self) -> Player:
        if is_foreign(self.name):  # an external program should be started directly
            raise BadSettings("engine.itself", given=shorten(self.name))
        name, *options = self.name.split(",")
        tuning = [f"{key}={value}" for key, value in self.tuned.items() if key != "seed"]
        if ":" not in name and name.strip().lower() not in (*STRENGTHS, *SEARCHLESS):
            read_player(name)  # check first without our limit, so that errors do not show it
            name = f"{name}:{LONGEST}"
        return read_player(",".join([name, *options, *tuning]), self.tuned.get("seed"))


def _number(option: Setting, value: str) -> int:
    low, high = option.low or 0, option.high or 0
    number = whole_number(value)
    if number is None or not low <= number <= high:
        raise BadText("settings.range", name=option.name, low=low, high=high, given=shorten(value))
    return number
