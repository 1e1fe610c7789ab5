"""Setting up a match by questions: the settings of its game, who plays, and how it is shown."""

from __future__ import annotations

from contextlib import suppress

from parlour.players.computer_names import name_of
from parlour.players.player import read_player
from parlour.players.strengths import STRENGTHS, USUAL
from parlour.table import registry
from parlour.table.errors import ParlourError
from parlour.table.registry import AnyGame
from parlour.table.sentences import Sentence, shorten
from parlour.table.settings import Setting, read_assignments
from parlour.terminal.lines.console import Console
from parlour.terminal.lines.questions import GoBack, MenuEntry, answer, choose, say_labelled
from parlour.terminal.local_match import LocalMatch
from parlour.terminal.playing import play_on
from parlour.terminal.seats import SeatedPlayer, people_everywhere


def play_game(slug: str, console: Console) -> None:
    """Ask for all that a match needs, and play it."""
    table, seated, board = ask_match(registry.game(slug), console)
    play_on(LocalMatch(table, seated), console, board)


def ask_match(table: AnyGame, console: Console) -> tuple[AnyGame, list[SeatedPlayer], bool]:
    """The settings, who plays, and how it is shown; who goes back is asked the question before."""
    while True:
        table = ask_settings(table, console)
        try:
            return table, *ask_sitting(table, console)
        except GoBack:
            if not table.describe():  # there was no question before
                raise


def ask_sitting(table: AnyGame, console: Console) -> tuple[list[SeatedPlayer], bool]:
    """Who plays, and how it is shown."""
    while True:
        seated = ask_players(table, console)
        with suppress(GoBack):
            return seated, ask_face(console)


def ask_settings(table: AnyGame, console: Console) -> AnyGame:
    """The game as it is by default, or with the settings that somebody enters one by one."""
    settings = table.describe()
    if not settings:
        console.say(str(Sentence("terminal.no_settings")))
        return table
    chosen: dict[str, object] = table.changed_settings()
    while True:
        console.say(str(Sentence("terminal.settings", game=table.title)))
        texts = [assignment(setting, getattr(table.settings, setting.name)) for setting in settings]
        width = max(map(len, texts))
        for setting, text in zip(settings, texts, strict=True):
            about = f"{setting.description} ({range_of(setting)})"
            say_labelled(console, f"  {text:{width}}  ", about)
        example = assignment(settings[0], other_value(settings[0]))
        given = answer(console, Sentence("terminal.change_setting", example=example))
        if not given:
            return table
        try:
            wanted = chosen | read_assignments([given])
            table, chosen = registry.game(table.slug, **wanted), wanted
        except ParlourError as error:
            console.say(str(error), "wrong")


def assignment(setting: Setting, value: object) -> str:
    """`size=15`, `pie=on`"""
    return f"{setting.name}={value_of(setting, value)}"


def value_of(setting: Setting, value: object) -> str:
    """A value as people enter it; of a long text, the beginning."""
    if setting.kind == "switch":
        return "on" if value else "off"
    return shorten(str(value), 20)


def other_value(setting: Setting) -> object:
    """Something that a setting may be and usually is not."""
    match setting.kind:
        case "number" if setting.example is not None:
            return setting.example
        case "number":
            return setting.low if setting.default != setting.low else setting.high
        case "switch":
            return not setting.default
        case "choice":
            return next((c for c in setting.choices if c != setting.default), setting.default)
        case _:
            return "..."


def range_of(setting: Setting) -> str:
    """What a setting may be."""
    match setting.kind:
        case "number":
            return f"{setting.low} to {setting.high}"
        case "switch":
            return "on, off"
        case _:
            return ", ".join(setting.choices) or "a text; @FILE for what is in a file"


def ask_players(table: AnyGame, console: Console) -> list[SeatedPlayer]:
    """People at this terminal, or one of them against a computer of some strength."""
    friend = MenuEntry[str | None]("friend", str(Sentence("terminal.opponent_friend")), None)
    computers = [
        MenuEntry[str | None](strength, opponent(table, player), player, (player,))
        for strength, player in STRENGTHS.items()
    ]
    usual = list(STRENGTHS).index(USUAL)
    seated, start = people_everywhere(table), table.start()
    chairs = [
        MenuEntry(name, table.colour(start, seat), seat, (table.colour(start, seat),))
        for seat, name in enumerate(table.seats)
    ]
    while True:
        # The computers first, so that the number of a level chooses it.
        computer = choose(console, Sentence("terminal.opponent"), [*computers, friend], usual)
        if computer is None:
            return seated
        with suppress(GoBack):
            mine = choose(console, Sentence("terminal.which_seat"), chairs)
            break
    others = (seat for seat in range(len(seated)) if seat != mine)
    for seat in others:
        player = read_player(computer)
        seated[seat] = (name_of(player.name), player)
    return seated


def opponent(table: AnyGame, player: str) -> str:
    """A computer as the menu offers it: its level and how strong that is in this game."""
    word, _, number = player.partition(":")
    if word != "level":
        return str(Sentence("terminal.opponent_strongest"))
    rating = table.levels[min(int(number), len(table.levels)) - 1].elo
    return str(Sentence("terminal.opponent_level", level=number, rating=rating))


def ask_face(console: Console) -> bool:
    """The board on the whole screen? There is none in a pipe."""
    if not console.on_screen:
        return False
    faces = [
        MenuEntry("board", str(Sentence("terminal.face_board")), True),
        MenuEntry("lines", str(Sentence("terminal.face_lines")), False),
    ]
    return choose(console, Sentence("terminal.which_face"), faces)
