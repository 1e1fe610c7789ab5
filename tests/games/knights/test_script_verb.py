"""Knights: the verb that plays a script, its speed and its memory."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path
from time import process_time

import click
import pytest

from parlour import _modes
from parlour.games.knights.game import Knights, KnightsSettings
from parlour.games.knights.script_file import progress
from parlour.games.knights.script_runner import ScriptRunner
from parlour.games.knights.verbs import VERBS
from tests.games.knights.test_script import SAMPLE, SAMPLE_STATE, invoke, script

# ---- the verb ------------------------------------------------------------------------------------


def test_the_verb_writes_the_final_state(tmp_path: Path):
    moves, target = tmp_path / "moves.txt", tmp_path / "state.json"
    moves.write_bytes(SAMPLE)
    result = invoke(moves, "-o", target, "--seed", "5")
    assert result.exit_code == 0
    assert target.read_text() == SAMPLE_STATE
    assert result.stdout == ""
    assert result.stderr == f"Played 7 lines. The final state is in {target}.\n"
    assert sorted(tmp_path.iterdir()) == [moves, target]


def test_the_verb_writes_final_state_json_if_nothing_else_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    assert invoke("-", stdin=SAMPLE).exit_code == 0
    assert (tmp_path / "final_state.json").read_text() == SAMPLE_STATE


def test_a_dash_means_standard_input_and_output():
    result = invoke("-", "-o", "-", "--seed", "5", stdin=SAMPLE)
    assert result.stdout == SAMPLE_STATE
    assert result.stderr == ""


def test_8_without_a_seed_the_one_that_was_drawn_is_printed_and_repeats_the_run():
    result = invoke("-", "-o", "-", stdin=SAMPLE)
    seed = result.stderr.split()[1]
    assert result.stderr == f"Seed {seed} (--seed {seed} repeats this run).\n"
    assert invoke("-", "-o", "-", "--seed", seed, stdin=SAMPLE).stdout == result.stdout


def test_8_where_nothing_is_left_to_chance_no_seed_is_drawn():
    result = invoke("-", "-o", "-", "--item-choice", "priority", stdin=SAMPLE)
    assert result.stderr == ""


def test_an_old_file_is_replaced_completely(tmp_path: Path):
    target = tmp_path / "state.json"
    target.write_text("x" * 10_000)
    assert invoke("-", "-o", target, "--seed", "1", stdin=SAMPLE).exit_code == 0
    assert target.read_text() == SAMPLE_STATE


def test_the_file_has_the_permissions_of_the_umask(tmp_path: Path):
    before = os.umask(0o022)
    try:
        invoke("-", "-o", tmp_path / "state.json", "--seed", "1", stdin=SAMPLE)
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "state.json").stat().st_mode) == 0o644


def test_a_link_stays_a_link(tmp_path: Path):
    (tmp_path / "link.json").symlink_to(tmp_path / "state.json")
    assert invoke("-", "-o", tmp_path / "link.json", "--seed", "1", stdin=SAMPLE).exit_code == 0
    assert (tmp_path / "link.json").is_symlink()
    assert (tmp_path / "state.json").read_text() == SAMPLE_STATE


def test_a_device_is_written_to_and_never_replaced():
    assert invoke("-", "-o", os.devnull, "--seed", "1", stdin=SAMPLE).exit_code == 0
    assert not Path(os.devnull).is_file()


@pytest.mark.parametrize(
    "data", [b"", b"GAME-START\nR:S\n", b"GAME-START\nr:s\nGAME-END\n", SAMPLE + b"more", b"\x00"]
)
def test_after_an_error_nothing_is_written_and_the_exit_code_is_2(tmp_path: Path, data: bytes):
    target = tmp_path / "state.json"
    target.write_text("as it was")
    result = invoke("-", "-o", target, "--seed", "1", stdin=data)
    assert result.exit_code == 2
    assert result.stderr.startswith("Error: Line ")
    assert result.stderr.count("\n") == 1
    assert target.read_text() == "as it was"
    assert list(tmp_path.iterdir()) == [target]


def test_a_file_that_cannot_be_read_is_answered_by_a_sentence(tmp_path: Path):
    for path in (tmp_path / "missing.txt", tmp_path):
        result = invoke(path, "-o", tmp_path / "state.json")
        assert result.exit_code == 2
        assert result.stderr.startswith(f"Error: Cannot read {path}: ")  # and no seed
    assert not list(tmp_path.iterdir())


def test_a_target_that_cannot_be_written_is_answered_by_a_sentence(tmp_path: Path):
    for path in (tmp_path / "missing" / "state.json", tmp_path, tmp_path / ("x" * 300)):
        result = invoke("-", "-o", path, "--seed", "1", stdin=SAMPLE)
        assert result.exit_code == 2
        assert "Cannot write " in result.stderr
    assert not list(tmp_path.iterdir())


def test_a_failed_write_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def full(_file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    result = invoke("-", "-o", tmp_path / "state.json", "--seed", "1", stdin=SAMPLE)
    assert result.exit_code == 2
    assert "No space left on device" in result.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "arguments", [["--seed", "-1"], ["--seed", "x"], ["--item-choice", "best"]]
)
def test_wrong_options_are_refused(arguments: list[str]):
    assert invoke("-", "-o", "-", *arguments, stdin=SAMPLE).exit_code == 2


def test_the_progress_line_shows_a_bar_where_the_size_is_known():
    assert progress(100, 200, 1_234) == "[##########..........]  50%  1,234 lines"
    assert progress(100, 0, 1_234) == "1,234 lines"
    assert progress(300, 200, 1_234).startswith("[####################] 100%")  # it has grown


# ---- speed and memory ----------------------------------------------------------------------------


@pytest.mark.compiled_only
def test_two_million_lines_take_less_than_a_second_of_the_processor():
    assert _modes.compiled()
    back_and_forth = b"R:S\nB:E\nG:N\nY:W\nR:N\nB:W\nG:S\nY:E\n" * 8_192
    running = ScriptRunner(Knights(KnightsSettings()).start(), 1)
    running.feed(b"GAME-START\n")
    begun = process_time()
    while running.lines < 2_000_000:
        running.feed(back_and_forth)
    assert process_time() - begun < 1.0


@pytest.mark.compiled_only
@pytest.mark.measures_memory
def test_memory_does_not_grow_with_the_script(tmp_path: Path):
    """A short script and one of two million lines peak at about the same memory."""
    peaks: list[int] = []
    for count in (1, 250_000):
        moves = tmp_path / f"{count}.txt"
        moves.write_bytes(script("R:S B:E G:N Y:W R:N B:W G:S Y:E " * count))
        program = (
            "from pathlib import Path\n"
            "from parlour.games.knights.script_file import play_script\n"
            f"play_script({str(moves)!r}, '-', 'priority', None)\n"
            "print(Path('/proc/self/status').read_text().split('VmHWM:')[1].split()[0])\n"
        )
        done = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True
        )
        peaks.append(int(done.stdout.splitlines()[-1]))
    assert peaks[1] < peaks[0] + 4_096  # kilobytes; the file has eight million bytes


def test_the_verb_is_a_command():
    verb = VERBS[0]
    assert (type(verb), verb.name) == (click.Command, "knights")
