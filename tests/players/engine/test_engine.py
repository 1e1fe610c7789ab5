"""`parlour engine`: what it answers to proper UGI, to nonsense, and in the middle of a search."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from random import Random
from threading import Event

import pytest

import parlour
from parlour.players.engine import engine as engine_module
from parlour.players.engine.engine import Engine
from parlour.players.engine.own_players import OwnPlayers
from parlour.players.engine.protocol import LONGEST, info_line
from parlour.players.search_result import SearchResult
from parlour.table.errors import BadSettings
from tests.play import choose

SLUGS = parlour.games()


def told(slug: str, *lines: str, player: str = "uct:20") -> list[str]:
    """What an engine answers to some lines, each search being waited for."""
    heard: list[str] = []
    engine = Engine(slug, {}, OwnPlayers(player), heard.append)
    engine.serve(Patient(engine, *lines))
    return heard


class Patient(io.BytesIO):
    """Lines that each wait until the search before them is over."""

    def __init__(self, engine: Engine, *lines: str) -> None:
        super().__init__("\n".join([*lines, ""]).encode())
        self.engine = engine

    def readline(self, size: int | None = -1, /) -> bytes:
        self.engine.wait()
        return super().readline(size)


class Running:
    """`parlour engine` as a process."""

    def __init__(self, *words: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "parlour", "engine", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            bufsize=1,
        )

    def send(self, *lines: str) -> None:
        assert self.process.stdin
        self.process.stdin.writelines(f"{line}\n" for line in lines)

    def receive(self, word: str) -> str:
        """The next line that begins with a word."""
        assert self.process.stdout
        for line in self.process.stdout:
            if line.startswith(word):
                return line.strip()
        raise AssertionError(f"it ended without saying {word}")


@contextmanager
def running(*words: str) -> Generator[Running, None, None]:
    """An engine that has to end by itself, without complaints, when its input does."""
    engine = Running(*words)
    with engine.process:
        yield engine
        out, errors = engine.process.communicate(timeout=60)
        assert (engine.process.returncode, errors) == (0, "")
        assert "Traceback" not in out


# ---- proper UGI ----------------------------------------------------------------------------------


def test_ugi_lists_the_settings_of_the_game_as_options():
    heard = told("brique", "ugi")
    assert heard[0].startswith("id name Parlour ")
    assert heard[1].startswith("id author ")
    assert "option name size type spin default 15 min 2 max 19" in heard
    assert "option name pie type check default true" in heard
    assert "option name player type string default uct:20" in heard
    assert heard[-1] == "ugiok"
    assert "option name sea type combo default wild var calm var wild" in told("tiny", "ugi")


OPTION = re.compile(r"option name (\S+) type (\S+) default (\S+)(?: min (\d+) max (\d+))?(.*)")


@pytest.mark.parametrize(
    "player", ["best", "mcts", "alphabeta", "uct", "uct:20", "level:3", "easy", "random"]
)
def test_it_offers_only_options_that_it_accepts(player: str):
    """Whatever a program sets of what was offered, as it was offered."""
    offered = [OPTION.fullmatch(line) for line in told("feud", "ugi", player=player)]
    names = [found[1] for found in offered if found]
    assert "seed" in names
    assert ("threads" in names) == (player == "mcts")
    for found in filter(None, offered):
        values = {found[3].replace("<empty>", ""), *re.findall(r"var (\S+)", found[6])}
        values |= {found[4], found[5]} if found[4] else set()
        for value in values:
            line = f"setoption name {found[1]} value {value}"
            assert told("feud", line, player=player) == [], line


@pytest.mark.parametrize("player", ["alphabeta", "random", "level:2", "uct", "mcts"])
def test_the_player_can_be_exchanged_after_it_was_tuned(player: str):
    """What the other player does not take is dropped; what it takes is kept."""
    tuned = ("setoption name threads value 4", "setoption name memory value 60000")
    exchanged = (*tuned, f"setoption name player value {player}")
    assert told("feud", *exchanged, player="mcts") == []
    bench = OwnPlayers("mcts")
    game = parlour.game("feud")
    for name, value in (("threads", "4"), ("memory", "128"), ("seed", "5"), ("player", player)):
        bench.set(name, value, game)
    kept = {"alphabeta": {"memory"}, "mcts": {"threads", "memory"}}.get(player, set())
    assert set(bench.tuned) == kept | {"seed"}


@pytest.mark.parametrize("slug", SLUGS)
def test_it_plays_a_legal_move_from_a_position_given_by_moves_or_by_a_line(slug: str):
    game, rng = parlour.game(slug), Random(7)
    state, moves = game.start(), list[str]()
    for _ in range(12):
        if state.over:
            break
        action = choose(state, state.seat, rng)
        moves.append(game.token(state, action))
        state.push(action)
    for position in (f"startpos moves {' '.join(moves)}", f"fen {game.line(state)}"):
        heard: list[str] = []
        engine = Engine(slug, {}, OwnPlayers("random"), heard.append)
        engine.answer(f"position {position}")
        assert engine.state == state
        assert heard == []
        for seat in range(len(game.seats)):
            engine.answer(f"query p{seat + 1}turn")
            assert heard.pop() == f"response {'true' if seat in state.acting() else 'false'}"
        if state.seat >= 0:
            engine.serve(Patient(engine, "go nodes 5"))
            assert game.read(state, heard[-1].removeprefix("bestmove ")) in state.actions()


def test_it_sends_info_lines():
    heard = told("brique", "setoption name size value 3", "position startpos moves b2 keep", "go")
    assert re.match(r"info depth [1-9]\d* score cp -?\d+ ", heard[-2])
    assert " nodes " in heard[-2]
    assert " nps " in heard[-2]
    move = heard[-1].removeprefix("bestmove ")
    assert heard[-2].partition(" pv ")[2].split()[0] == move


def test_a_proved_result_is_reported_as_mate_and_the_line_is_legal():
    state = parlour.game("brique", size=3, pie=False).start()
    result = SearchResult(0, -1.0, 10, {0: 10}, line=(0, 1, 1), end=4)
    assert info_line(state, result, 0.5) == (
        "info depth 2 score mate -4 nodes 10 nps 20 time 500 pv a3 b3"
    )


def test_an_option_may_be_a_setting_which_changes_the_board():
    heard = told("brique", "setoption name size value 3", "position startpos moves c3 keep a4")
    assert heard == [
        "info string Move 3: a4: no such square; columns go from a to c, rows from 1 to 3."
    ]


def test_the_player_can_be_exchanged_and_its_seed_be_set():
    lines = ["setoption name player value random", "setoption name seed value 5", "go nodes 1"]
    assert told("brique", *lines) == told("brique", *lines)
    assert told("brique", "setoption name player value uct:1", "ugi")[2].endswith("default uct:1")


@pytest.mark.parametrize("player", ["random", "wary", "glance", "uct,overlook=0.5"])
def test_players_that_do_not_search_and_those_that_err_can_be_engines(player: str):
    heard = told("brique", "setoption name size value 4", "position startpos", "go nodes 9",
                 player=player)  # fmt: skip
    assert heard[-1].startswith("bestmove ")


def test_it_knows_when_it_is_over_and_who_has_won():
    line = "position fen b2/b2/b2 w 1 -"
    queries = ["query gameover", "query result", "query p1turn"]
    asked = ["setoption name size value 3", line, *queries, "go nodes 5"]
    assert told("brique", *asked) == [
        "response true",
        "response p1win",
        "response false",
        "info string The game is over.",
        "bestmove none",
    ]
    assert told("brique", *queries) == ["response false", "response none", "response true"]


def test_four_seats_have_clocks_turns_and_simultaneous_choices():
    assert told("tiny", "query p3turn", "query p5turn") == ["response true", "response false"]
    heard = told("tiny", "go seat 3 p3time 1000 p3inc 5 p4time 7", player="random")
    assert heard[-1].startswith("bestmove ")
    assert told("tiny", "go seat 5")[0] == "info string p5 does not act now."


def test_chance_is_sent_as_a_move_by_who_runs_the_match():
    game, rng = parlour.game("tiny"), Random(1)
    state, moves = game.start(), list[str]()
    while state.seat != parlour.CHANCE:
        action = rng.choice(state.actions())
        moves.append(game.token(state, action))
        state.push(action)
    position = f"position startpos moves {' '.join(moves)}"
    assert told("tiny", position, "go")[0] == (
        "info string Chance decides now: send its outcome as a move."
    )
    drawn = f"{position} {game.token(state, state.actions()[0])}"
    assert told("tiny", drawn, "go nodes 3")[-1].startswith("bestmove ")
    assert "none" not in told("tiny", drawn, "go nodes 3")[-1]


@pytest.mark.parametrize("player", ["uct:20", "mcts:20", "best:20", "level:2", "elo:900"])
def test_it_searches_only_the_given_moves(player: str):
    for go in ("go searchmoves c3 a1 nodes 9", "go nodes 9 searchmoves c3 a1"):
        heard = told("brique", "position startpos moves h8 keep", go, player=player)
        assert heard[-1] in ("bestmove a1", "bestmove c3")
        assert heard[-2].startswith("info depth ")
    assert told("brique", "go searchmoves b2 nodes 3")[-1] == "bestmove b2"


def test_a_player_that_chooses_among_all_moves_says_so():
    heard = told("brique", "go searchmoves a1", player="random")
    assert heard[0] == "info string searchmoves: this player always chooses among all moves."
    assert heard[1].startswith("bestmove ")


def test_alpha_beta_obeys_a_depth_and_other_players_refuse_it():
    for depth in (1, 2):
        heard = told("feud", f"go depth {depth}", player="alphabeta")
        assert heard[0].startswith(f"info depth {depth} ")
        assert len(heard) == 2
    heard = told("feud", "go depth 2 nodes 5", player="uct")
    assert heard[0] == "info string depth: this player has no search depth."
    assert heard[1].find(" nodes 5 ") > 0
    heard = told("feud", "go depth 2", player="uct")  # a second, not for ever
    assert heard[-1].startswith("bestmove ")


@pytest.mark.parametrize("slug", ["tiny", "knights"])
def test_a_player_that_cannot_play_the_game_is_refused_before_it_has_to(slug: str):
    with pytest.raises(BadSettings, match="alpha-beta is for two seats; this game has 4"):
        Engine(slug, {}, OwnPlayers("alphabeta"), print)
    heard = told(slug, "setoption name player value alphabeta", "ugi")
    assert "alpha-beta is for two seats" in heard[0]
    assert "option name player type string default uct:20" in heard


# ---- nonsense ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("go nodes -5", "nodes takes a whole number of at least 1, not -5."),
        ("go nodes many", "nodes takes a whole number of at least 1, not many."),
        ("go nodes", "nodes needs a value."),
        ("go movetime 0", "movetime takes a whole number of at least 1, not 0."),
        ("go nodes 9999999999999", "nodes takes a whole number"),
        ("go depth 0", "depth takes a whole number of at least 1, not 0."),
        ("go searchmoves", "searchmoves needs a value."),
        ("go searchmoves a1 z9", "searchmoves: z9: no such square"),
        ("go p1inc -1", "p1inc takes a whole number of at least 0, not -1."),
        ("position", "position: write startpos, or fen and a line"),
        ("position fen", "position: write startpos, or fen and a line"),
        ("position fen rubbish", "A position has four parts"),
        ("position startpos moves a1 keep a1", "Move 3: a1: "),
        ("position startpos moves a1 keep " + "a1 " * 9_000, "Move 3: a1: "),
        ("position startpos a1", "position: write startpos"),
        ("setoption", "setoption: write name"),
        ("setoption size 3", "setoption: write name"),
        ("setoption name colour value 3", "There is no option colour."),
        ("setoption name size value 99", "size must be between 2 and 19, not 99."),
        ("setoption name threads value 2", "There is no option threads."),
        ("setoption name seed value -1", "seed must be between 0 and 999999999, not -1."),
        ("setoption name player value nobody", "nobody: there is no such player"),
        ("setoption name player value py:bot.py", "py:bot.py: this engine runs its own players"),
        ("query", "query: ask for gameover"),
        ("query weather", "query: ask for gameover"),
        ("query pturn", "query: ask for gameover"),
    ],
)
def test_what_is_wrong_is_answered_by_a_sentence(line: str, says: str):
    heard = told("brique", line)
    assert heard[0].startswith(f"info string {says}")
    assert heard[1:] == (["bestmove none"] if line.startswith("go") else [])


def test_after_a_wrong_position_there_is_none_until_a_right_one():
    heard = told(
        "brique", "position fen x", "go nodes 1", "query result", "position startpos", "go"
    )
    assert heard[1:3] == [
        "info string There is no position to search: the last one was refused.",
        "bestmove none",
    ]
    assert heard[3] == heard[1]
    assert heard[-1].startswith("bestmove ")


@pytest.mark.parametrize(
    "line", ["", " ", "hello", "ucinewgame", "stop", "\x00\x01", "go_home", "é" * 50]
)
def test_what_is_unknown_is_ignored(line: str):
    assert told("brique", line) == []


def test_unknown_words_of_a_go_are_ignored():
    assert told("brique", "go mate 9 nodes 3 ponder")[-2].find(" nodes 3 ") > 0
    assert told("brique", "go p1time -50")[-1].startswith("bestmove ")


def test_ten_megabytes_on_a_line_are_refused_and_the_next_line_is_read():
    heard: list[str] = []
    engine = Engine("brique", {}, OwnPlayers("random"), heard.append)
    source = io.BytesIO(b"position fen " + b"x" * 10_000_000 + b"\nisready\n" + b"y" * 2_000_000)
    engine.serve(source)
    assert heard == [
        f"info string Lines of more than {LONGEST} characters are not read.",
        "readyok",
        f"info string Lines of more than {LONGEST} characters are not read.",
    ]


@pytest.mark.parametrize(
    "words", [["chess"], ["brique", "--player", "x"], ["brique", "--set", "x"]]
)
def test_an_engine_that_cannot_be_is_refused_by_a_sentence(words: list[str]):
    done = subprocess.run(
        [sys.executable, "-m", "parlour", "engine", *words],
        input="",
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Error: ")


# ---- in the middle of a search -------------------------------------------------------------------


def test_it_answers_while_it_searches_and_stops_when_told():
    with running("brique") as engine:
        engine.send("position startpos moves h8 keep", "go infinite", "isready")
        assert engine.receive("") == "readyok"
        engine.send("query p2turn", "stop")
        assert engine.receive("") == "response true"
        assert int(engine.receive("info depth").split(" nodes ")[1].split()[0]) > 0
        assert engine.receive("bestmove") != "bestmove none"
        engine.send("stop", "go nodes 50")
        assert " nodes 50 " in engine.receive("info depth")
        engine.receive("bestmove")


@pytest.mark.parametrize("player", ["uct", "random"])
def test_each_go_is_answered_also_one_that_comes_during_a_search(player: str):
    with running("brique", "--player", player) as engine:
        engine.send("go infinite", "go infinite", "go nodes many", "go nodes 3", "isready")
        assert engine.receive("bestmove") != "bestmove none"
        assert engine.receive("bestmove") != "bestmove none"
        assert engine.receive("bestmove") == "bestmove none"
        assert engine.receive("bestmove") != "bestmove none"


@pytest.mark.parametrize("ended", ["stop", ""])
def test_a_position_that_comes_during_a_search_ends_it_and_is_the_next_one_searched(ended: str):
    with running("brique", "--set", "size=3") as engine:
        engine.send("go infinite", ended, "position fen b2/1w1/3 w 1 -", "go nodes 30")
        assert engine.receive("bestmove") != "bestmove none"
        assert engine.receive("bestmove") not in ("bestmove none", "bestmove a3", "bestmove b2")
        engine.send("go infinite", "setoption name size value 2", "go nodes 9 searchmoves c3")
        engine.receive("bestmove")
        assert "rows from 1 to 2" in engine.receive("info string")


@pytest.mark.parametrize("player", ["uct", "mcts", "alphabeta"])
def test_an_infinite_search_reports_intermediate_results(
    player: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(engine_module, "FIRST_INFO", 0.02)
    heard: list[str] = []
    told = Event()

    def say(line: str) -> None:
        heard.append(line)
        if len(heard) == 3:
            told.set()

    engine = Engine("feud", {}, OwnPlayers(player), say)
    engine.answer("go infinite")
    assert told.wait(60)
    engine.answer("stop")
    engine.wait(60)
    *infos, best = heard
    nodes = [int(line.split(" nodes ")[1].split()[0]) for line in infos]
    assert nodes == sorted(nodes)
    assert nodes[0] < nodes[-1]
    assert best == f"bestmove {infos[-1].partition(' pv ')[2].split()[0]}"


def test_an_infinite_search_that_is_done_at_once_waits_for_stop_all_the_same():
    with running("brique", "--player", "random") as engine:
        engine.send("go infinite", "isready")
        assert engine.receive("") == "readyok"
        engine.send("isready", "stop")
        assert engine.receive("") == "readyok"
        assert engine.receive("").startswith("bestmove ")


@pytest.mark.parametrize("last", ["quit", ""])
def test_quit_and_the_end_of_the_input_end_it_in_the_middle_of_a_search(last: str):
    with running("brique", "--set", "size=5") as engine:
        engine.send("go infinite", "isready")
        engine.receive("readyok")
        engine.send(last)  # `running` sees that it ends
