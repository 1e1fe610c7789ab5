"""The lobby of a hall: what it lists, and creating and watching matches."""

from __future__ import annotations

import asyncio
import re

from parlour.client.link import Link, MatchRef
from parlour.wire.http_types import NewMatch
from parlour.wire.operations import Resign, Sit
from tests.hall.running import RunningHall
from tests.terminal.online.clients import do, said


def test_an_aborted_match_is_announced_and_leaves_the_lobby(
    own_hall: RunningHall,
):
    a, b = own_hall.small_match()
    bob = own_hall.parlour("join", str(b), "--name", "Bob", typed=None)
    ann = own_hall.parlour("join", str(a), "--name", "Ann", typed="abort\nno\n")
    assert "the match was aborted" in said(ann).lower()
    out, _ = bob.communicate("no\n", timeout=60)
    assert bob.returncode == 0, out
    assert "the match was aborted" in out.lower()
    assert "no Parlour server" not in out
    lobby = said(own_hall.parlour("join", own_hall.address, typed="quit\n"))
    assert "on1" not in lobby


def test_the_lobby_forgets_a_match_that_has_ended_while_one_was_away(own_hall: RunningHall):
    a, b = own_hall.small_match()
    b = asyncio.run(do(b, Sit("Bob")))
    said(own_hall.parlour("join", str(a), "--name", "Ann", typed="quit\n"))
    assert "on1" in said(own_hall.parlour("join", own_hall.address, typed="quit\n"))
    asyncio.run(do(b, Resign()))
    assert "on1" not in said(own_hall.parlour("join", own_hall.address, typed="quit\n"))


def test_in_the_lobby_of_a_hall_that_has_gone_one_is_asked_whether_to_look_again(
    own_hall: RunningHall,
):
    process = own_hall.parlour("join", own_hall.address, typed=None)
    assert process.stdin is not None
    assert process.stdout is not None
    while "quit" not in process.stdout.readline():
        assert process.poll() is None
    own_hall.kill()
    process.stdin.write("watch\n\nquit\n")  # look again once, then leave
    process.stdin.flush()
    out = said(process)
    assert out.count("does not answer") == 3
    assert out.count("Press Enter to refresh, or enter quit:") == 2


def test_a_lobby_in_a_pipe(own_hall: RunningHall):
    offering = own_hall.parlour(
        "join", own_hall.address, "--name", "Ann",
        typed="new\nbrique\nsize=3\npie=off\n\n5m+3s\nme\nanyone\na1\na2\na3\nno\nquit\n",
    )  # fmt: skip
    http_client = own_hall.http_client()
    while not (offers := http_client.lobby()):
        assert offering.poll() is None
    assert offers[0].settings == {"size": 3, "pie": False}
    bob = own_hall.parlour(
        "join", own_hall.address, "--name", "Bob", typed="sit1\nb1\nc1\nno\nquit\n"
    )
    outs = said(offering), said(bob)
    assert "parlour join http://127.0.0.1:" in outs[0]
    assert "sit1   Brique pie=False size=3 300s+3s, offered by Ann" in " ".join(outs[1].split("\n"))
    assert all("wins" in out for out in outs)
    assert re.search(r"Your turn, Ann.*\nTime left: Ann.* (5:0|4:5)\d and\s+Bob", outs[0])
    assert re.search(r"Waiting for Bob.*\.", outs[0])


def test_a_running_match_is_found_in_the_lobby_and_watched_unless_it_is_private(
    own_hall: RunningHall,
):
    links: list[list[Link]] = []
    for listed in (True, False):
        new_match = NewMatch("brique", {"size": 3, "pie": False}, ("link", "link"), listed=listed)
        links.append(own_hall.small_match(new_match))
        for seat, (link, name) in enumerate(zip(links[-1], ("Cleo", "Dora"), strict=True)):
            assert link.match_ref is not None
            guest = own_hall.http_client()
            guest.sign_in_as_guest(name)
            seated = guest.sit(link.match_ref.match, seat, link.match_ref.code, name)
            links[-1][seat] = Link(link.address, MatchRef(seated.match, seated.code))
    watching = own_hall.parlour("join", own_hall.address, typed="watch\nm1\n")
    assert watching.stdout is not None
    seen = ""
    while "you are watching" not in seen:
        line = watching.stdout.readline()
        assert line, seen
        seen += line
    assert seen.count("Brique: Cleo and Dora") == 1
    cleo = own_hall.parlour("join", str(links[0][0]), typed="a1\na2\na3\nno\n")
    dora = own_hall.parlour("join", str(links[0][1]), typed="b1\nc1\nno\n")
    assert "joined top and bottom" in said(cleo)
    assert "joined top and bottom" in said(dora)
    assert "joined top and bottom" in said(watching)


def test_a_clock_that_is_none_is_asked_again_and_the_match_is_not_lost(hall: RunningHall):
    typed = "new\nbrique\n\n5 minutes\n5m+3s\nme\ncomputer:uct:5\nquit\nquit\n"
    out = said(hall.parlour("join", hall.address, typed=typed))
    assert "5 minutes: write a clock as" in out
    assert "Brique: you are Player 1." in out


def test_a_wrong_seat_is_asked_again_and_computers_are_written_as_everywhere(hall: RunningHall):
    typed = "new\nbrique\n\n\nme\nlevel:99\nfoe\nugi:./x\nlevel:3\nquit\nquit\n"
    out = said(hall.parlour("join", hall.address, typed=typed))
    for wrong in ("level:99", "foe", "ugi:./x"):
        assert f"{wrong}: this is not me, link, anyone or bot:NAME" in out
    assert out.count("Player 2 (Enter for link):") == 4
    assert "Brique: you are Player 1." in out
    assert "Computer, level 3" in out
    assert "level:3" not in out.replace("such as level:3", "")


def test_back_at_the_clock_of_a_new_match_goes_to_its_settings(hall: RunningHall):
    typed = "new\nbrique\nsize=3\n\nback\npie=off\n\n\nme\nlink\nquit\nquit\n"
    out = said(hall.parlour("join", hall.address, "--name", "Ann", typed=typed))
    assert out.count("Which game?") == 1
    assert re.search(r"size=3.*\n *pie=off", out)
    assert "Brique: you are Player 1." in out
