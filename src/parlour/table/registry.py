"""The registry of games: the folders in `parlour/games`, and plug-ins found by entry points.

A plug-in declares an entry point in its pyproject.toml:

    [project.entry-points."parlour.games"]
    nim = "my_package.nim:Nim"
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any, cast

from parlour.table.advice.knowledge import Knowledge
from parlour.table.errors import BadSettings
from parlour.table.game import Game
from parlour.table.languages import english
from parlour.table.sentences import listing, shorten
from parlour.table.settings import read_settings
from parlour.table.state import ABI, State

AnyGame = Game[Any, Any]

FOLDER = "parlour.games"  # by name: this layer is below the games and must not import them

REQUIRED = ("prepare", "write", "write_line", "read_line", "board", "pieces", "verdict")
"""The methods that every game must implement."""

RENAMED: dict[type, dict[str, str]] = {
    Game: {
        "kinds": "piece_kinds",
        "leave": "withdraw",
        "mastery": "best_player",
        "moved": "moved_pieces",
        "prize": "max_payoff",
        "touches": "action_sites",
    },
    State: {
        "chances": "chance_odds",
        "hunch": "sample_action",
        "stance64": "repetition_key64",
    },
    Knowledge: {"exact": "exact_value", "noisy": "tactical", "weigh": "priors"},
}
"""Hooks by the names that plug-ins may still use: nothing would call them."""

_registered: dict[str, type[AnyGame]] = {}

english.register()


def register(kind: type[AnyGame]) -> type[AnyGame]:
    """Register a game class in this process; usable as a decorator."""
    _registered[kind.slug] = kind
    return kind


def games() -> tuple[str, ...]:
    """The slugs of all available games, sorted."""
    return tuple(sorted({*_registered, *_built_in(), *_plug_ins()}))


def game(slug: str, /, **settings: object) -> AnyGame:
    """The game with this slug and these settings; BadSettings if either is invalid."""
    kind = find(slug)
    return kind(read_settings(kind.Settings, settings))


def find(slug: str) -> type[AnyGame]:
    """The class of a game by its slug, in any case."""
    given = slug
    slug = slug.lower() if slug.isascii() else slug  # not beyond ASCII: a Kelvin sign becomes k
    if slug in _registered:
        return _registered[slug]
    if slug in _built_in():
        entry = EntryPoint(name=slug, value=f"{FOLDER}.{slug}.game:GAME", group="parlour.games")
        return register(_load(entry))
    if slug in _plug_ins():
        return register(_load_plug_in(_plug_ins()[slug]))
    raise BadSettings("table.no_such_game", slug=shorten(given), known=listing(games()))


@cache
def _built_in() -> frozenset[str]:
    path = import_module(FOLDER).__path__
    return frozenset(module.name for module in pkgutil.iter_modules(path) if module.ispkg)


@cache
def _plug_ins() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group="parlour.games")}


def _load(entry: EntryPoint) -> type[AnyGame]:
    """Import and check a game class; any failure becomes BadSettings."""
    try:
        kind: Any = entry.load()
    except Exception as error:  # the import of a plug-in may raise anything
        reason = f"{type(error).__name__}: {shorten(str(error), 200)}"
        raise BadSettings("table.broken_plug_in", slug=entry.name, reason=reason) from error
    if not isinstance(kind, type) or not issubclass(kind, Game) or kind.slug != entry.name:
        reason = f"{shorten(entry.value)} is not a game with this slug"
        raise BadSettings("table.broken_plug_in", slug=entry.name, reason=reason)
    missing = [name for name in REQUIRED if _defines(kind, name) is _defines(Game, name)]
    if missing:
        reason = f"it does not write {listing(missing)}"
        raise BadSettings("table.broken_plug_in", slug=entry.name, reason=reason)
    return cast(type[AnyGame], kind)


def _defines(kind: Any, name: str) -> object:
    return getattr(kind, name)


def _renamed_hooks(kind: type[AnyGame]) -> list[str]:
    """The hooks that a plug-in implements under their former names only."""
    package = kind.__module__.partition(".")[0]
    knowledge = [
        each for each in _subclasses(Knowledge) if each.__module__.partition(".")[0] == package
    ]
    found: list[str] = []
    for base, classes in ((Game, [kind]), (State, [kind.State]), (Knowledge, knowledge)):
        for old, new in RENAMED[base].items():
            inherited = getattr(base, new, None)
            if any(
                hasattr(each, old) and getattr(each, new, None) is inherited for each in classes
            ):
                found.append(f"`{old}` is called `{new}` now")
    return found


def _subclasses(base: type) -> Iterator[type]:
    for each in base.__subclasses__():
        yield each
        yield from _subclasses(each)


def _load_plug_in(entry: EntryPoint) -> type[AnyGame]:
    """Load a plug-in; refuse one whose hooks nothing would call, and one that was compiled against
    another ABI, since it would crash."""
    kind = _load(entry)
    if renamed := _renamed_hooks(kind):
        raise BadSettings("table.broken_plug_in", slug=entry.name, reason=listing(renamed))
    rules = import_module(kind.State.__module__)
    built_for = getattr(rules, "PARLOUR_ABI", None)
    if built_for != ABI and not str(rules.__file__).endswith(".py"):
        reason = f"it was compiled for table {built_for}, this is {ABI}"
        raise BadSettings("table.broken_plug_in", slug=entry.name, reason=reason)
    return kind
