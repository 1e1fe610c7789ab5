"""Hidden information in the line dialogue: nobody sees what others chose in secret."""

from __future__ import annotations

import parlour
from parlour.players.player import RandomPlayer
from parlour.terminal.seats import SeatedPlayer
from tests.terminal.script import ROW, Script, play_lines

# ---- secrets at one terminal ---------------------------------------------------------------------


def hidden(*lines: str) -> Script:
    return play_lines(parlour.game("chessicle", deployment="hidden"), *lines)[0]


def test_hidden_deployment_at_one_terminal_shows_nothing_of_the_others_row():
    console = hidden("", ROW, "H2, H1, P3, P2, P1")
    assert console.prompts[0] == "A: take the keyboard and press Enter. Nobody else should look."
    assert "A has chosen." in console.heard
    bobs_turn = console.heard.index("It is B's turn.")
    assert not any("P1" in line or "H1" in line for line in console.heard[:bobs_turn])
    assert not any("P1, P2" in line or "A-" in line for line in console.glimpses[2])
    revealed = console.heard[bobs_turn:]
    assert any("A-P1 A-P2 A-P3 A-H1 A-H2" in line for line in revealed)


def test_what_b_sees_is_the_same_whatever_a_has_chosen():
    screens = [hidden("", row).glimpses[-1] for row in (ROW, "H2, H1, P3, P2, P1")]
    assert screens[0] == screens[1]


def test_an_invalid_secret_move_is_answered_before_the_screen_is_cleared():
    console = hidden("", "P1, P2", ROW)
    assert "Still missing: P3, H1 and H2." in console.glimpses[2]
    assert console.prompts.count(console.prompts[0]) == 1, "one sits down once"


def test_a_refuge_that_stays_secret_is_wiped_for_the_last_one_too():
    console, _ = play_lines(
        parlour.game("tiny"), *[line for i in range(1, 5) for line in ("", f"hide c{i}")]
    )
    assert [prompt.split(":")[0] for prompt in console.prompts[:8:2]] == [
        "One",
        "Two",
        "Three",
        "Four",
    ]
    assert not any("hide" in line for line in console.screen)
    assert not any(f"hide c{i}" in line for i in range(1, 5) for line in console.heard)


def test_a_person_alone_against_computers_sees_their_own_row_and_not_the_computers():
    game = parlour.game("chessicle", deployment="hidden")
    seated: list[SeatedPlayer] = [("C", RandomPlayer(1)), ("Bob", None)]
    console, _ = play_lines(game, "board", seated=seated)
    assert "C has chosen." in console.heard
    assert "A-" not in console.text
    console, _ = play_lines(game, "H2, H1, P3, P2, P1", seated=seated)
    assert "B-H2 B-H1 B-P3 B-P2 B-P1" in console.text
