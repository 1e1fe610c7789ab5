"""Forty-four hostile programs of eleven kinds: each forfeits, the match
goes on to its end, and nothing of them is left running."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from secrets import token_hex

import pytest

import parlour
from parlour.players.player import RandomPlayer
from parlour.players.search_result import Limits
from parlour.table.match import Match
from parlour.table.record import Record
from tests.players.engine.hostile import KINDS
from tests.players.engine.tables import HOSTILE, PATIENT, SHORT, hostile, left, play, running

SAID = {
    "dies_at_start": [
        "exited unexpectedly with exit code 0",
        "exited unexpectedly with exit code 1",
        "exited unexpectedly with signal 9",
        "exited unexpectedly with signal 6",
    ],
    "dies_in_the_match": [
        "exited unexpectedly with exit code 3",
        "exited unexpectedly with exit code 3",
        "exited unexpectedly with exit code 4",
        "exited unexpectedly with exit code 3",
    ],
    "hangs_at_start": [
        "did not answer ugi within 4 s",
        "did not answer ugi within 4 s",
        "closed its output",
        "did not answer ugi within 4 s",
    ],
    "hangs_on_a_move": [
        "did not answer isready within 4 s",
        "did not move within 0.2 s, nor within 1 s more",
        "did not move within 0.2 s, nor within 1 s more",
        "did not move within 0.2 s, nor within 1 s more",
    ],
    "plays_what_is_not_legal": [
        "played z9: z9: ",
        "played none: ",
        "played a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a...: This text has 2000 characters",
        "played resign: resign: ",
    ],
    "answers_out_of_turn": ["answered out of turn: bestmove "] * 4,
    "floods": [
        "wrote too much, more than 65536 bytes per line",
        "wrote too much, more than 200000 bytes per move",
        "wrote too much, more than 65536 bytes per line",
        "did not move within 0.2 s, nor within 1 s more",
    ],
    "forks": [
        "started more than 8 processes",
        "started more than 8 processes",
        "started more than 8 processes",
        "did not move within 0.2 s, nor within 1 s more",
    ],
    "will_not_go": [
        "did not move within 0.2 s, nor within 1 s more",
        "did not move within 0.2 s, nor within 1 s more",
        "played z9: z9: ",
        "did not move within 0.2 s, nor within 1 s more",
    ],
    "prints_binary": ["wrote bytes that are not text"] * 4,
    "eats_memory": [
        "exited unexpectedly with exit code 1",
        "used more than 256 MB of memory",
        "exited unexpectedly with exit code 1",
        "exited unexpectedly with exit code 1",
    ],
}  # fmt: skip


def beaten(kind: str, variant: int, marker: str, logs: Path) -> Record:
    """The record of a match that a hostile program plays against a random player."""
    late = " within " in SAID[kind][variant]  # only who is late may be so because we are slow
    bad = hostile(kind, variant, marker, logs, SHORT if late else PATIENT)
    match = Match(parlour.game("brique", size=5), [bad.name, "random"])
    return play(match, [bad, RandomPlayer(variant)], Limits(seconds=0.2 if late else 60.0)).record()


def test_there_are_at_least_forty_of_ten_kinds():
    assert SAID.keys() == KINDS.keys()
    assert len(SAID) >= 10
    assert sum(len(actions) for actions in SAID.values()) >= 40
    assert all(sum(map(len, KINDS[kind].values())) == len(said) for kind, said in SAID.items())


@pytest.mark.parametrize("kind", SAID)
def test_a_hostile_program_forfeits_and_nothing_of_it_is_left(kind: str, tmp_path: Path):
    marker = f"marked-{token_hex(8)}"
    with ThreadPoolExecutor(4) as tables:
        each = [tables.submit(beaten, kind, n, marker, tmp_path) for n in range(len(SAID[kind]))]
        records = [record.result() for record in each]
    assert left(marker) == []
    for record, said in zip(records, SAID[kind], strict=True):
        end = record.events[-1]
        assert (end.kind, end.seat) == ("forfeit", 0)
        assert said in end.remark
        log = Path(end.remark.rpartition("Its log: ")[2])
        assert log.parent == tmp_path
        assert log.stat().st_size <= 10_100
        assert record.result is not None
        assert record.result.code == "forfeit"
        assert record.result.ranks == (2, 1)
        assert Record.from_json(record.to_json()) == record


def test_the_look_for_what_is_left_finds_something_that_is(tmp_path: Path):
    marker = f"marked-{token_hex(8)}"
    player = hostile("hangs_on_a_move", 3, marker, tmp_path, PATIENT)
    state = parlour.game("brique", size=5).start()
    player.choose(state, 0, Limits(seconds=60.0))
    assert any(str(HOSTILE) in line for line in running(marker))
    player.stop()
    assert left(marker) == []
