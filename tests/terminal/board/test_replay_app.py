"""A record on the full-screen board: every position by the arrow keys, with its sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Static

import parlour
from parlour.table.record import Record
from parlour.terminal.board.replay_app import ReplayApp
from parlour.terminal.board.widget import BoardWidget
from tests.terminal.screen import Screen


@pytest.fixture
def record() -> Record:
    match = parlour.Match(parlour.game("knights", players=2), ["Ann", "Bob"])
    for seat, text in [(0, "R:E"), (1, "G:W"), (0, "R:N")]:
        match.act(seat, text)
    return match.record()


def said(app: ReplayApp) -> str:
    return str(app.query_one("#note", Static).render())


def board(app: ReplayApp) -> str:
    return app.query_one(BoardWidget).render().plain


async def test_arrow_keys_go_through_a_match_and_each_action_is_told(record: Record):
    app = ReplayApp(record)
    async with app.run_test(size=(80, 24)) as pilot:
        assert said(app) == "Position 0 of 3."
        start = board(app)
        await pilot.press("right")
        assert said(app) == "Position 1 of 3. Ann steps east."
        assert board(app) != start
        await pilot.press("right", "right", "right")
        assert said(app) == (
            "Position 3 of 3. Ann steps north into the water, drowns and is out.\n"
            "Bob is the last knight standing and wins."
        )
        await pilot.press("left")
        assert said(app) == "Position 2 of 3. Bob steps west."
        await pilot.press("home")
        assert board(app) == start
        await pilot.press("end", "left", "home", "left")
        assert said(app) == "Position 0 of 3."
        await pilot.press("q")


async def test_beside_a_board_nobody_is_told_that_one_follows():
    match = parlour.Match(parlour.game("brique", size=3), ["Ann", "Bob"])
    match.act(0, "b2")
    app = ReplayApp(match.record())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("right")
        assert said(app) == "Position 1 of 1. Black takes b2."


def test_arrow_keys_go_through_a_match_on_a_real_terminal(record: Record, tmp_path: Path):
    """There the board had the focus, and the keys moved its cursor."""
    file = tmp_path / "match.json"
    file.write_bytes(record.to_json())
    with Screen("replay", str(file)) as screen:
        screen.wait_for("Position 0 of 3")
        screen.type("\x1b[C")
        screen.wait_for("Position 1 of 3")
        screen.type("\x1b[C")
        screen.wait_for("Position 2 of 3")
        screen.type("\x1b[D")
        screen.wait_for("Position 1 of 3")
        screen.type("q")
        assert screen.leave() == 0


async def test_every_position_of_every_game_can_be_shown():
    for slug in parlour.games():
        match = parlour.Match(parlour.game(slug))
        while match.outcome is None and len(match.events) < 8:
            state = match.state
            actions = state.odds() if state.seat < 0 else [(a, 0) for a in state.actions()]
            match.act(state.seat, actions[len(actions) // 2][0])
        app = ReplayApp(match.record())
        async with app.run_test(size=(80, 24)) as pilot:
            for at in range(1, len(match.events) + 1):
                await pilot.press("right")
                assert f"Position {at} of {len(match.events)}. " in said(app)
