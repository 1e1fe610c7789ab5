"""The codes of one's seats: kept for oneself, whatever a hall calls its matches."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from parlour.terminal.online import credentials
from parlour.terminal.online.credentials import NotSaved, SavedInvitations, SavedSeat

HALL = "http://127.0.0.1:8722"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "data"))
    return tmp_path


def keep(match: str, seat: int = 0) -> None:
    credentials.save_seat(SavedSeat(HALL, match, seat, "code")).close()


def test_a_seat_is_saved_until_its_match_is_over():
    keep("one")
    keep("two")
    credentials.save_invitations("one", SavedInvitations(HALL, {1: "theirs"}))
    assert {saved.match for saved in credentials.saved_seats(HALL)} == {"one", "two"}
    assert credentials.saved_invitations(HALL, "one") == {1: "theirs"}
    credentials.forget_match("one")
    assert {saved.match for saved in credentials.saved_seats(HALL)} == {"two"}
    assert credentials.saved_invitations(HALL, "one") == {}


def test_only_this_user_may_read_the_saved_codes():
    keep("one")
    credentials.save_invitations("one", SavedInvitations(HALL, {1: "theirs"}))
    files = [file for file in credentials.folder().rglob("*") if file.is_file()]
    assert len(files) == 2
    assert all(stat.S_IMODE(file.stat().st_mode) == 0o600 for file in files)
    assert stat.S_IMODE(credentials.folder().stat().st_mode) == 0o700


def test_a_file_that_cannot_be_read_hides_no_other():
    for number in range(8):
        keep(f"m{number}")
        (credentials.folder() / f"m{number}.9.json").write_text("{", "utf-8")
    assert len(credentials.saved_seats(HALL)) == 8


@pytest.mark.parametrize(
    "name", ["", "..", "../../x", "{home}/x", "*", "o?e", "a/b", "a.b", "x" * 65]
)
def test_a_hall_cannot_name_its_matches_so_that_other_files_are_meant(name: str, home: Path):
    name = name.replace("{home}", str(home))
    keep("one")
    credentials.save_invitations("one", SavedInvitations(HALL, {1: "theirs"}))
    (home / "x.0.json").write_text("mine", "utf-8")
    before = sorted(home.rglob("*"))
    with pytest.raises(NotSaved, match="write a match as MATCH"):
        keep(name)
    with pytest.raises(NotSaved, match="write a match as MATCH"):
        credentials.save_invitations(name, SavedInvitations(HALL, {}))
    assert credentials.saved_invitations(HALL, name) == {}
    credentials.forget_match(name)
    assert sorted(home.rglob("*")) == before
