"""The full-screen board of a match in a hall, driven by a pilot."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Button, Static
from textual.widgets._footer import FooterKey

from parlour.client.client import Client, enter_room
from parlour.client.link import Link, MatchRef
from parlour.terminal.online import credentials
from parlour.terminal.online.board_app import OnlineBoardApp
from parlour.wire.http_types import NewMatch
from parlour.wire.operations import Act, Decline, Draw, Sit
from tests.hall.running import RunningHall
from tests.screens import seen
from tests.terminal.board.rendering.test_colours import hard_to_read


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[RunningHall]:
    with RunningHall(tmp_path) as running:
        yield running


async def until_keys(pilot: Pilot[None], wanted: str) -> None:
    """Wait until the footer shows these keys, all of it within the screen."""
    shown = ""
    for _ in range(200):
        footer = list(pilot.app.query(FooterKey))
        shown = " ".join(sorted(key.key_display for key in footer))
        if shown == wanted and all(key.region.right <= pilot.app.size.width for key in footer):
            return
        await pilot.pause(0.05)
    raise AssertionError(f"the keys {shown!r} never became {wanted!r}, within the screen")


@asynccontextmanager
async def ann_and_bob(
    hall: RunningHall, links: Sequence[Link]
) -> AsyncGenerator[tuple[Client, Client, OnlineBoardApp]]:
    """Both players in their seats, and the board of the first."""
    (match, mine), (_, theirs) = (link.match_ref or MatchRef("") for link in links)
    link = Link(hall.address, MatchRef(match))
    async with enter_room(link, [mine]) as (ann, events), enter_room(link, [theirs]) as (bob, _):
        await ann.do(Sit("Ann"), 0)
        await bob.do(Sit("Bob"), 1)
        yield ann, bob, OnlineBoardApp(ann, events)


async def test_a_match_on_the_board(
    hall: RunningHall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    links = hall.small_match()
    (match, mine), (_, theirs) = (link.match_ref or MatchRef("") for link in links)
    link = Link(hall.address, MatchRef(match))
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path))
    credentials.save_invitations(match, credentials.SavedInvitations(hall.address, {1: theirs}))
    async with enter_room(link, [mine]) as (ann, events), enter_room(link, [theirs]) as (bob, _):
        app = OnlineBoardApp(ann, events)
        async with app.run_test(size=(80, 30)) as pilot:
            status = app.query_one("#status", Static)

            async def until(shown: str) -> None:
                for _ in range(200):
                    if shown in str(status.render()):
                        return
                    await pilot.pause(0.05)
                raise AssertionError(f"{status.render()!r} never became {shown!r}")

            await until("Brique: waiting for somebody to play Player 1 and Player 2")
            await ann.do(Sit("Ann"), 0)
            await until("waiting for somebody to play Player 2")
            notice = app.query_one("#notice", Static)
            assert notice.display
            assert f"parlour join {hall.address}/#{match}" in str(notice.render())
            assert f"parlour join {hall.address}/#{match}.{theirs}" in str(notice.render())
            await bob.do(Sit("Bob"), 1)
            await until("Your turn, Ann.")
            assert not notice.display
            assert "Ann (you)" in str(app.query_one("#panels", Static).render())
            await until_keys(pilot, "? d q r t u")

            async def until_noted(said: str) -> None:
                note = app.query_one("#note", Static)
                for _ in range(200):
                    if str(note.render()).endswith(said):
                        return
                    await pilot.pause(0.05)
                raise AssertionError(f"{note.render()!r} never became {said!r}")

            await pilot.press("d")
            await until_noted("Your offer was sent; nobody has answered yet.")
            await bob.do(Decline())
            await until_noted("Bob declined the draw.")
            await pilot.press("d")
            await until_noted("Your offer was sent; nobody has answered yet.")
            await ann.do(Decline())
            await until_noted("The offer was declined or withdrawn, or has expired.")
            await bob.do(Draw())
            await until_noted("Bob offers a draw: press a to agree, x to decline.")
            await until_keys(pilot, "? a q r t u x")
            for site, answer in (("a1", "b1"), ("a2", "c1"), ("a3", "")):
                await app.touch(site)
                if answer:
                    await until("Bob's turn")
                    await bob.do(Act(answer))
                    await until("Your turn, Ann.")
            await until("Ann joined top and bottom with black and wins.")
            assert [event.what for event in ann.room.moves] == ["a1", "b1", "a2", "c1", "a3"]
            await until_keys(pilot, "? m q t")
            await pilot.press("question_mark")
            await pilot.press("escape")
            await pilot.press("q")


async def test_what_was_hidden_is_listed_once_it_is_shown(hall: RunningHall):
    new = NewMatch("chessicle", {"deployment": "hidden"}, ("link", "link"))
    links = hall.small_match(new)
    async with (
        ann_and_bob(hall, links) as (ann, bob, app),
        app.run_test(size=(80, 30)) as pilot,
    ):

        async def until_listed(*wanted: str) -> None:
            listed: list[str] = []
            for _ in range(200):
                listed = [line.text.strip() for line in app.action_log.entries]
                if listed == list(wanted):
                    return
                await pilot.pause(0.05)
            raise AssertionError(f"{listed} never became {wanted}")

        await until_keys(pilot, "? d q r t u")
        assert app.query(Button), "a position that begins with buttons"
        assert not hard_to_read({it for row in seen(app) for it in row})
        await bob.do(Act("P1, H1, P2, H2, P3"))
        await until_listed("1. ...")
        await ann.do(Act("P3, H1, P2, H2, P1"))
        await until_listed("1. P1, H1, P2, H2, P3", "2. P3, H1, P2, H2, P1")


async def test_a_step_into_the_water_can_be_chosen_twice(hall: RunningHall):
    """The second choice was answered by the same warning, for ever."""
    links = hall.small_match(NewMatch("knights", {"players": 2}, ("link", "link")))
    async with ann_and_bob(hall, links) as (ann, _, app), app.run_test(size=(80, 30)) as pilot:
        await until_keys(pilot, "? d q r t u")
        await app.touch("n0")
        assert "you would drown" in str(app.query_one("#note", Static).render())
        await app.touch("n0")
        for _ in range(200):
            if ann.room.outcome is not None:
                break
            await pilot.pause(0.05)
        assert [event.what for event in ann.room.moves] == ["R:N"]


async def test_the_link_for_a_friend_is_in_one_piece_on_a_narrow_screen(
    hall: RunningHall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    links = hall.small_match()
    (match, mine), (_, theirs) = (link.match_ref or MatchRef("") for link in links)
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path))
    credentials.save_invitations(match, credentials.SavedInvitations(hall.address, {1: theirs}))
    async with enter_room(Link(hall.address, MatchRef(match)), [mine]) as (ann, events):
        await ann.do(Sit("Ann"), 0)
        app = OnlineBoardApp(ann, events)
        async with app.run_test(size=(60, 20)) as pilot:
            await pilot.pause()
            notice = app.query_one("#notice", Static)
            rows = [notice.render_line(y).text for y in range(notice.size.height)]
            assert any(f"{hall.address}/#{match}.{theirs}" in row for row in rows)
