"""The questions about a new match in a hall: which game, settings, clock, and who plays."""

from __future__ import annotations

from contextlib import suppress

from msgspec.structs import replace

from parlour.players.player import is_foreign, read_player
from parlour.table import registry
from parlour.table.clock import TimeControl
from parlour.table.errors import BadText, ParlourError
from parlour.table.sentences import Sentence, shorten
from parlour.terminal.lines.console import Console
from parlour.terminal.lines.questions import GoBack, MenuEntry, answer, choose
from parlour.terminal.match_setup import ask_settings
from parlour.wire.http_types import ANYONE, BOT, COMPUTER, LINK, ME, GameInfo, NewMatch
from parlour.wire.operations import LONGEST_NAME
from parlour.wire.plain_text import plain


def ask_new_match(infos: list[GameInfo], name: str, console: Console) -> tuple[NewMatch, GameInfo]:
    """Which game, with which settings and clock; `back` goes to the question before."""
    entries = [MenuEntry(plain(info.slug), plain(info.title), info) for info in infos]
    while True:
        info = choose(console, Sentence("terminal.online_which_game"), entries)
        with suppress(GoBack):
            return _ask_settings(info, name[:LONGEST_NAME], console)


def _ask_settings(info: GameInfo, name: str, console: Console) -> tuple[NewMatch, GameInfo]:
    if info.slug not in registry.games():
        return NewMatch(info.slug, clock=_ask_clock(console), name=name), info
    game = registry.game(info.slug)
    while True:
        game = ask_settings(game, console)
        with suppress(GoBack):
            new = NewMatch(info.slug, game.changed_settings(), clock=_ask_clock(console), name=name)
            return new, replace(info, seats=game.seats)


def _ask_clock(console: Console) -> str:
    """A valid time control, or nothing."""
    while clock := answer(console, Sentence("terminal.online_clock")):
        try:
            TimeControl.read(clock)
            break
        except ParlourError as error:
            console.say(str(error), "wrong")
    return clock


def ask_seats(info: GameInfo, console: Console) -> tuple[str, ...]:
    """Who plays each seat, in the form that the hall reads."""
    console.say(str(Sentence("terminal.online_seats")))
    seats: list[str] = []
    for seat, name in enumerate(info.seats):
        usual = LINK if seat else ME
        question = Sentence("terminal.online_seat", seat=plain(name), usual=usual)
        while len(seats) == seat:
            try:
                seats.append(read_wanted(answer(console, question) or usual))
            except ParlourError as error:
                console.say(str(error), "wrong")
    return tuple(seats)


def read_wanted(text: str) -> str:
    """Who plays a seat, in the form that the hall reads; computers are entered as for `parlour play
    --seat`."""
    word = text.strip()
    if word.lower() in (ME, LINK, ANYONE):
        return word.lower()
    if word.lower().startswith(BOT):
        return word
    player = word[len(COMPUTER) :] if word.lower().startswith(COMPUTER) else word
    try:
        if is_foreign(player):  # the hall starts no external programs
            raise BadText("player.unknown", given=shorten(player))
        read_player(player)
    except ParlourError as error:
        raise BadText("terminal.online_wanted", given=shorten(text), reason=str(error)) from None
    return f"{COMPUTER}{player}"
