"""The menu of `parlour` without a command: play, continue a match, replay one, read rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import islice

from parlour.command_line.termination import leave_quietly
from parlour.table.errors import ParlourError
from parlour.table.looks.rulebook import rulebook, summary
from parlour.table.record import read_record
from parlour.table.registry import find, games
from parlour.table.sentences import Sentence, listing, shorten
from parlour.terminal.lines.console import Console, StandardConsole
from parlour.terminal.lines.questions import GoBack, LeaveMenu, MenuEntry, answer, choose
from parlour.terminal.local_match import LocalMatch
from parlour.terminal.match_setup import ask_display, play_game
from parlour.terminal.playing import play_on
from parlour.terminal.records.replay import watch_record
from parlour.terminal.records.saved_matches import (
    SavedMatch,
    find_record,
    saved_matches,
    unfinished,
)

Handler = Callable[[Console], None]

MOST_LISTED = 9
"""Saved matches that the menu lists."""


def open_menu() -> None:
    """The menu on standard input and output."""
    leave_quietly(lambda: menu(StandardConsole()))


def menu(console: Console) -> None:
    """Ask what to do until somebody leaves."""
    while True:
        try:
            handle = choose(console, Sentence("terminal.menu"), entries(), prompt="terminal.choose")
            handle(console)
        except GoBack:
            continue
        except LeaveMenu:
            return
        except ParlourError as error:  # such as a plug-in that cannot be loaded
            console.say(str(error), "wrong")


def entries() -> list[MenuEntry[Handler]]:
    """All entries; the games come first, so that just Enter plays one."""
    return [
        *(MenuEntry[Handler](slug, summary(slug), partial(play_game, slug)) for slug in games()),
        *resume_entry(),
        MenuEntry[Handler]("online", str(Sentence("terminal.online_menu")), play_online),
        MenuEntry[Handler]("browser", str(Sentence("terminal.browser_menu")), play_in_browser),
        MenuEntry[Handler]("watch", str(Sentence("terminal.menu_watch")), watch),
        MenuEntry[Handler]("rules", str(Sentence("terminal.menu_rules")), read_rules),
        MenuEntry[Handler]("quit", str(Sentence("terminal.menu_quit")), leave),
    ]


def resume_entry() -> list[MenuEntry[Handler]]:
    """The entry for unfinished matches, if there are any."""
    found = list(islice(unfinished(), MOST_LISTED))
    if not found:
        return []
    about = Sentence("terminal.menu_resume", about=described(found[0]))
    if len(found) > 1:
        about = Sentence("terminal.menu_resume_any", count=len(found))

    def resume(console: Console) -> None:
        file = found[0].file
        if len(found) > 1:
            matches = [
                MenuEntry(f"m{number}", described(match), match.file)
                for number, match in enumerate(found, start=1)
            ]
            file = choose(console, Sentence("terminal.which_resume"), matches)
        local_match = LocalMatch.resumed(read_record(file), [], None, file)
        play_on(local_match, console, ask_display(console))

    return [MenuEntry[Handler]("resume", str(about), resume)]


def described(match: SavedMatch) -> str:
    """A saved match in a few words."""
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
    """The title of a game; its slug if it is not installed here."""
    try:
        return find(slug).title
    except ParlourError:
        return shorten(slug)


def play_in_browser(console: Console) -> None:
    from parlour.terminal.online.menu import open_page  # slow to import, and rarely needed

    open_page(console)


def play_online(console: Console) -> None:
    from parlour.terminal.online.menu import online_menu  # slow to import, and rarely needed

    online_menu(console)


def watch(console: Console) -> None:
    """Step through a record; just Enter takes the latest saved match."""
    matches = [
        MenuEntry(
            f"m{number}", described(match), str(match.file), (match.file.name, str(match.file))
        )
        for number, match in enumerate(islice(saved_matches(), MOST_LISTED), start=1)
    ]
    file = ""
    if matches:
        other = MenuEntry("other", str(Sentence("terminal.other_record")), "")
        file = choose(console, Sentence("terminal.which_kept"), [*matches, other])
    if not file:
        prompt = "terminal.which_record" if matches else "terminal.which_record_none"
        file = answer(console, Sentence(prompt))
    if file:
        watch_record(read_record(find_record(file)), console)


def read_rules(console: Console) -> None:
    slugs = [MenuEntry(slug, summary(slug), slug) for slug in games()]
    console.page(rulebook(find(choose(console, Sentence("terminal.which_rules"), slugs))))


def leave(_console: Console) -> None:
    raise LeaveMenu
