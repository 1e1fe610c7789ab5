"""What people read is plain English: whole sentences, and nothing that sounds translated."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import parlour
from parlour.cli import main
from parlour.table.sentences import catalogue
from tests import ROOT
from tests.table.test_sentences import GAMES, LAYERS

SOURCES = ROOT / "src" / "parlour"
PAGES = [
    *ROOT.glob("*.md"),
    *ROOT.glob("docs/**/*.md"),
    *SOURCES.glob("games/*/rulebook.md"),
]

# Not sentences: buttons, entries of menus and lists, parts of a line, pages of help.
LABELS = frozenset(
    [
        "brique.solve_work",
        "hall.misfit_whole",
        "record.acted",
        "record.beginning",
        "record.nobody",
        "record.unfinished",
        "terminal.ended_match",
        "terminal.face_board",
        "terminal.face_lines",
        "terminal.help",
        "terminal.keys",
        "terminal.left_match",
        "terminal.left_match_one",
        "terminal.length",
        "terminal.length_one",
        "terminal.menu_quit",
        "terminal.menu_resume",
        "terminal.menu_resume_any",
        "terminal.menu_rules",
        "terminal.menu_watch",
        "terminal.opponent_friend",
        "terminal.opponent_level",
        "terminal.opponent_strongest",
        "terminal.other_record",
        "terminal.out_name",
        "terminal.replay_keys",
        "terminal.thinking",
        "terminal.online_another",
        "terminal.online_away",
        "terminal.online_go_on",
        "terminal.online_go_on_with",
        "terminal.online_help",
        "terminal.online_here",
        "terminal.online_host",
        "terminal.online_join",
        "terminal.online_keys",
        "terminal.online_lan",
        "terminal.online_menu",
        "terminal.browser_menu",
        "terminal.online_new",
        "terminal.online_pair",
        "terminal.online_quit",
        "terminal.online_running",
        "terminal.online_said",
        "terminal.online_sit",
        "terminal.online_time_left",
        "terminal.online_watch",
        "terminal.online_watch_help",
        "terminal.online_you",
    ]
)
# Names of what is on the board and of what can be set; what a setting is about stands in tables.
# Parts of what the page says.
NAMES = re.compile(
    r"[a-z]+\.((piece|stat|condition|item|counter|button|ground|colour|mark|setting)_\w+"
    r"|named|hidden_piece)|table\.level|page\.part_\w+"
)
# A sentence may end with another one, or with something to copy after a colon.
SENTENCE = r"\{(reason|how)\}"
COPIED = r":\s+(\{(log|path|folder|link|command|clocks)\}|(parlour|pip|say) [^.]*)"
ENDS = re.compile(rf"([.?:]|yes/no|{SENTENCE}|{COPIED})$")
BEGINS = re.compile(r"[A-Z0-9{]")
PROTOCOL = re.compile(r"engine\.")  # sentences that begin with a command, as it is sent

TRANSLATED = re.compile(
    r"\bone's\b|\boneself\b|\banew\b|\bin 100\b|\bbrings no\b|\bis there again\b"
    r"|\b(to|by|for|of|from|with) who\b|(^|[.:;] )Who\b[^?]*?\.( |$)",
)


def faults(id: str, text: str) -> list[str]:
    """What an editor would mark in a text of a catalogue."""
    found = [f"sounds translated: {match[0]}" for match in TRANSLATED.finditer(text)]
    if ".." in text.replace("...", ""):
        found.append("two full stops")
    if id in LABELS or NAMES.fullmatch(id):
        return found + ["a label has no full stop"] * (text.endswith(".") and "\n" not in text)
    if not BEGINS.match(text) and not PROTOCOL.match(id):
        found.append("begins with a small letter")
    if not ENDS.search(text):
        found.append("has no end")
    return found


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    """Every text there is, whoever brings it."""
    for file in sorted(SOURCES.rglob("*.py")):
        if re.search(r"^\s*add_texts\(", file.read_text("utf-8"), re.MULTILINE):
            name = ".".join(file.relative_to(SOURCES.parent).with_suffix("").parts)
            module = importlib.import_module(name.removesuffix(".__init__"))
            getattr(module, "register", lambda: None)()
    for slug in parlour.games():
        parlour.game(slug)
    ours = tuple(f"{word}." for word in (*LAYERS, *GAMES))  # tests teach texts of their own
    return {id: text for id, text in catalogue().items() if id.startswith(ours)}


def test_every_text_is_a_sentence_in_plain_english(texts: dict[str, str]):
    assert len(texts) > 700
    marked = {id: faults(id, text) for id, text in texts.items()}
    assert {id: found for id, found in marked.items() if found} == {}


def test_the_list_of_labels_names_none_that_is_gone(texts: dict[str, str]):
    assert LABELS - texts.keys() == set()


@pytest.mark.parametrize(
    ("id", "text", "found"),
    [
        ("table.over", "the game is over.", "begins with a small letter"),
        ("table.over", "The game is over", "has no end"),
        ("table.over", "The game is over: {reason}..", "two full stops"),
        ("table.over", "To continue, enter parlour play", "has no end"),
        ("terminal.hint", "It gives you 48 chances in 100.", "sounds translated: in 100"),
        ("terminal.link", "Send this to who is to play B:", "sounds translated: to who"),
        ("hall.old", "Who knows no later entry is late.", "sounds translated"),
        ("hall.back", "The line to the hall is there again.", "sounds translated: is there again"),
        ("terminal.menu_quit", "quit.", "a label has no full stop"),
    ],
)
def test_an_editor_would_mark_this(id: str, text: str, found: str):
    assert any(fault.startswith(found) for fault in faults(id, text))


@pytest.mark.parametrize(
    ("id", "text"),
    [
        ("table.over", "The game is over."),
        ("table.wrong", "This record cannot be replayed: {reason}"),
        ("terminal.kept", "The game is saved. To continue: parlour play --resume {path}"),
        ("terminal.another", "Would you like to play another game? yes/no"),
        ("terminal.who", "Who do you want to play against?"),
        ("terminal.menu_quit", "quit"),
        ("engine.query", "query: ask for gameover or result."),
    ],
)
def test_an_editor_would_leave_this(id: str, text: str):
    assert faults(id, text) == []


def commands(command: click.Command, path: str) -> Iterator[tuple[str, click.Command]]:
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None, f"{path} {name}"
            yield from commands(inner, f"{path} {name}")


def test_help_is_in_sentences():
    for path, command in commands(main, "parlour"):
        helps = {path: command.help or ""}
        helps |= {
            f"{path} --{option.name}": option.help or ""
            for option in command.params
            if isinstance(option, click.Option)
        }
        for where, text in helps.items():
            assert re.match(r"[A-Z].*\.$", " ".join(text.split())), where
            assert not TRANSLATED.search(text), where


def test_the_summaries_of_the_http_interface_are_in_plain_english():
    pattern = re.compile(r'(?:summary|description)=\(?\s*"([^"]*)"')
    summaries = [
        summary
        for file in SOURCES.glob("hall/api/**/*.py")
        for summary in pattern.findall(file.read_text("utf-8"))
    ]
    assert len(summaries) > 50
    assert [s for s in summaries if not s[0].isupper() or TRANSLATED.search(s)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_pages_do_not_sound_translated(page: Path):
    text = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.M | re.S)
    lines = [" ".join(part.split()) for part in re.split(r"\n\s*\n|\n(?=[|#-])", text)]
    assert [match[0] for line in lines for match in TRANSLATED.finditer(line)] == []
