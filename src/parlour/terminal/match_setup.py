"""The questions before a match: the settings of its game, who plays, and on which display."""

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
    """Ask for everything that a match needs, and play it."""
    game, seated, board = ask_match(registry.game(slug), console)
    play_on(LocalMatch(game, seated), console, board)


def ask_match(game: AnyGame, console: Console) -> tuple[AnyGame, list[SeatedPlayer], bool]:
    """The game with its settings, the players, and whether to use the full-screen board; `back`
    goes to the question before."""
    while True:
        game = ask_settings(game, console)
        try:
            return game, *ask_players_and_display(game, console)
        except GoBack:
            if not game.describe():  # there was no question before
                raise


def ask_players_and_display(game: AnyGame, console: Console) -> tuple[list[SeatedPlayer], bool]:
    """The players, and whether to use the full-screen board."""
    while True:
        seated = ask_players(game, console)
        with suppress(GoBack):
            return seated, ask_display(console)


def ask_settings(game: AnyGame, console: Console) -> AnyGame:
    """The game as it is by default, or with the settings that somebody enters one by one."""
    settings = game.describe()
    if not settings:
        console.say(str(Sentence("terminal.no_settings")))
        return game
    chosen: dict[str, object] = game.changed_settings()
    while True:
        console.say(str(Sentence("terminal.settings", game=game.title)))
        texts = [assignment(setting, getattr(game.settings, setting.name)) for setting in settings]
        width = max(map(len, texts))
        for setting, text in zip(settings, texts, strict=True):
            about = f"{setting.description} ({range_of(setting)})"
            say_labelled(console, f"  {text:{width}}  ", about)
        example = assignment(settings[0], other_value(settings[0]))
        text = answer(console, Sentence("terminal.change_setting", example=example))
        if not text:
            return game
        try:
            changed = chosen | read_assignments([text])
            game, chosen = registry.game(game.slug, **changed), changed
        except ParlourError as error:
            console.say(str(error), "wrong")


def assignment(setting: Setting, value: object) -> str:
    """`size=15`, `pie=on`"""
    return f"{setting.name}={value_of(setting, value)}"


def value_of(setting: Setting, value: object) -> str:
    """A value as people enter it; a long text is shortened."""
    if setting.kind == "switch":
        return "on" if value else "off"
    return shorten(str(value), 20)


def other_value(setting: Setting) -> object:
    """A valid value that is not the default, as an example."""
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
    """The values of a setting."""
    match setting.kind:
        case "number":
            return f"{setting.low} to {setting.high}"
        case "switch":
            return "on, off"
        case _:
            return ", ".join(setting.choices) or "a text; @FILE for what is in a file"


def ask_players(game: AnyGame, console: Console) -> list[SeatedPlayer]:
    """People at this terminal, or one person against computers of one level."""
    friend = MenuEntry[str | None]("friend", str(Sentence("terminal.opponent_friend")), None)
    computers = [
        MenuEntry[str | None](strength, opponent(game, player), player, (player,))
        for strength, player in STRENGTHS.items()
    ]
    usual = list(STRENGTHS).index(USUAL)
    seated, start = people_everywhere(game), game.start()
    seats = [
        MenuEntry(name, game.colour(start, seat), seat, (game.colour(start, seat),))
        for seat, name in enumerate(game.seats)
    ]
    while True:
        # The computers come first, so that the number of an entry is its level.
        computer = choose(console, Sentence("terminal.opponent"), [*computers, friend], usual)
        if computer is None:
            return seated
        with suppress(GoBack):
            mine = choose(console, Sentence("terminal.which_seat"), seats)
            break
    others = (seat for seat in range(len(seated)) if seat != mine)
    for seat in others:
        player = read_player(computer)
        seated[seat] = (name_of(player.name), player)
    return seated


def opponent(game: AnyGame, player: str) -> str:
    """A computer in the menu: its level, and its rating in this game."""
    word, _, number = player.partition(":")
    if word != "level":
        return str(Sentence("terminal.opponent_strongest"))
    rating = game.levels[min(int(number), len(game.levels)) - 1].elo
    return str(Sentence("terminal.opponent_level", level=number, rating=rating))


def ask_display(console: Console) -> bool:
    """Whether to use the full-screen board; never in a pipe."""
    if not console.on_screen:
        return False
    displays = [
        MenuEntry("board", str(Sentence("terminal.face_board")), True),
        MenuEntry("lines", str(Sentence("terminal.face_lines")), False),
    ]
    return choose(console, Sentence("terminal.which_face"), displays)
