"""The questions of a menu: one entry of a list, by name or number, with a default for Enter."""

from __future__ import annotations

from collections.abc import Sequence
from shutil import get_terminal_size
from textwrap import wrap
from typing import Generic, NamedTuple, TypeVar

from parlour.table.sentences import Sentence, shorten
from parlour.table.texts.typed import fold
from parlour.terminal.lines.console import LEAVING, Console

Value = TypeVar("Value")

WIDEST = 79  # of the lines of a menu


class MenuEntry(NamedTuple, Generic[Value]):
    """A line of a list: the word that chooses it, its description, and its value."""

    word: str
    about: str
    value: Value
    also: tuple[str, ...] = ()  # other words that choose it


class LeaveMenu(Exception):
    """The person leaves the menu, or the input has ended."""


class GoBack(Exception):
    """The person goes back to the question before, or to the menu."""


def answer(console: Console, prompt: Sentence) -> str:
    """The entered text, stripped."""
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
    """Ask until the text names an entry."""
    width = max(len(entry.word) for entry in entries)
    digits = len(str(len(entries)))
    while True:
        console.say(str(question))
        for number, entry in enumerate(entries, start=1):
            say_labelled(console, f"  {number:{digits}}  {entry.word:{width}}  ", entry.about)
        text = answer(console, Sentence(prompt, usual=entries[usual].word))
        entry = find(entries, text) if text else entries[usual]
        if entry is not None:
            return entry.value
        console.say(str(Sentence("terminal.not_listed", given=shorten(text))), "wrong")


def say_labelled(console: Console, label: str, text: str) -> None:
    """A text to the right of a label, wrapped."""
    width = min(WIDEST, get_terminal_size().columns - 1)
    lines = wrap(text, max(20, width - len(label)), break_on_hyphens=False)
    for line in lines or [""]:
        console.say(f"{label}{line}".rstrip())
        label = " " * len(label)


def find(entries: Sequence[MenuEntry[Value]], text: str) -> MenuEntry[Value] | None:
    """The entry with a number or a word; the case of letters does not matter."""
    numbers = {str(number): entry for number, entry in enumerate(entries, start=1)}
    words = {fold(word): entry for entry in entries for word in (*entry.also, entry.word)}
    return numbers.get(text) or words.get(fold(text))
