"""A computer that fails: the reason is shown, the match goes on or ends, and is saved."""

from __future__ import annotations

import parlour
from parlour.players.player import RandomPlayer
from parlour.players.search_result import Limits
from parlour.table.errors import Forfeit
from parlour.table.record import read_record
from parlour.table.registry import AnyGame
from parlour.table.state import State
from parlour.terminal.board.board_app import BoardApp
from parlour.terminal.lines.dialogue import Dialogue
from parlour.terminal.local_match import LocalMatch
from parlour.terminal.seats import SeatedPlayer
from tests.terminal.script import Script


class Failing:
    """A program that ends when it is asked."""

    name = "failing"

    def check(self, game: AnyGame) -> None:
        """It plays anything."""

    def choose(self, state: State, seat: int, limits: Limits | None = None) -> int:
        raise Forfeit("engine.ended", program="failing", code="exit code 3", log="fail.log")

    def stop(self) -> None:
        """It has ended already."""


WHY = "failing exited unexpectedly with exit code 3. Its log: fail.log"


def local_match(slug: str, *players: Failing | RandomPlayer | None) -> LocalMatch:
    seated: list[SeatedPlayer] = [(player.name if player else "Ann", player) for player in players]
    return LocalMatch(parlour.game(slug), seated, seed=1)


def test_of_two_the_other_wins_and_the_reason_is_said_and_kept():
    playing, console = local_match("brique", Failing(), RandomPlayer(1)), Script()
    assert Dialogue(playing, console).play()
    assert WHY in console.heard
    assert console.heard[-1] == "failing forfeited: random wins."
    assert playing.autosave.path is not None
    event = read_record(playing.autosave.path).events[-1]
    assert (event.kind, event.seat, event.remark) == ("forfeit", 0, WHY)


def test_of_four_the_others_play_on_to_the_end():
    playing = local_match("knights", RandomPlayer(1), Failing(), RandomPlayer(2), RandomPlayer(3))
    console = Script()
    assert Dialogue(playing, console).play()
    assert "failing forfeited." in console.heard
    assert [event.kind for event in playing.match.events].count("forfeit") == 1
    assert playing.match.events[-1].kind == "action"


async def test_on_the_full_screen_it_is_told_as_well():
    app = BoardApp(local_match("brique", Failing(), None))
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(100):
            if app.local_match.match.outcome is not None:
                break
            await pilot.pause(0.02)
        await pilot.pause()
        outcome = app.local_match.match.outcome
        assert outcome is not None
        assert outcome.code == "forfeit"
        assert [note.message for note in app._notifications] == [WHY]
        assert "forfeited: Ann wins" in str(app.query_one("#status").render())
