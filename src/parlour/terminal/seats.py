"""The players of the seats, as texts: `black=you`, `2=uct:1s`, `A=you:Ann`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress

import click

from parlour.command_line.completion import chosen_game
from parlour.players.computer_names import name_of
from parlour.players.player import Player, read_player
from parlour.players.strengths import STRENGTHS
from parlour.table.errors import BadSettings, ParlourError
from parlour.table.registry import AnyGame
from parlour.table.sentences import listing, shorten
from parlour.table.texts.typed import fold

_word = re.compile(r"\w+")

SeatedPlayer = tuple[str, Player | None]
"""A name, and a computer player, or None for a person at this terminal."""


def people_everywhere(game: AnyGame) -> list[SeatedPlayer]:
    """A person at this terminal in every seat."""
    return [(name, None) for name in game.seats]


def distinct_names(game: AnyGame, names: Sequence[str]) -> list[str]:
    """The names of players, with their seats added where two are equal."""
    return [
        f"{name} ({game.seats[seat]})" if names.count(name) > 1 else name
        for seat, name in enumerate(names)
    ]


def base_name(game: AnyGame, seat: int, name: str) -> str:
    """A name without the seat that `distinct_names` may have added."""
    return name.removesuffix(f" ({game.seats[seat]})")


def mentions_colour(name: str, colour: str) -> bool:
    """Does a name contain the colour of its player?"""
    return colour.lower() in _word.findall(name.lower())


def read_seats(
    game: AnyGame,
    texts: Sequence[str],
    seed: int | None = None,
    before: Sequence[SeatedPlayer] | None = None,
) -> list[SeatedPlayer]:
    """The players of `--seat` options; other seats stay as `before`, or get a person."""
    seated = people_everywhere(game) if before is None else list(before)
    taken: set[int] = set()
    for text in texts:
        name, sign, player = text.partition("=")
        if not sign or not name or not player:
            example = f"{game.seats[0].replace(' ', '')}=level:4"
            raise BadSettings("terminal.seat_form", given=shorten(text), example=example)
        seat = find_seat(game, name)
        if seat in taken:
            raise BadSettings("terminal.seat_twice", given=shorten(text))
        taken.add(seat)
        seated[seat] = _read_player(game, seat, player, None if seed is None else seed + seat)
    return seated


def find_seat(game: AnyGame, text: str) -> int:
    """A seat by its number (from 1), its name, or the colour it starts with."""
    state = game.start()
    for seat, name in enumerate(game.seats):
        if fold(text) in ((str(seat + 1),), fold(name), fold(game.colour(state, seat))):
            return seat
    raise BadSettings("terminal.who", given=shorten(text), seats=listing(_seat_names(game)))


def _seat_names(game: AnyGame) -> list[str]:
    """The names of the seats, with their colours where these differ."""
    start, names = game.start(), list[str]()
    for seat, name in enumerate(game.seats):
        colour = game.colour(start, seat)
        names.append(name if fold(colour) == fold(name) else f"{name} ({colour})")
    return names


def _read_player(game: AnyGame, seat: int, text: str, seed: int | None) -> SeatedPlayer:
    word, _, name = text.partition(":")
    if word.lower() == "you":
        clean = "".join(character for character in name if character.isprintable())[:40]
        return clean or game.seats[seat], None
    player = read_player(text, seed)
    player.check(game)
    return name_of(player.name), player


def complete_seat(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """Shell completion: the seats of the game, then the players for a seat."""
    seat_name, sign, _ = incomplete.partition("=")
    if sign:
        texts = [
            f"{seat_name}={player}"
            for player in ("you", *STRENGTHS, "level:4", "best:1s", "random")
        ]
    else:
        texts: list[str] = []
        with suppress(ParlourError):
            game = chosen_game(ctx)
            start = game.start()
            texts = [f"{game.colour(start, seat)}=" for seat in range(len(game.seats))]
    return [text for text in texts if text.startswith(incomplete)]
