"""`parlour join` and `parlour bot` as real processes, with a real hall."""

from __future__ import annotations

import asyncio
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from parlour.client.link import read_link
from parlour.table.record import read_record
from parlour.table.sentences import Sentence
from parlour.wire.http_types import NewMatch
from parlour.wire.operations import Sit
from tests import ROOT
from tests.hall.running import RunningHall
from tests.terminal.online.clients import do, said
from tests.terminal.screen import Screen


def test_two_people_in_pipes_play_a_whole_match_and_one_watches(hall: RunningHall):
    a, b = hall.small_match()
    assert a.match_ref is not None
    watching = hall.parlour("join", hall.address, a.match_ref.match)
    assert watching.stdout is not None
    welcome = watching.stdout.readline()  # who comes later has not heard what was said before
    ann = hall.parlour("join", str(a), "--name", "Ann", typed="moves\nzz\na1\na2\na3\nno\n")
    bob = hall.parlour(
        "join",
        hall.address,
        str(b.match_ref),
        "--name",
        "Bob",
        typed="b1\nsay well \x1b[31mmet\nc1\nno\n",
    )
    outs = said(ann), said(bob), welcome + said(watching)
    won = "Ann joined top and bottom with black and wins."
    for out in outs:
        assert won in out
        assert " 1 |B|W|W| 1" in out
        assert "Bob: well [31mmet" in out
        assert "\x1b" not in out
    assert "zz: this is not a square" in outs[0]
    assert "Brique: you are Player 1." in outs[0]
    assert "Brique: you are Player 2." in outs[1]
    assert outs[0].index(won) < outs[0].index("rematch")
    assert "Brique: you are watching." in outs[2]
    late = said(hall.parlour("join", hall.address, str(a.match_ref)), code=2)
    assert late == f"Error: This match is over: {won}\n"


def test_a_player_who_joins_is_told_that_the_opponent_is_disconnected(hall: RunningHall):
    a, b = hall.small_match()
    asyncio.run(do(b, Sit("Bob")))
    assert "Bob is disconnected." in said(
        hall.parlour("join", str(a), "--name", "Ann", typed="quit\n")
    )


def test_moving_or_chatting_while_disconnected_is_answered(
    own_hall: RunningHall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path))
    a, b = own_hall.small_match()
    asyncio.run(do(b, Sit("Bob")))
    with Screen("join", str(a), "--name", "Ann") as ann:
        ann.wait_for("Your turn, Ann")
        own_hall.kill()
        ann.wait_for(str(Sentence("hall.line_cut", reason=""))[:24])
        for line in ("a1", "say hello"):
            ann.type(f"{line}\r")
            ann.wait_for(str(Sentence("hall.not_connected"))[:24])
        own_hall.start()
        ann.wait_for("Your turn, Ann")
        ann.type("a1\r")
        ann.wait_for("Waiting for Bob")
        ann.type("quit\r")
        assert ann.leave() == 0


def test_a_program_that_fails_resigns_and_keeps_nobody_waiting(hall: RunningHall, tmp_path: Path):
    a, b = hall.small_match()
    (tmp_path / "bot.py").write_text("class B:\n def choose(self, s, c): return 1 / 0", "utf-8")
    bot = hall.parlour("bot", str(a), "--player", f"py:{tmp_path / 'bot.py'}")
    bob = hall.parlour("join", str(b), "--name", "Bob", typed="no\n")
    why = "exited unexpectedly with exit code 1 (ZeroDivisionError: division by zero). Its log: "
    assert why in said(bot)
    assert "resigned: Bob wins" in said(bob)


def test_a_player_who_left_continues_with_the_saved_code(hall: RunningHall):
    a, b = hall.small_match()
    assert a.match_ref is not None
    bob = hall.parlour("join", str(b), "--name", "Bob", typed=None)
    out = said(hall.parlour("join", str(a), "--name", "Ann", typed="quit\n"))
    assert f"To continue: parlour join {hall.address}/#{a.match_ref.match}" in out
    kept = hall.folder / "seats" / f"{a.match_ref.match}.0.json"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert stat.S_IMODE(kept.parent.stat().st_mode) == 0o700
    on = said(hall.parlour("join", hall.address, a.match_ref.match, typed="board\nresign\nno\n"))
    assert "Brique: you are Player 1." in on  # Bob's seat is kept here too, but he sits there
    assert "Ann resigned: Bob wins." in on
    assert not kept.exists()
    assert "Ann is disconnected." in bob.communicate("no\n", timeout=60)[0]


