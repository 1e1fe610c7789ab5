"""What happened is shown on the board in its order, quickly, and in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.hall.running import RunningHall
from tests.play import AnyGame
from tests.web.board.board_page import GAMES, BoardPage, open_board
from tests.web.board.positions import Position, position
from tests.web.visitors import Visitors, in_browser

pytestmark = in_browser

LISTEN = """() => {
    window.moved = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...given) {
        const piece = this.closest("[data-id]");
        if (piece) window.moved.push(piece.dataset.id);
        return animate.apply(this, given);
    };
}"""


def after(game: AnyGame, wanted: Callable[[list[dict[str, Any]]], bool]) -> Position:
    """The first position of a random match after an action with such causes."""
    positions = (position(game, plies) for plies in range(2, 90))
    return next(each for each in positions if wanted(each.changes.get("causes", [])))


async def before_it(board: BoardPage, there: Position) -> None:
    """The position before the last action."""
    await board.show(there._replace(view=there.before, paths={}))
    await board.page.evaluate(LISTEN)


async def drawn(board: BoardPage) -> list[tuple[str, str]]:
    """Every piece that is drawn, with where."""
    return await board.ask(
        "[...document.querySelectorAll('.pb-art [data-id], [data-id]')]"
        ".map((each) => [each.dataset.id, each.style.transform, each.textContent]).sort()"
    )


@pytest.mark.parametrize("slug", GAMES)
async def test_changes_lead_to_the_position_after_them(
    slug: str, visitors: Visitors, hall: RunningHall
):
    board = await open_board(visitors, hall, slug)
    for plies in (2, 9, 30):
        there = position(board.game, plies, seed=plies)
        await before_it(board, there)
        await board.page.evaluate("(changes) => board.apply(changes)", there.changes)
        after = await drawn(board)
        assert await board.ask("board.view") == there.view
        await board.show(there)
        assert after == await drawn(board)


@pytest.mark.parametrize("slug", ["feud", "turncoat"])
async def test_what_happened_is_shown_in_its_order(
    slug: str, visitors: Visitors, hall: RunningHall
):
    board = await open_board(visitors, hall, slug)
    there = after(board.game, lambda causes: len(causes) > 1)
    await before_it(board, there)
    await board.page.evaluate("(changes) => board.apply(changes)", there.changes)
    causes = there.changes["causes"]
    assert await board.ask("window.moved") == [cause["piece"] for cause in causes]


async def test_a_hit_shows_how_much_was_lost(visitors: Visitors, hall: RunningHall):
    board = await open_board(visitors, hall, "feud")
    there = after(board.game, lambda causes: any(cause["kind"] == "hit" for cause in causes))
    await before_it(board, there)
    await board.page.evaluate("(changes) => { board.apply(changes) }", there.changes)
    floating = board.page.locator(".pb-float-hit").first
    await floating.wait_for(state="attached")
    lost = next(cause["by"] for cause in there.changes["causes"] if cause["kind"] == "hit")
    assert await floating.text_content() == f"\u2212{lost}"
    [spoken] = await board.ask("window.spoken")
    assert f"loses {lost}" in spoken


async def test_a_touch_skips_what_is_moving(visitors: Visitors, hall: RunningHall):
    board = await open_board(visitors, hall, "feud")
    there = position(board.game, 3)
    await before_it(board, there)
    await board.page.evaluate(
        "([changes, paths]) => { board.apply(changes); board.paths = paths; }",
        [there.changes, there.paths],
    )
    site = next(iter(await board.lit()))
    await board.ask(f"board.touch('{site}')")
    after = await drawn(board)
    assert await board.ask("document.getAnimations().length") == 0
    await board.show(there)
    assert after == await drawn(board)


async def test_many_changes_at_once_arrive_at_the_last_position(
    visitors: Visitors, hall: RunningHall
):
    board = await open_board(visitors, hall, "brique")
    plies = [position(board.game, number) for number in range(5, 30)]
    await before_it(board, plies[0])
    await board.page.evaluate(
        "(all) => Promise.all(all.map((changes) => board.apply(changes)))",
        [each.changes | {"prompt": None} for each in plies],
    )
    after = await drawn(board)
    await board.show(plies[-1])
    assert after == await drawn(board)


async def test_news_do_not_disturb_what_is_moving(visitors: Visitors, hall: RunningHall):
    board = await open_board(visitors, hall, "brique")
    there = position(board.game, 9)
    await before_it(board, there)
    new = await board.page.evaluate(
        """([changes, paths]) => {
            void board.apply(changes);
            Object.assign(board, { flipped: board.flipped, interactive: true, paths });
            return document.querySelectorAll(`[data-id="${changes.put[0].id}"]`).length;
        }""",
        [there.changes, there.paths],
    )
    assert new == 1


async def test_nothing_moves_for_who_wants_that(visitors: Visitors, hall: RunningHall):
    board = await open_board(visitors, hall, "feud", reduced_motion="reduce")
    there = position(board.game, 3)
    await before_it(board, there)
    await board.page.evaluate("(changes) => board.apply(changes)", there.changes)
    assert await board.ask("window.moved") == []
    assert await board.ask("board.view") == there.view


async def test_a_preview_is_a_ghost_that_changes_nothing(visitors: Visitors, hall: RunningHall):
    board = await open_board(visitors, hall, "feud")
    there = position(board.game, 3)
    await before_it(board, there)
    old = await drawn(board)
    await board.page.evaluate("(changes) => board.preview(changes)", there.changes)
    ghosts = board.page.locator("[data-ghost]")
    assert await ghosts.count() == len(there.changes["put"])
    assert await drawn(board) == old
    await board.ask("board.preview(null)")
    assert await ghosts.count() == 0


async def test_what_a_board_that_plays_by_itself_does_is_not_spoken(
    visitors: Visitors, hall: RunningHall
):
    board = await open_board(visitors, hall, "feud")
    there = position(board.game, 3)
    await before_it(board, there)
    await board.ask("board.quiet = true")
    await board.page.evaluate("(changes) => board.apply(changes)", there.changes)
    assert await board.ask("window.spoken") == []
