"""A game as data, for front ends that have no rules: what it is, how it looks, what can be set."""

from __future__ import annotations

from typing import Any

import msgspec

from parlour.table.looks.examples import Example, examples
from parlour.table.looks.look import Looks, named
from parlour.table.looks.rulebook import rulebook
from parlour.table.registry import AnyGame
from parlour.table.sentences import Sentence, known
from parlour.table.settings import Setting
from parlour.table.view import Board, Side, View


class SettingDescription(msgspec.Struct, frozen=True, omit_defaults=True):
    """A setting in words, and the values that it may have."""

    name: str
    kind: str  # "number", "switch", "choice" or "text"
    label: Sentence
    about: Sentence
    default: Any
    value: Any  # in this game
    low: int | None = None
    high: int | None = None
    example: int | None = None
    choices: dict[str, Sentence] = {}


class LevelDescription(msgspec.Struct, frozen=True):
    """A computer player of a known strength."""

    level: int
    name: Sentence
    about: Sentence
    elo: int


class Description(msgspec.Struct, frozen=True):
    """A game with its settings. Board and view are those of the start, as a spectator sees it."""

    slug: str
    title: str
    about: Sentence
    version: int  # of the rules
    seats: tuple[str, ...]
    colours: tuple[str, ...]  # of the seats at the start
    sides: tuple[Side, ...]  # of the board, on which the seats sit
    draws: bool  # may players agree on a draw? Computers never do
    settings: tuple[SettingDescription, ...]
    levels: tuple[LevelDescription, ...]
    looks: Looks
    board: Board
    view: View
    rulebook: str  # Markdown
    examples: dict[str, Example] = {}  # the positions of the rulebook's pictures


def describe(game: AnyGame) -> Description:
    """Everything that a front end needs to offer, draw and explain a game."""
    start = game.start()
    return Description(
        slug=game.slug,
        title=game.title,
        about=Sentence(f"{game.slug}.about"),
        version=game.version,
        seats=game.seats,
        colours=tuple(game.colour(start, seat) for seat in range(len(game.seats))),
        sides=game.sides(),
        draws=len(game.seats) > 1,
        settings=tuple(_describe_setting(game, setting) for setting in game.describe()),
        levels=tuple(
            LevelDescription(
                number,
                Sentence("table.level", number=number),
                Sentence(f"table.level_{min(number, 10)}"),
                level.elo,
            )
            for number, level in enumerate(game.levels, start=1)
        ),
        looks=game.looks(),
        board=game.board(),
        view=game.view(start),
        rulebook=rulebook(game),
        examples=examples(type(game)),
    )


def _describe_setting(game: AnyGame, setting: Setting) -> SettingDescription:
    id = f"{game.slug}.setting_{setting.name}"
    return SettingDescription(
        name=setting.name,
        kind=setting.kind,
        label=_text(id, setting.name),
        about=Sentence(f"{id}_about"),
        default=setting.default,
        value=getattr(game.settings, setting.name),
        low=setting.low,
        high=setting.high,
        example=setting.example,
        choices={choice: _text(f"{id}_{choice}", choice) for choice in setting.choices},
    )


def _text(id: str, key: str) -> Sentence:
    """The sentence with this id; if the game has no such text, its key as words."""
    return Sentence(id) if known(id) else named(key)
