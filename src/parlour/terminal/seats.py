"""Who sits where: `black=you`, `2=uct:1s`, `A=you:Ann`."""

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
from parlour.table.notation import fold
from parlour.table.registry import AnyGame
from parlour.table.sentences import listing, shorten

_word = re.compile(r"\w+")

SeatedPlayer = tuple[str, Player | None]
"""A name, and a computer player or, for a person at this terminal, None."""


def people_everywhere(game: AnyGame) -> list[SeatedPlayer]:
    """Everybody sits at this terminal."""
    return [(name, None) for name in game.seats]


def distinct_names(game: AnyGame, names: Sequence[str]) -> list[str]:
    """The names of players; those of one name are called by their seats too."""
    return [
        f"{name} ({game.seats[seat]})" if names.count(name) > 1 else name
        for seat, name in enumerate(names)
    ]


def base_name(game: AnyGame, seat: int, name: str) -> str:
    """A name as it was before it was told apart from the same one."""
    return name.removesuffix(f" ({game.seats[seat]})")


def mentions_colour(name: str, colour: str) -> bool:
    """Does a name say already which colour it is that one plays?"""
    return colour.lower() in _word.findall(name.lower())


def read_seats(
    game: AnyGame,
    texts: Sequence[str],
    seed: int | None = None,
    before: Sequence[SeatedPlayer] | None = None,
) -> list[SeatedPlayer]:
    """The players of `--seat` options; other seats stay as `before`, or are people here."""
    seated = people_everywhere(game) if before is None else list(before)
    taken: set[int] = set()
    for text in texts:
        chair, sign, who = text.partition("=")
        if not sign or not chair or not who:
            example = f"{game.seats[0].replace(' ', '')}=level:4"
            raise BadSettings("terminal.seat_form", given=shorten(text), example=example)
        seat = find_seat(game, chair)
        if seat in taken:
            raise BadSettings("terminal.seat_twice", given=shorten(text))
        taken.add(seat)
        seated[seat] = _read_who(game, seat, who, None if seed is None else seed + seat)
    return seated


def find_seat(game: AnyGame, chair: str) -> int:
    """A seat by its number (from 1), its name, or the colour it starts with."""
    state = game.start()
    for seat, name in enumerate(game.seats):
        if fold(chair) in ((str(seat + 1),), fold(name), fold(game.colour(state, seat))):
            return seat
    raise BadSettings("terminal.who", given=shorten(chair), seats=listing(_known_as(game)))


def _known_as(game: AnyGame) -> list[str]:
    """The names of the seats, with their colours where these say something else."""
    start, known = game.start(), list[str]()
    for seat, name in enumerate(game.seats):
        colour = game.colour(start, seat)
        known.append(name if fold(colour) == fold(name) else f"{name} ({colour})")
    return known


def _read_who(game: AnyGame, seat: int, who: str, seed: int | None) -> SeatedPlayer:
    word, _, name = who.partition(":")
    if word.lower() == "you":
        clean = "".join(character for character in name if character.isprintable())[:40]
        return clean or game.seats[seat], None
    player = read_player(who, seed)
    player.check(game)
    return name_of(player.name), player


def complete_seat(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """For the completion of the shell: the seats of the game, then who may sit there."""
    chair, sign, _ = incomplete.partition("=")
    if sign:
        texts = [f"{chair}={who}" for who in ("you", *STRENGTHS, "level:4", "best:1s", "random")]
    else:
        texts: list[str] = []
        with suppress(ParlourError):
            table = chosen_game(ctx)
            start = table.start()
            texts = [f"{table.colour(start, seat)}=" for seat in range(len(table.seats))]
    return [text for text in texts if text.startswith(incomplete)]