def test_on_a_screen_a_premature_move_is_answered_with_whose_turn_it_is(
    hall: RunningHall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path))
    a, b = hall.small_match()
    asyncio.run(do(a, Sit("Ann")))
    with Screen("join", str(b), "--name", "Bob") as bob:
        bob.wait_for("Waiting for Ann")
        bob.type("a1\r")
        bob.wait_for("It is not your turn; waiting for Ann.")
        bob.type("quit\r")
        bob.leave()


def test_on_a_screen_resign_has_to_be_entered_twice_in_a_row(
    hall: RunningHall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path))
    a, b = hall.small_match()
    bob = hall.parlour("join", str(b), "--name", "Bob", typed="no\n")
    with Screen("join", str(a), "--name", "Ann") as ann:
        ann.wait_for("Your turn, Ann.")
        for line in ("resign", "board", "resign"):
            ann.type(f"{line}\r")
            ann.wait_for("Enter resign again" if line == "resign" else "Your turn, Ann.")
        ann.type("resign\r")
        ann.wait_for("Ann resigned: Bob wins.")
        ann.type("no\r")
        assert ann.leave() == 0
    assert "Ann resigned: Bob wins." in said(bob)


KNIGHTS = NewMatch("knights", {"players": 3}, ("link", "link", "link"))


def test_on_a_screen_stepping_into_the_water_is_confirmed_and_then_announced(
    hall: RunningHall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path))
    a, b, c = hall.small_match(KNIGHTS)
    bob = hall.parlour("join", str(b), "--name", "Bob", typed="board\nquit\n")
    cleo = hall.parlour("join", str(c), "--name", "Cleo", typed=None)
    with Screen("join", str(a), "--name", "Ann") as ann:
        ann.wait_for("Your turn, Ann")
        for line in ("N", "board"):
            ann.type(f"{line}\r")
            ann.wait_for("play it anyway." if line == "N" else "Your turn, Ann")
        ann.type("N\r")
        ann.wait_for("Ann steps north into the water, drowns and is out")
        ann.wait_for("Ann is out of the match.")
        ann.type("quit\r")
        assert ann.leave() == 0
    assert "Ann is out of the match." in said(bob)
    cleo.kill()
    cleo.communicate()


def test_an_existing_name_is_kept_and_that_is_reported(hall: RunningHall):
    a, b = hall.small_match()
    assert a.match_ref is not None
    hall.parlour("join", str(b), "--name", "Bob", typed=None)
    first = said(hall.parlour("join", str(a), "--name", "Ann", typed="clocks\nquit\n"))
    assert "that name stays" not in first
    assert "This match has no clocks." in first
    again = hall.parlour("join", hall.address, a.match_ref.match, "--name", "Eve", typed="quit\n")
    assert "You are signed in as Ann." in said(again)


def test_a_waiting_player_is_told_what_for(own_hall: RunningHall):
    waiting = own_hall.parlour("join", own_hall.address, "--pair", "brique", typed=None)
    assert waiting.stdout is not None
    waiting.stdout.readline()  # who one is
    assert waiting.stdout.readline() == "Brique: waiting for somebody to play Player 2.\n"


def test_the_hall_is_killed_while_two_play(own_hall: RunningHall):
    a, b = own_hall.small_match()
    ann = own_hall.parlour("join", str(a), "--name", "Ann", typed=None)
    bob = own_hall.parlour("join", str(b), "--name", "Bob", typed=None)
    assert ann.stdin is not None
    assert ann.stdout is not None
    assert bob.stdout is not None
    heard = bob_out = ""
    while "Please enter the coordinates" not in heard:
        heard += ann.stdout.readline()
    while "Brique: Ann and Bob (you)." not in bob_out:  # he is in the room, not only on his way
        bob_out += bob.stdout.readline()
    own_hall.kill()
    while "Disconnected" not in heard:
        heard += ann.stdout.readline()
    own_hall.start()
    ann.stdin.write("a1\na2\na3\nno\n")
    ann.stdin.flush()
    bob_out += bob.communicate("b1\nc1\nno\n", timeout=60)[0]
    heard += ann.communicate(timeout=60)[0]
    for out in (heard, bob_out):
        assert "Ann joined top and bottom with black and wins." in out
        assert out.count("Disconnected") == 1
        assert out.count("Reconnected.") == 1
        assert out.count("'a 1' is now filled") == 1


