"""Programs as players: matches between processes, and what each of them is told."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from secrets import token_hex
from threading import Thread

import pytest

import parlour
from parlour.hall.computers.port import allowed_player
from parlour.players.engine.foreign_programs import content_hash, read_foreign
from parlour.players.engine.program import ProgramLimits
from parlour.players.engine.ugi_player import UgiPlayer
from parlour.players.player import RandomPlayer, read_player
from parlour.players.search_result import Limits
from parlour.table.errors import BadSettings, Forfeit
from parlour.table.match import Match
from parlour.table.matches.record_text import from_text, to_text
from parlour.table.record import Record
from parlour.terminal.local_match import LocalMatch
from tests import ROOT
from tests.players.engine.tables import PATIENT, SHORT, hostile, left, play, running

GAMES = [slug for slug in parlour.games() if slug != "tiny"]  # which no other process knows
SHORTER: dict[str, dict[str, object]] = {"turncoat": {"limit": 12}, "brique": {"size": 7}}
OURS = f"{sys.executable} -m parlour engine"
TELLTALE = """\
import sys
for line in sys.stdin:
    print(line, end="", file=sys.stderr, flush=True)
    word = line.split()[0]
    if word == "ugi":
        print("option name pie type check\\nid name telltale\\nugiok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        print("bestmove ANSWER", flush=True)
    elif word == "quit":
        break
"""


def ours(slug: str, player: str = "uct") -> UgiPlayer:
    bounds = ProgramLimits(start=60.0, ready=60.0)
    return read_foreign(f"ugi:{OURS} {slug} --player {player}", bounds=bounds)


def telltale(folder: Path, answer: str, extra: str = "") -> UgiPlayer:
    """A program that keeps all it is told in its log, and always answers the same."""
    file = folder / "telltale.py"
    file.write_text(extra + TELLTALE.replace("ANSWER", answer))
    return read_foreign(f"ugi:{sys.executable} -I -S {file}", bounds=PATIENT, logs=folder)


def log_of(failure: Forfeit) -> list[str]:
    """What it wrote to stderr."""
    log = Path(str(failure).rpartition("Its log: ")[2]).read_text("utf-8")
    return log.partition("--- its output")[0].splitlines()


@pytest.mark.parametrize("slug", GAMES)
def test_engines_play_a_whole_match_of_every_game_against_each_other(slug: str):
    game = parlour.game(slug, **SHORTER.get(slug, {}))
    first, second = ours(slug), ours(slug, "random")
    players = [first if seat % 2 == 0 else second for seat in range(len(game.seats))]
    record = play(Match(game), players, Limits(nodes=4)).record()
    assert record.result is not None
    assert record.result.code != "forfeit", record.events[-1].remark
    assert Record.from_json(record.to_json()) == record


def test_settings_are_told_to_a_program_that_has_them_as_options():
    match = play(
        Match(parlour.game("brique", size=4, pie=False)), [ours("brique"), RandomPlayer(1)],
        Limits(nodes=4),
    )  # fmt: skip
    assert match.outcome is not None
    assert match.outcome.code != "forfeit"


def test_a_hidden_choice_is_not_sent_to_the_other_program(tmp_path: Path):
    """While B does not know the row of A it is told guesses; the true position only afterwards."""
    match, row = Match(parlour.game("chessicle", deployment="hidden")), "P1,P2,P3,H2,H1"
    match.act(0, "P1, P2, P3, H1, H2")
    player = telltale(tmp_path, row)
    for _ in range(6):
        player.choose(match.state, 1)
    match.act(1, player.choose(match.state, 1))
    with pytest.raises(Forfeit, match=f"played {row}") as caught:
        player.choose(match.state, 0)
    told = [line for line in log_of(caught.value) if line.startswith("position fen ")]
    assert len(set(told[:7])) > 1
    assert told[7:] == [f"position fen {match.game.line(match.state)}"]


def test_what_a_program_is_sent(tmp_path: Path):
    game = parlour.game("brique", size=3, pie=False)
    with pytest.raises(Forfeit, match="played x: ") as caught:
        telltale(tmp_path, "x").choose(
            game.start(), 0, Limits(nodes=7, seconds=0.5, left=9.25, gain=1.5)
        )
    assert log_of(caught.value) == [
        "ugi",
        "setoption name pie value false",  # it has no option for the size
        "uginewgame",
        "position fen 3/3/3 b 1 -",
        "isready",
        "go nodes 7 movetime 500 p1time 9250 p1inc 1500",
    ]


def test_a_program_is_sent_the_seat_it_chooses_for_when_several_act(tmp_path: Path):
    state = parlour.game("tiny").start()
    with pytest.raises(Forfeit) as caught:
        telltale(tmp_path, "x").choose(state, 2, Limits(nodes=3))
    assert log_of(caught.value)[-1] == "go nodes 3 seat 3"


def test_a_program_has_an_empty_environment_and_nothing_open(tmp_path: Path):
    extra = (
        "import os, sys\n"
        "print(sorted(set(os.environ) - {'LC_CTYPE'}), file=sys.stderr)\n"  # Python's own doing
        "print(sorted(os.listdir('/proc/self/fd')), os.getsid(0) == os.getpid(), file=sys.stderr)\n"
    )
    os.environ["PARLOUR_SECRET"] = "x"
    with pytest.raises(Forfeit) as caught:
        telltale(tmp_path, "x", extra).choose(parlour.game("brique").start(), 0)
    del os.environ["PARLOUR_SECRET"]
    names, files = log_of(caught.value)[:2]
    assert set(eval(names)) <= {"PATH", "LANG", "PARLOUR_PURE"}
    assert files == "['0', '1', '2', '3'] True"  # 3 is the folder that is looked at


def test_a_log_is_kept_only_where_somebody_will_want_to_read_it(tmp_path: Path):
    player = telltale(tmp_path, "a1")
    player.choose(parlour.game("brique").start(), 0)
    assert len(list(tmp_path.glob("*.log"))) == 1
    player.stop()
    assert list(tmp_path.glob("*.log")) == []


def test_a_program_that_failed_is_started_anew_for_the_next_match(tmp_path: Path):
    player = hostile("dies_in_the_match", 3, "marked", tmp_path, PATIENT)
    state = parlour.game("brique", size=5).start()
    for _ in range(2):
        player.choose(state, 0)
        with pytest.raises(Forfeit, match="exited unexpectedly"):
            player.choose(state, 0)
    player.stop()


# ---- before it sits down -------------------------------------------------------------------------


def test_a_program_that_cannot_start_is_refused_before_the_match(tmp_path: Path):
    """And what it wrote instead of an answer is in its log."""
    file = tmp_path / "rubbish.py"
    file.write_text("print('Loading weights ...', flush=True)\ninput()\ninput()")
    bounds = ProgramLimits(start=0.5)
    player = read_foreign(f"ugi:{sys.executable} {file}", bounds=bounds, logs=tmp_path)
    with pytest.raises(BadSettings, match=r"within 0\.5 s. Its log: ") as caught:
        player.check(parlour.game("brique"))
    log = Path(str(caught.value).rpartition("Its log: ")[2]).read_text("utf-8")
    assert "Loading weights ..." in log


def test_only_the_end_of_a_long_output_is_in_the_log(tmp_path: Path):
    file = tmp_path / "chatter.py"
    file.write_text("print('first')\nprint('x\\n' * 9_000)\nprint('last', flush=True)\ninput()")
    with pytest.raises(BadSettings) as caught:
        read_foreign(f"ugi:{sys.executable} {file}", bounds=SHORT, logs=tmp_path).check(
            parlour.game("brique")
        )
    log = Path(str(caught.value).rpartition("Its log: ")[2]).read_text("utf-8")
    assert "last" in log
    assert "first" not in log


def test_a_checked_program_is_reused_for_the_match(tmp_path: Path):
    marker = f"marked-{token_hex(8)}"
    player = hostile("dies_in_the_match", 3, marker, tmp_path, PATIENT)
    game = parlour.game("brique", size=5)
    player.check(game)
    before = running(marker)
    assert before
    player.choose(game.start(), 0)
    assert running(marker) == before
    player.stop()
    assert left(marker) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("ugi:", "go movetime 1000"),
        ("ugi@0.25s:", "go movetime 250"),
        ("UGI@5S:", "go movetime 5000"),
        ("ugi@40:", "go nodes 40"),
    ],
)
def test_a_program_may_be_given_a_limit(tmp_path: Path, text: str, told: str):
    """Without a clock; one that gives no time, as of a hall without clocks, is none."""
    telltale(tmp_path, "x")
    for clock in (None, Limits()):
        player = read_foreign(
            f"{text}{sys.executable} -I -S {tmp_path / 'telltale.py'}",
            bounds=PATIENT,
            logs=tmp_path,
        )
        with pytest.raises(Forfeit) as caught:
            player.choose(parlour.game("brique").start(), 0, clock)
        assert log_of(caught.value)[-1] == told


@pytest.mark.parametrize("text", ["ugi@x:sh", "py@0s:x.py", "py@1e3:x.py"])
def test_a_limit_that_is_none_is_refused(text: str):
    with pytest.raises(BadSettings):
        read_player(text)


def test_a_program_is_told_from_the_same_one_after_a_change(tmp_path: Path):
    file = tmp_path / "bot.py"
    found: set[str] = set()
    for code in ("x = 1", "x = 2", "x = 1"):
        file.write_text(code)
        found |= {
            content_hash(f"py:{file}:Bot"),
            content_hash(f"ugi@2s:{sys.executable} {file} --fast"),
        }
    assert len(found) == 4


# ---- nothing is left -----------------------------------------------------------------------------


def test_a_program_stopped_during_a_search_answers_at_once_and_ends(tmp_path: Path):
    marker, chosen = f"marked-{token_hex(8)}", list[int]()
    player = hostile("hangs_on_a_move", 1, marker, tmp_path, SHORT)
    state = parlour.game("brique", size=5).start()
    waiting = Thread(target=lambda: chosen.append(player.choose(state, 0, Limits(seconds=60.0))))
    waiting.start()
    while not running(marker):
        time.sleep(0.01)
    player.stop()
    waiting.join(30)
    assert chosen == [0]
    assert player.choose(state, 0) == 0
    assert left(marker) == []


def test_a_garbage_collected_player_ends_its_program(tmp_path: Path):
    marker = f"marked-{token_hex(8)}"
    player = hostile("hangs_on_a_move", 3, marker, tmp_path, PATIENT)
    player.choose(parlour.game("brique", size=5).start(), 0)
    assert running(marker)
    del player
    assert left(marker) == []


def test_programs_end_with_their_parent_process_however_it_ends(tmp_path: Path):
    marker = f"marked-{token_hex(8)}"
    program = (
        "import os, signal, sys, time; from pathlib import Path; from threading import Thread\n"
        "from tests.players.engine.tables import *; import parlour\n"
        f"player = hostile('will_not_go', 1, '{marker}', Path(sys.argv[1]), PATIENT)\n"
        "state, limits = parlour.game('brique', size=5).start(), Limits(seconds=60)\n"
        "Thread(target=player.choose, args=(state, 0, limits), daemon=True).start()\n"
        f"while sum('-S' in line for line in running('{marker}')) < 4: time.sleep(0.01)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    root = ROOT
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)], cwd=root, timeout=60, check=False
    )
    assert done.returncode == -9
    assert left(marker) == []


# ---- as people write them ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("ugi:", "write ugi: and a command, such as ugi:./bot --fast"),
        ("ugi:  ", "write ugi: and a command"),
        ("ugi:'x", "'x: write ugi: and a command"),
        ("ugi:x\0y", "write ugi: and a command"),
        ("ugi:./nowhere", "./nowhere: there is no such program, or it may not be run."),
        ("ugi:/", "/: there is no such program"),
        ("py:", "write py: and a file, such as py:bot.py or py:bot.py:MyBot"),
        ("py:nowhere.py", "nowhere.py: there is no such file."),
        ("py:.", ".: there is no such file."),
        ("py:x\0.py", "there is no such file"),
        (f"py:{__file__}:1x", "write py: and a file"),
    ],
)
def test_a_program_that_cannot_be_is_refused_by_a_sentence(text: str, says: str):
    with pytest.raises(BadSettings) as caught:
        read_player(text)
    assert says in str(caught.value)


@pytest.mark.parametrize("text", [f"ugi:{sys.executable}", f"py:{__file__}", "UGI:x", " py:x"])
def test_no_program_of_others_sits_in_the_hall(text: str):
    with pytest.raises(BadSettings, match="programs join as bots"):
        allowed_player(text, parlour.game("brique"))


def test_a_record_starts_no_program(tmp_path: Path):
    """Whoever resumes a match that somebody sent does not run what its players are called."""
    match = Match(parlour.game("brique", size=3), [f"ugi:{sys.executable}", f"py:{__file__}"])
    local_match = LocalMatch.resumed(match.record(), [], None, tmp_path / "sent.json")
    assert local_match.computers == [None, None]
    local_match = LocalMatch.resumed(
        match.record(), [f"2=ugi:{OURS} brique"], None, tmp_path / "x.json"
    )
    assert isinstance(local_match.computers[1], UgiPlayer)


# ---- the match -----------------------------------------------------------------------------------


def test_of_two_the_other_wins_when_one_forfeits_and_the_reason_stays():
    match = Match(parlour.game("brique", size=3), ["Ann", "Bob"])
    match.forfeit(1, "Bob has eaten the board")
    assert match.outcome is not None
    assert str(match.outcome.sentence) == "Bob forfeited: Ann wins."
    record = match.record()
    assert record.events[-1].remark == "Bob has eaten the board"
    assert from_text(to_text(record)) == record
    assert Match.from_record(record).events == match.events


def test_of_four_the_others_play_on():
    match = Match(parlour.game("knights"))
    match.forfeit(2, "gone")
    assert match.outcome is None
    assert not match.game.alive(match.state, 2)
    assert Record.from_json(match.record().to_json()) == match.record()
