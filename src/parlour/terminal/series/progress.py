"""What people see of a series while it is played: the score, and who forfeits."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager

from parlour.command_line.progress import progress_bar
from parlour.players.series.report import forfeits, standing
from parlour.players.series.tally import Tally


@contextmanager
def progress(tally: Tally) -> Generator[Callable[[], None]]:
    """While this is entered, the function that it gives shows the state of the series on stderr."""
    reported = set(tally.first_forfeits)
    total, played = tally.plan.matches, len(tally.played)
    with progress_bar(total, played, lambda: standing(tally)) as bar:

        def show() -> None:
            for player, line in forfeits(tally).items():
                if player not in reported:  # reported at once, and once
                    reported.add(player)
                    bar.note(line)
            bar.show(len(tally.played))

        show()
        yield show