def test_they_play_again_with_seats_exchanged(hall: RunningHall):
    a, b = hall.small_match()
    ann = hall.parlour("join", str(a), "--name", "Ann", typed="a1\na2\na3\nyes\nresign\nno\n")
    bob = hall.parlour("join", str(b), "--name", "Bob", typed="b1\nc1\nyes\na1\nno\n")
    outs = said(ann), said(bob)
    assert "Brique: Bob and Ann (you)." in outs[0]
    assert "Brique: Bob (you) and Ann." in outs[1]
    assert "Ann resigned: Bob wins." in outs[1]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("ftp://x",), "ftp://x: write the address of a server as"),
        (("127.0.0.1:1", "abc"), "The server at http://127.0.0.1:1 does not answer"),
        (("127.0.0.1:1", "a b"), "a b: write a match as MATCH, a seat as MATCH.CODE."),
        (("127.0.0.1:1", "abc", "--board"), "The full-screen board needs a terminal"),
    ],
)
def test_invalid_arguments_are_refused_with_a_sentence(
    tmp_path: Path, words: tuple[str, ...], sentence: str
):
    out = said(RunningHall(tmp_path).parlour("join", *words), code=2)
    assert sentence in out
    assert "Traceback" not in out


def test_a_wrong_code_and_no_match_are_sentences(hall: RunningHall):
    a, _ = hall.small_match()
    assert a.match_ref is not None
    wrong = said(hall.parlour("join", hall.address, f"{a.match_ref.match}.wrong"), code=2)
    assert wrong == "Error: That is not the code of a seat in this match.\n"
    none = said(hall.parlour("join", hall.address, "0123456789"), code=2)
    assert none == "Error: There is no match 0123456789.\n"


def test_a_bot_takes_the_seat_reserved_for_it_and_plays(hall: RunningHall):
    http_client = hall.http_client()
    http_client.token = http_client._request(
        type(http_client.sign_in_as_guest()),
        "POST",
        "/api/accounts",
        {"name": "robo", "password": "long enough"},
    ).token
    bot = hall.parlour("bot", hall.address, "--token", http_client.token, "--player", "random")
    link, _ = hall.small_match(NewMatch("brique", {"size": 3}, ("link", "bot:robo")))
    moves = "".join(f"{c}{r}\n" for c in "abc" for r in "123")
    ann = said(hall.parlour("join", str(link), "--name", "Ann", typed=f"{moves}{moves}"))
    assert "robo" in ann
    assert "wins" in ann
    bot.terminate()
    assert "Brique as Player 2" in bot.communicate(timeout=30)[0]


