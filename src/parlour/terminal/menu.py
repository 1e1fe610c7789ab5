"""`parlour` alone: play a game, go on with a match, watch one, read rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import islice

from parlour.command_line.termination import leave_quietly
from parlour.table.errors import ParlourError
from parlour.table.record import read_record
from parlour.table.registry import find, games
from parlour.table.sentences import Sentence, listing, shorten
from parlour.terminal.lines.console import Console, StandardConsole
from parlour.terminal.lines.questions import GoBack, LeaveMenu, MenuEntry, answer, choose
from parlour.terminal.local_match import LocalMatch
from parlour.terminal.match_setup import ask_face, play_game
from parlour.terminal.playing import play_on
from parlour.terminal.records.autosave import SavedMatch, find_record, saved_matches, unfinished
from parlour.terminal.records.replay import watch_record
from parlour.terminal.rulebook import rulebook, summary

Operation = Callable[[Console], None]

MOST_LEFT = 9
"""Matches among which one may choose to go on."""


def open_menu() -> None:
    """The menu on standard input and output."""
    leave_quietly(lambda: menu(StandardConsole()))


def menu(console: Console) -> None:
    """Ask what to do until somebody leaves."""
    while True:
        try:
            do = choose(console, Sentence("terminal.menu"), entries(), prompt="terminal.choose")
            do(console)
        except GoBack:
            continue
        except LeaveMenu:
            return
        except ParlourError as error:  # such as a plug-in that cannot be loaded
            console.say(str(error), "wrong")


def entries() -> list[MenuEntry[Operation]]:
    """Everything that can be done: the games first, so that just Enter plays one."""
    return [
        *(MenuEntry[Operation](slug, summary(slug), partial(play_game, slug)) for slug in games()),
        *resuming(),
        MenuEntry[Operation]("online", str(Sentence("terminal.online_menu")), play_online),
        MenuEntry[Operation]("watch", str(Sentence("terminal.menu_watch")), watch),
        MenuEntry[Operation]("rules", str(Sentence("terminal.menu_rules")), read_rules),
        MenuEntry[Operation]("quit", str(Sentence("terminal.menu_quit")), leave),
    ]


def resuming() -> list[MenuEntry[Operation]]:
    """The matches that were left, if there are any; the latest first."""
    found = list(islice(unfinished(), MOST_LEFT))
    if not found:
        return []
    about = Sentence("terminal.menu_resume", about=described(found[0]))
    if len(found) > 1:
        about = Sentence("terminal.menu_resume_any", count=len(found))

    def resume(console: Console) -> None:
        file = found[0].file
        if len(found) > 1:
            matches = [
                MenuEntry(f"m{number}", described(left), left.file)
                for number, left in enumerate(found, start=1)
            ]
            file = choose(console, Sentence("terminal.which_resume"), matches)
        local_match = LocalMatch.resumed(read_record(file), [], None, file)
        play_on(local_match, console, ask_face(console))

    return [MenuEntry[Operation]("resume", str(about), resume)]


def described(match: SavedMatch) -> str:
    """A kept match in a few words."""
    about: dict[str, str] = {
        "game": title_of(match.game),
        "players": listing([shorten(name) for name in match.players]),
        "when": match.when.strftime("%d %B, %H:%M"),
    }
    if match.result is None:
        return str(Sentence("terminal.left_match", count=match.moves, **about))
    result = shorten(match.result, 120)
    return str(Sentence("terminal.ended_match", result=result, **about))


def title_of(slug: str) -> str:
    """What people call a game; by its slug if it is not installed here."""
    try:
        return find(slug).title
    except ParlourError:
        return shorten(slug)


def play_online(console: Console) -> None:
    from parlour.terminal.online.menu import online_menu  # most who play here do not need it

    online_menu(console)


def watch(console: Console) -> None:
    """Step through a record; just Enter takes the latest that was kept."""
    matches = [
        MenuEntry(
            f"m{number}", described(match), str(match.file), (match.file.name, str(match.file))
        )
        for number, match in enumerate(islice(saved_matches(), MOST_LEFT), start=1)
    ]
    file = ""
    if matches:
        other = MenuEntry("other", str(Sentence("terminal.other_record")), "")
        file = choose(console, Sentence("terminal.which_kept"), [*matches, other])
    if not file:
        asked = "terminal.which_record" if matches else "terminal.which_record_none"
        file = answer(console, Sentence(asked))
    if file:
        watch_record(read_record(find_record(file)), console)


def read_rules(console: Console) -> None:
    slugs = [MenuEntry(slug, summary(slug), slug) for slug in games()]
    console.page(rulebook(find(choose(console, Sentence("terminal.which_rules"), slugs))))


def leave(_console: Console) -> None:
    raise LeaveMenu
