"""Playing match after match, in lines or on the full-screen board."""

from __future__ import annotations

from parlour.table.sentences import Sentence
from parlour.terminal.lines.console import Console, ask_yes_no
from parlour.terminal.lines.dialogue import Dialogue
from parlour.terminal.local_match import LocalMatch


def play_on(local_match: LocalMatch, console: Console, board: bool = False) -> None:
    """Play matches until the players have had enough."""
    try:
        while _play_one(local_match, console, board):
            if console.on_screen:  # a program wants the same output for the same match
                console.say(str(local_match.saved_text()))
            if not ask_yes_no(console, Sentence("terminal.another")):
                return
            local_match = local_match.again()
    except KeyboardInterrupt:
        console.say()
        if local_match.match.outcome is None:
            console.say(str(local_match.leave_text()))
    finally:
        local_match.leave()


def _play_one(local_match: LocalMatch, console: Console, board: bool) -> bool:
    """Play a match; False if the players left before its end."""
    if not board:
        return Dialogue(local_match, console).play()
    from parlour.terminal.board.board_app import BoardApp  # textual takes a moment to import

    app = BoardApp(local_match)
    app.run()
    if app.return_code:
        raise SystemExit(app.return_code)
    outcome = local_match.match.outcome
    console.say(str(outcome.sentence if outcome else local_match.leave_text()))
    return outcome is not None