def test_the_three_commands_of_the_source(tmp_path: Path):
    assert (ROOT / "requirements.txt").read_text().splitlines()[-1] == ".[hall]"
    hall = RunningHall(tmp_path)
    server = subprocess.Popen(
        [sys.executable, "server.py", "--port", str(hall.port)],
        cwd=ROOT, env=hall.environment, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert server.stdout is not None
        assert "The server runs" in server.stdout.readline()
        players = [
            subprocess.Popen(
                [sys.executable, "game.py", f"localhost:{hall.port}", "--name", name],
                cwd=ROOT, env=hall.environment, text=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            )
            for name in ("Ann", "Bob")
        ]  # fmt: skip
        hall.children += players
        typed = "P1, H1, P2, H2, P3\nP1:F\nresign\nno\n"
        for player in players:
            assert player.stdin is not None
            player.stdin.write(typed)
            player.stdin.flush()
        outs = [said(player) for player in players]
        for out in outs:
            assert "A-P1" in out
            assert "B-P1" in out
            assert "resigned" in out
            assert "Would you like a rematch" in out
        assert any("you are A." in out for out in outs)
        assert any("you are B." in out for out in outs)
    finally:
        hall.end_children()
        server.terminate()
        server.wait()
        if server.stdout is not None:
            server.stdout.close()


def test_a_match_is_saved_as_far_as_one_knows_it_and_never_over_another_file(
    hall: RunningHall, tmp_path: Path
):
    a, b = hall.small_match()
    target = tmp_path / "kept.json"
    ann = hall.parlour(
        "join", str(a), typed=f"a1\nsave {target}\nsave {target}\nsave\na2\na3\nno\n"
    )
    bob = hall.parlour("join", str(b), typed="b1\nhint\nc1\nno\n")
    out = said(ann)
    assert f"Saved to {target}." in out
    assert f"{target} already exists; choose another name." in out
    assert "Enter save and a file name" in out
    assert "Hints are only available against computers" in said(bob)
    kept = read_record(str(target))
    assert [event.what for event in kept.events][:1] == ["a1"]
    assert kept.game == "brique"


def test_against_computers_the_computer_gives_a_hint(hall: RunningHall):
    new_match = NewMatch("brique", {"size": 11, "pie": False}, ("link", "computer:uct:5"))
    [mine, *_] = hall.small_match(new_match)
    out = said(hall.parlour("join", str(mine), typed="hint\nquit\n"))
    assert re.search(r"The computer would play [a-k]\d+\. Your winning chance is \d+ %\.", out)


def heard(process: subprocess.Popen[str], sign: str) -> str:
    """What a process has said by the time that it says this."""
    assert process.stdout is not None
    out = ""
    while sign not in out:
        line = process.stdout.readline()
        assert line, out
        out += line
    return out


def type_in(process: subprocess.Popen[str], text: str) -> None:
    assert process.stdin is not None
    process.stdin.write(text)
    process.stdin.flush()


def test_the_link_for_a_friend_is_shown_as_long_as_the_seat_is_free(hall: RunningHall):
    watching = "To watch only: parlour join"
    first = hall.parlour("join", hall.address, typed="new\nbrique\n\n\n\n\n")
    out = heard(first, watching)
    found = re.search(r"Send this link to the player for seat Player 2:\n  parlour join (\S+)", out)
    assert found is not None
    first.terminate()
    first.wait()
    match_ref = read_link(found[1]).match_ref
    assert match_ref is not None
    (kept,) = (hall.folder / "seats" / "links").iterdir()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    again = hall.parlour("join", hall.address, match_ref.match, typed="link\nresign\nno\n")
    assert found[0] in heard(again, watching)
    friend = hall.parlour("join", found[1], "--name", "Bob", typed="no\n")
    out = said(again)
    assert watching in out
    assert found[1] not in out, "nobody is missing any more"
    assert "you are Player 2" in said(friend)
    assert not kept.exists(), "it is over"


def test_an_offer_that_is_declined_is_told_as_that(hall: RunningHall):
    a, b = hall.small_match()
    ann = hall.parlour("join", str(a), "--name", "Ann", typed=None)
    bob = hall.parlour("join", str(b), "--name", "Bob", typed="b1\ndecline\nc1\nno\n")
    type_in(ann, "a1\ndraw\n")
    out = heard(ann, "Bob declined the draw.") + ann.communicate("a2\na3\nno\n", timeout=60)[0]
    for told in (out, said(bob)):
        assert told.count("Bob declined the draw.") == 1
        assert "withdrawn" not in told


def test_an_offer_that_expires_is_told(hall: RunningHall):
    a, b = hall.small_match()
    ann = hall.parlour("join", str(a), "--name", "Ann", typed=None)
    bob = hall.parlour("join", str(b), "--name", "Bob", typed=None)
    type_in(ann, "a1\ndraw\n")
    type_in(bob, "b1\n")
    heard(bob, "Ann offers a draw.")
    type_in(ann, "a2\n")
    gone = "The offer was declined or withdrawn, or has expired."
    heard(bob, gone)
    type_in(bob, "c1\nno\n")
    assert ann.communicate("a3\nno\n", timeout=60)[0].count(gone) == 1
    bob.communicate(timeout=60)


@pytest.mark.parametrize("typed", ["", "quit\n", " QUIT \n"])
def test_a_waiting_player_in_a_pipe_leaves_by_quit_or_at_the_end_of_the_input(
    hall: RunningHall, typed: str
):
    a, _ = hall.small_match()
    out = said(hall.parlour("join", str(a), "--name", "Ann", typed=typed))
    assert "waiting for somebody to play Player 2" in out
    assert "You have left." in out


def test_a_take_back_that_was_agreed_to_is_told_as_that_to_players_and_spectators(
    hall: RunningHall,
):
    a, b = hall.small_match()
    assert a.match_ref is not None
    watching = hall.parlour("join", hall.address, a.match_ref.match)
    welcome = heard(watching, "you are watching")
    ann = hall.parlour("join", str(a), "--name", "Ann", typed=None)
    bob = hall.parlour("join", str(b), "--name", "Bob", typed="b1\nagree\nno\n")
    assert ann.stdin is not None
    ann.stdin.write("a1\nundo\n")
    ann.stdin.flush()
    taken_back = heard(ann, "Taken back.")
    rest, _ = ann.communicate("resign\nno\n", timeout=60)
    outs = taken_back + rest, said(bob), welcome + said(watching)
    assert all("Taken back." in out for out in outs)
    assert all("withdrawn" not in out for out in outs)
    assert "Ann asks to take back a move. Enter agree or decline." in outs[1]
    assert "Ann asks to take back a move.\n" in outs[2]
