"""A console that answers from a list, and the line dialogue played with it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext

import parlour
from parlour.terminal.lines.dialogue import Dialogue
from parlour.terminal.local_match import LocalMatch
from parlour.terminal.seats import SeatedPlayer, people_everywhere
from tests.play import AnyGame

_colours = re.compile(r"\x1b\[[0-9;]*m")


EMPTY_3 = """\
    a b c
 3 | |#| | 3
 2 |#| |#| 2
 1 | |#| | 1
    a b c"""


ROW = "P1, P2, P3, H1, H2"


class Script:
    """A console that types what it was told to, and keeps what was said."""

    on_screen = False

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)
        self.prompts: list[str] = []
        self.heard: list[str] = []
        self.screen: list[str] = []  # what can still be seen: with what was typed
        self.busy: list[str] = []  # the computers that were waited for
        self.glimpses: list[list[str]] = []  # the screen, each time that somebody is asked

    def say(self, text: str = "", tone: str = "") -> None:
        self.heard.append(text)
        self.screen.append(text)

    def ask(self, prompt: str) -> str | None:
        self.prompts.append(prompt)
        self.screen.append(prompt)
        self.glimpses.append(list(self.screen))
        if not self.lines:
            return None
        self.screen.append(self.lines[0])
        return self.lines.pop(0)

    def wipe(self) -> None:
        self.screen.clear()

    def page(self, markdown: str) -> None:
        self.say(markdown)

    def working(self, player: str) -> AbstractContextManager[None]:
        self.busy.append(player)
        return nullcontext()

    @property
    def text(self) -> str:
        return "\n".join(self.heard)


def brique(*lines: str, **settings: object) -> tuple[Script, bool]:
    game = parlour.game("brique", **({"size": 3, "pie": False} | settings))
    return play_lines(game, *lines)


def play_lines(
    game: AnyGame, *lines: str, seated: Sequence[SeatedPlayer] = ()
) -> tuple[Script, bool]:
    console = Script(*lines)
    ended = Dialogue(LocalMatch(game, seated or people_everywhere(game), seed=1), console).play()
    return console, ended


# ---- the board on a screen -----------------------------------------------------------------------


def on_screen(slug: str, *lines: str, **settings: object) -> Script:
    console = Script(*lines)
    console.on_screen = True
    game = parlour.game(slug, **settings)
    Dialogue(LocalMatch(game, people_everywhere(game), seed=1), console).play()
    return console
