"""Reading files with a bound, and writing them as a whole."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from parlour.command_line.file_lock import take_lock
from parlour.table.errors import BadSettings, BadText
from parlour.table.texts.files import check_writable, read_text, unwritable, write_atomically


def refusal(path: Path | str, most: int = 100) -> str:
    with pytest.raises(BadText) as caught:
        read_text(path, most)
    return str(caught.value)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


# ---- reading -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", ""),
        (b"\xef\xbb\xbf", ""),
        (b"\xef\xbb\xbfa\r\nb", "a\r\nb"),
        ("größer".encode(), "größer"),
        (b"x" * 100, "x" * 100),
    ],
)
def test_text_is_read_with_or_without_a_byte_order_mark(tmp_path: Path, data: bytes, text: str):
    file = tmp_path / "text"
    file.write_bytes(data)
    assert read_text(file, 100) == read_text(str(file), 100) == text


def test_what_cannot_be_read_is_refused_by_a_sentence(tmp_path: Path):
    missing, large, binary = tmp_path / "missing", tmp_path / "large", tmp_path / "binary"
    large.write_bytes(b"x" * 101)
    binary.write_bytes(b"\xff\xfe\x00")
    assert refusal(missing) == f"Cannot read {missing}: there is no such file."
    assert refusal(tmp_path) == f"Cannot read {tmp_path}: it is a folder."
    assert refusal(tmp_path, 0) == f"Cannot read {tmp_path}: it is a folder."
    assert refusal(binary) == f"Cannot read {binary}: it is not UTF-8 text."
    assert refusal(large) == f"Cannot read {large}: it is larger than 100 bytes."
    assert refusal("/dev/zero") == "Cannot read /dev/zero: it is larger than 100 bytes."
    assert refusal(large / "below") == f"Cannot read {large / 'below'}: Not a directory."


@pytest.mark.parametrize("name", ["a\x00b", "x" * 5_000])
def test_a_name_that_no_file_can_have_is_refused_by_a_sentence(name: str):
    said = refusal(name)
    assert "Cannot read " in said
    assert said.isprintable()
    assert len(said) < 300


def test_a_large_file_is_not_even_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    file = tmp_path / "large"
    file.write_bytes(b"x" * 101)

    def never(*_: object) -> None:
        raise AssertionError("it was opened")

    monkeypatch.setattr(Path, "open", never)
    assert "larger than 100 bytes" in refusal(file)


def test_the_caller_names_the_error(tmp_path: Path):
    with pytest.raises(BadSettings, match="there is no such file"):
        read_text(tmp_path / "missing", 100, BadSettings)


# ---- writing -------------------------------------------------------------------------------------


def test_a_new_file_gets_what_the_umask_leaves_and_an_old_one_keeps_its_mode(tmp_path: Path):
    file = tmp_path / "file"
    before = os.umask(0o027)
    try:
        write_atomically(file, b"new")
    finally:
        os.umask(before)
    assert (file.read_bytes(), mode(file)) == (b"new", 0o640)
    file.chmod(0o604)
    write_atomically(str(file), b"newer")
    assert (file.read_bytes(), mode(file)) == (b"newer", 0o604)
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_what_fails_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
):
    file = tmp_path / "file"
    write_atomically(file, b"old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os if step == "fsync" else Path, step, full)
    with pytest.raises(OSError, match="No space left") as caught:
        write_atomically(file, b"new")
    assert str(unwritable(file, caught.value)).endswith("No space left on device.")
    assert file.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [file]


def test_it_is_on_disk_before_it_takes_the_place_of_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    file, synced = tmp_path / "file", list[bytes]()
    file.write_bytes(b"old")
    monkeypatch.setattr(os, "fsync", lambda _: synced.append(file.read_bytes()))
    write_atomically(file, b"new")
    assert synced == [b"old"]


def test_a_link_stays_a_link_and_a_circle_of_links_is_refused(tmp_path: Path):
    link, file, circle = tmp_path / "link", tmp_path / "file", tmp_path / "circle"
    link.symlink_to(file)
    write_atomically(link, b"new")
    assert link.is_symlink()
    assert file.read_bytes() == b"new"
    circle.symlink_to(circle)
    with pytest.raises(OSError, match="symbolic links"):
        write_atomically(circle, b"new")
    assert circle.is_symlink()


def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path):
    pipe, heard = tmp_path / "pipe", list[bytes]()
    os.mkfifo(pipe)
    listener = threading.Thread(target=lambda: heard.append(pipe.read_bytes()), daemon=True)
    listener.start()
    write_atomically(pipe, b"new")
    listener.join(10)
    assert heard == [b"new"]
    assert pipe.is_fifo()


@pytest.mark.parametrize("name", ["no/such/folder", ".", "a\x00b", "x" * 300])
def test_a_place_that_cannot_be_written_to_is_an_error_of_the_system(tmp_path: Path, name: str):
    with pytest.raises(OSError) as caught:
        write_atomically(tmp_path / name, b"new")
    assert "Cannot write " in str(unwritable(name, caught.value))
    assert not list(tmp_path.iterdir())


def test_the_longest_name_that_a_file_may_have(tmp_path: Path):
    write_atomically(tmp_path / ("x" * 255), b"new")
    assert (tmp_path / ("x" * 255)).read_bytes() == b"new"


def test_a_lock_is_taken_once_and_free_when_its_file_is_closed(tmp_path: Path):
    (tmp_path / "held").touch()
    with (tmp_path / "held").open("rb") as one, (tmp_path / "held").open("rb") as other:
        assert take_lock(one)
        assert not take_lock(other)
    with (tmp_path / "held").open("rb") as again:
        assert take_lock(again)


def test_what_cannot_be_written_is_known_before_the_work(tmp_path: Path):
    check_writable(tmp_path / "new.svg")
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "file").touch()
    check_writable(tmp_path / "file")
    for target in (tmp_path, tmp_path / "no" / "x.svg", tmp_path / "file" / "x.svg", "a\0b"):
        with pytest.raises(BadText, match="Cannot write"):
            check_writable(target)
