"""`parlour` alone: choose a game, choose an opponent, play, play again."""

from __future__ import annotations

from collections.abc import Callable

import click

from parlour.table.errors import ParlourError
from parlour.table.registry import game, games
from parlour.table.sentences import Sentence, shorten
from parlour.terminal.console import Console, StandardConsole, ask_yes_no
from parlour.terminal.dialogue import Dialogue
from parlour.terminal.party import Party
from parlour.terminal.rulebook import summary
from parlour.terminal.seats import people, read_seats


def open_menu() -> None:
    """The menu on standard input and output."""
    leave_quietly(lambda: menu(StandardConsole()))


def leave_quietly(dialogue: Callable[[], None]) -> None:
    """Run a dialogue; Ctrl-C is a way to leave it."""
    try:
        dialogue()
    except KeyboardInterrupt:
        click.echo()


def menu(console: Console) -> None:
    """Ask which game until somebody leaves."""
    slugs = games()
    while True:
        console.say(str(Sentence("terminal.menu")))
        for number, slug in enumerate(slugs, start=1):
            console.say(f"  {number}  {slug:12} {summary(slug)}")
        answer = console.ask(str(Sentence("terminal.menu_choice")))
        if answer is None or answer.strip().lower() in ("quit", "exit", "q"):
            return
        chosen = answer.strip().lower()
        if chosen in [str(number) for number in range(1, len(slugs) + 1)]:
            chosen = slugs[int(chosen) - 1]
        if chosen not in slugs:
            console.say(str(Sentence("terminal.menu_unknown", given=shorten(chosen) or "nothing")))
            continue
        try:
            table = game(chosen)
        except ParlourError as error:  # a plug-in that cannot be loaded
            console.say(f"{error}.")
            continue
        against = ask_yes_no(console, Sentence("terminal.opponent"))
        if against is None:
            return
        others = [f"{seat}=uct:1s" for seat in range(2, len(table.seats) + 1)]
        play_on(Party(table, read_seats(table, others) if against else people(table)), console)


def play_on(party: Party, console: Console) -> None:
    """Play matches until the players have had enough."""
    try:
        while Dialogue(party, console).play():
            if not ask_yes_no(console, Sentence("terminal.another")):
                return
            party = party.again()
    except KeyboardInterrupt:
        console.say()
        console.say(str(party.farewell()))
