"""Questions of a menu: one of a list, by name or number, with something sensible for just Enter."""

from __future__ import annotations

from collections.abc import Sequence
from shutil import get_terminal_size
from textwrap import wrap
from typing import Generic, NamedTuple, TypeVar

from parlour.table.notation import fold
from parlour.table.sentences import Sentence, shorten
from parlour.terminal.lines.console import LEAVING, Console

Value = TypeVar("Value")

WIDEST = 79  # of the lines of a menu


class MenuEntry(NamedTuple, Generic[Value]):
    """A line of a list: the word that chooses it, what is said about it, what is then meant."""

    word: str
    about: str
    value: Value
    also: tuple[str, ...] = ()  # other words that choose it


class LeaveMenu(Exception):
    """Somebody leaves the menu, or the input has ended."""


class GoBack(Exception):
    """Somebody goes back to the question before, or to the menu."""


def answer(console: Console, prompt: Sentence) -> str:
    """What was entered, without blanks around it."""
    text = console.ask(str(prompt))
    if text is None or text.strip().lower() in LEAVING:
        raise LeaveMenu
    if text.strip().lower() == "back":
        raise GoBack
    return text.strip()


def choose(
    console: Console,
    question: Sentence,
    entries: Sequence[MenuEntry[Value]],
    usual: int = 0,
    prompt: str = "terminal.choose_below",
) -> Value:
    """Ask until one of the entries is meant."""
    width = max(len(entry.word) for entry in entries)
    digits = len(str(len(entries)))
    while True:
        console.say(str(question))
        for number, entry in enumerate(entries, start=1):
            say_labelled(console, f"  {number:{digits}}  {entry.word:{width}}  ", entry.about)
        given = answer(console, Sentence(prompt, usual=entries[usual].word))
        meant = find(entries, given) if given else entries[usual]
        if meant is not None:
            return meant.value
        said = Sentence("terminal.not_listed", given=shorten(given))
        console.say(str(said), "wrong")


def say_labelled(console: Console, left: str, text: str) -> None:
    """A text beside what stands to its left, in lines that are not too long."""
    width = min(WIDEST, get_terminal_size().columns - 1)
    lines = wrap(text, max(20, width - len(left)), break_on_hyphens=False)
    for line in lines or [""]:
        console.say(f"{left}{line}".rstrip())
        left = " " * len(left)


def find(entries: Sequence[MenuEntry[Value]], given: str) -> MenuEntry[Value] | None:
    """The entry of a number or of a word, in capitals or not."""
    numbers = {str(number): entry for number, entry in enumerate(entries, start=1)}
    words = {fold(word): entry for entry in entries for word in (*entry.also, entry.word)}
    return numbers.get(given) or words.get(fold(given))
