"""Small parts of the table that other tests only pass through."""

from __future__ import annotations

import pkgutil
from importlib import import_module
from typing import Any
from xml.etree import ElementTree

import click
import msgspec
import pytest

import parlour
from parlour import table
from parlour.command_line.completion import complete_setting
from parlour.command_line.position_text import read_position_text
from parlour.table import settings
from parlour.table.advice.danger import danger_of
from parlour.table.compiled.array_types import Ints
from parlour.table.errors import BadSettings, BadText, NotYourTurn
from parlour.table.game import Game
from parlour.table.match import Match
from parlour.table.registry import find, games
from parlour.table.state import State
from parlour.table.texts.files import check_writable
from tests.play import AnyGame


class Apart(State):
    """Two seats act at once, and may do different things."""

    def begin(self) -> None:
        self.seat = 0

    def acting(self) -> tuple[int, ...]:
        return (0, 1)

    def legal(self, out: Ints) -> int:
        out[0] = self.seat
        return 1

    def copy_from(self, other: Any) -> int:
        self.seat = 0
        return 0


class Sides(Game[Apart, settings.Settings]):
    slug = "sides"
    title = "Sides"
    Settings = settings.Settings
    State = Apart

    def prepare(self) -> None:
        self.seats, self.action_count = ("One", "Two"), 2


def test_each_of_several_acting_seats_is_told_its_own_actions():
    state = Sides(settings.Settings()).start()
    assert (state.actions(), state.actions(0), state.actions(1)) == ([0], [0], [1])
    assert (state.actions(2), state.seat) == ([], 0)


@pytest.mark.parametrize(
    ("actions", "seats"), [(0, ("One",)), (99_999, ("One",)), (2, ()), (2, ("Many",) * 17)]
)
def test_a_game_without_actions_or_seats_or_with_too_many_is_none(
    actions: int, seats: tuple[str, ...]
):
    class Odd(Sides):
        def prepare(self) -> None:
            self.action_count, self.seats = actions, seats

    with pytest.raises(ValueError, match="sides: too many actions or seats, or none"):
        Odd(settings.Settings())


def test_a_folder_that_may_not_be_written_to_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any
):
    check_writable(tmp_path / "new", BadSettings)
    monkeypatch.setattr("os.access", lambda *_: False)
    with pytest.raises(BadSettings, match="ermission"):
        check_writable(tmp_path / "new", BadSettings)


@pytest.mark.parametrize("text", ["{", '{"lin": "x"}', '{"line": 5}', "{" * 5_000])
def test_what_show_did_not_print_is_refused(text: str):
    with pytest.raises(BadText):
        read_position_text(text, {})
    assert read_position_text('{"line": "x", "settings": {"size": 5}}', {"pie": 0}) == (
        "x",
        {"size": 5, "pie": 0},
    )


@pytest.mark.parametrize("slug", games())
def test_every_setting_of_every_game_is_described(slug: str):
    if slug != "tiny":
        assert [setting.name for setting in find(slug).describe() if not setting.description] == []


def danger(game: AnyGame, line: str, text: str) -> str | None:
    state = game.from_line(line)
    said = danger_of(game, state, game.read(state, text), state.seat)
    return None if said is None else said.id


def test_only_what_ends_badly_at_once_is_dangerous():
    """A third skip loses, the first does not, nor does what wins or goes on."""
    feud = parlour.game("feud")
    board = "BA33,BK44,BM33,BA33/BN33,BS44,BW33,BN33/WN33,WS44,WW33,WN33/WA33,WK44,WM33,WA33"
    assert danger(feud, f"{board} B action 2 0 0", "skip") == "table.danger_lost"
    assert danger(feud, f"{board} B action 0 0 0", "skip") is None
    assert danger(feud, f"{board} B swap 2 0 0", "A1 A2") is None
    brique = parlour.game("brique", size=3, pie=False)
    assert danger(brique, "b2/b2/2w b 1 -", "a1") is None


@pytest.mark.parametrize("what", [10**6, "nonsense", 0])
def test_out_of_turn_everything_is_refused_for_that_reason(what: int | str):
    with pytest.raises(NotYourTurn):
        Match(parlour.game("brique")).act(1, what)


def test_values_are_frozen():
    """Views, records, settings and what else is shared: nobody changes it behind another's back."""
    modules = [
        import_module(f"{table.__name__}.{m.name}") for m in pkgutil.iter_modules(table.__path__)
    ]
    kinds = {
        kind
        for module in modules
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct)
    }
    assert len(kinds) > 15
    assert [k for k in kinds - {msgspec.Struct} if not k.__struct_config__.frozen] == []


@pytest.mark.parametrize(
    ("begun", "offered"),
    [
        ("pie=", ["pie=on", "pie=off"]),
        ("pie=of", ["pie=off"]),
        ("size=", []),
        ("p", ["pie="]),
    ],
)
def test_the_shell_is_offered_settings_and_their_choices(begun: str, offered: list[str]):
    context = click.Context(click.Command("brique"), info_name="brique")
    assert complete_setting(context, click.Option(["--set"]), begun) == offered


def test_a_picture_has_room_for_the_buttons_below():
    game = parlour.game("brique", size=3)
    asked, answered = (game.from_line(f"3/1b1/3 w 1 {pie}") for pie in ("ask", "-"))
    tall = [
        float(ElementTree.fromstring(game.picture(s, 1)).attrib["height"])
        for s in (asked, answered)
    ]
    assert tall[0] > tall[1]
    labels = [button.label for button in game.view(asked, 1).buttons]
    assert labels
    assert all(label in game.picture(asked, 1) for label in labels)
