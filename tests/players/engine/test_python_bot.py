"""Classes with `choose(state, clock)` as players."""

from __future__ import annotations

from pathlib import Path

import pytest

import parlour
from parlour.players.engine.foreign_programs import read_foreign
from parlour.players.engine.program import ProgramLimits
from parlour.players.engine.ugi_player import UgiPlayer
from parlour.players.player import RandomPlayer
from parlour.players.search_result import Limits
from parlour.table.errors import BadSettings, Forfeit
from parlour.table.match import Match
from tests.players.engine.tables import play

pytestmark = pytest.mark.clean_environment

LAST = """
class Last:
    def choose(self, state, clock):
        print("one of", len(state.actions()))
        return state.actions()[-1]
"""
BOUNDS = ProgramLimits(start=60.0, ready=60.0, grace=60.0)


def bot(folder: Path, code: str, name: str = "") -> UgiPlayer:
    file = folder / "bot.py"
    file.write_text(code, "utf-8")
    return read_foreign(f"py:{file}{name}", bounds=BOUNDS, logs=folder)


def refusal(player: UgiPlayer) -> str:
    """What is in the log of a bot that fails at its first move."""
    with pytest.raises(Forfeit) as caught:
        player.choose(parlour.game("brique", size=3).start(), 0)
    return Path(str(caught.value).rpartition("Its log: ")[2]).read_text("utf-8")


def test_a_bot_plays_a_match_and_may_print_what_it_likes(tmp_path: Path):
    match = Match(parlour.game("brique", size=4, pie=False))
    record = play(match, [bot(tmp_path, LAST), RandomPlayer(3)]).record()
    assert record.result is not None
    assert record.result.code != "forfeit"
    assert record.events[0].what == "d1"


def test_a_bot_may_answer_by_a_text_and_import_what_lies_beside_it(tmp_path: Path):
    (tmp_path / "ideas.py").write_text("MOVE = 'B 2'", "utf-8")
    player = bot(tmp_path, "import ideas\nclass B:\n def choose(self, s, c): return ideas.MOVE")
    game = parlour.game("brique", size=3)
    assert game.write(game.start(), player.choose(game.start(), 0)) == "b2"
    player.stop()


def test_a_bot_of_an_interpreted_run_is_interpreted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("PARLOUR_PURE", "1")
    code = """
import parlour.table.state
class B:
    def choose(self, state, clock):
        raise ValueError(parlour.table.state.__file__)
"""
    assert "state.py" in refusal(bot(tmp_path, code))


def test_a_bot_sees_its_clock(tmp_path: Path):
    code = (
        "class B:\n def choose(self, s, c): raise SystemExit([c.left, c.gain, c.seconds, c.nodes])"
    )
    with pytest.raises(Forfeit) as caught:
        bot(tmp_path, code).choose(parlour.game("brique").start(), 0, Limits(left=8.5, gain=0.25))
    log = Path(str(caught.value).rpartition("Its log: ")[2]).read_text("utf-8")
    assert "[8.5, 0.25, None, None]" in log


def test_one_class_of_several_is_named(tmp_path: Path):
    two = LAST + LAST.replace("Last", "Other").replace("[-1]", "[0]")
    game = parlour.game("brique", size=3, pie=False)
    player = bot(tmp_path, two, ":Other")
    assert player.choose(game.start(), 0) == 0
    player.stop()
    said = "bot.py holds several bots: Last and Other. Name one, as in py:bot.py:Last."
    assert said in refusal(bot(tmp_path, two))


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("x = ", "SyntaxError"),
        ("class B: pass", "contains no bot: a class with a method choose"),
        (LAST + LAST.replace("Last", "Other"), "bot.py holds several bots: Last and Other"),
    ],
)
def test_a_file_without_a_bot_is_refused_before_the_match(tmp_path: Path, code: str, said: str):
    with pytest.raises(BadSettings, match=said):
        bot(tmp_path, code).check(parlour.game("brique"))


def test_a_class_that_is_not_there_is_told_to_who_named_it(tmp_path: Path):
    said = r"exit code 1 \(bot.py: there is no bot Lost; the bots are Last\)\. Its log"
    with pytest.raises(Forfeit, match=said):
        bot(tmp_path, LAST, ":Lost").choose(parlour.game("brique").start(), 0)


@pytest.mark.parametrize(
    ("code", "logged"),
    [
        ("x = ", "SyntaxError"),
        ("import nothing_like_this", "ModuleNotFoundError"),
        ("x = 1", "contains no bot: a class with a method choose(state, clock)"),
        ("class B:\n def __init__(self, x): ...\n def choose(self, s, c): ...", "TypeError"),
        ("class B:\n def choose(self, s, c): return 1 / 0", "ZeroDivisionError"),
        ("class B:\n def choose(self, s, c): return 99", "99 is not a legal action"),
        ("class B:\n def choose(self, s, c): return 'banana'", "banana is not a legal action"),
        ("class B:\n def choose(self, s, c): return None", "None is not a legal action"),
        ("class B:\n def choose(self, s, c): return [1]", "[1] is not a legal action"),
        ("class B:\n def choose(self, s, c): raise SystemExit('enough')", "enough"),
    ],
)
def test_a_bot_that_fails_forfeits_and_its_log_says_why(tmp_path: Path, code: str, logged: str):
    assert logged in refusal(bot(tmp_path, code))
