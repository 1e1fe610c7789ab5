"""`parlour` alone: choose a game, choose an opponent, play, play again."""

from __future__ import annotations

from parlour.table.errors import ParlourError
from parlour.table.registry import game, games
from parlour.table.sentences import Sentence, shorten
from parlour.terminal.console import Console, ask_yes_no
from parlour.terminal.dialogue import Dialogue
from parlour.terminal.rulebook import summary
from parlour.terminal.seats import Sitting, people, read_seats


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
        play_on(chosen, {}, read_seats(table, others) if against else people(table), console)


def play_on(
    slug: str,
    settings: dict[str, object],
    sitting: list[Sitting],
    console: Console,
    seed: int | None = None,
) -> None:
    """Play matches until the players have had enough."""
    while Dialogue(game(slug, **settings), sitting, console, seed).play():
        if not ask_yes_no(console, Sentence("terminal.another")):
            return
