"""The board in the line dialogue on a screen."""

from __future__ import annotations

import pytest

import parlour
from parlour.players.player import RandomPlayer
from parlour.terminal.lines.dialogue import Dialogue
from parlour.terminal.local_match import LocalMatch
from parlour.terminal.seats import SeatedPlayer
from tests.terminal.script import Script, _colours, on_screen


def boards(console: Script) -> list[list[str]]:
    """The boards that were drawn, without their colours."""
    return [_colours.sub("", text).split("\n") for text in console.heard if "\n" in text]


def test_the_last_move_is_marked_in_lines(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("NO_COLOR", "1")
    first, second = boards(on_screen("feud", "C1 C2"))
    assert not any("*" in line for line in first)
    assert sum(line.count("*") for line in second) == 2


def test_a_turn_of_many_actions_of_a_computer_is_told_with_one_board():
    console = Script("end", "fighter", "quit")
    console.on_screen = True
    game = parlour.game("turncoat", map="small")
    seated: list[SeatedPlayer] = [("Ann", None), ("Bot", RandomPlayer(3))]
    match = (local_match := LocalMatch(game, seated, seed=1)).match
    Dialogue(local_match, console).play()
    operations = [event.what for event in match.events if event.seat == 1]
    assert len(operations) > 2
    assert len(boards(console)) == 4, "at first, after both of Ann's, after the computer's turn"


@pytest.mark.parametrize("columns", [40, 60, 80, 120])
def test_the_last_stone_is_marked_in_lines_however_small_the_cells(
    columns: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("LINES", "24")
    *_, board = boards(on_screen("brique", "h8", "no", "g9"))
    assert [line[:3] for line in board if "*" in line] == ["W 9"]


def test_what_is_counted_stays_beside_its_name_in_lines(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", "60")
    console = Script()
    console.on_screen = True
    game = parlour.game("turncoat")
    Dialogue(LocalMatch(game, [("A computer with a name", None)] * 2, seed=1), console).play()
    ((*_, first, second),) = boards(console)
    assert first.endswith("Objectives 2,")
    assert second == "    Units 0, Blocks 1"


def test_the_sides_to_join_and_the_players_are_seen_in_lines():
    (board,) = boards(on_screen("brique", size=3, pie=False))
    assert board[0].startswith("B")
    assert all(line.startswith("W") and line.endswith("W") for line in board[1:10:3])
    assert board[-2:] == ["▶ [] Player 1, black", "  () Player 2, white"]


def test_a_hint_is_shown_on_the_board_in_lines():
    before, after = boards(on_screen("brique", "hint", size=3, pie=False))
    assert not any("?" in line for line in before)
    assert sum(line.count("?") for line in after) == 1


def test_the_board_in_lines_fits_the_terminal(monkeypatch: pytest.MonkeyPatch):
    for slug in parlour.games():
        for columns, lines in ((60, 20), (80, 24), (120, 40)):
            monkeypatch.setenv("COLUMNS", str(columns))
            monkeypatch.setenv("LINES", str(lines))
            board = boards(on_screen(slug))[0]
            assert max(map(len, board)) < columns, (slug, columns)
            assert len(board) <= lines, (slug, lines)
