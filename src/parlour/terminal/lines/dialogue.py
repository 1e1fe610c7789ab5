"""A match as a dialogue of lines. It knows no game: it prints the game's prompt, text board and
sentences."""

from __future__ import annotations

from pathlib import Path

from parlour.table.errors import Forfeit, ParlourError
from parlour.table.looks.rulebook import rulebook
from parlour.table.sentences import Sentence, listing
from parlour.terminal.confirmation import Confirmation
from parlour.terminal.lines.board import board_in_lines
from parlour.terminal.lines.console import LEAVING, Console, ask_yes_no
from parlour.terminal.lines.move_list import move_list
from parlour.terminal.local_match import LocalMatch
from parlour.terminal.records.output import save_record
from parlour.terminal.seats import mentions_colour


class Dialogue:
    """Plays one match between people at this terminal and computers."""

    def __init__(self, local_match: LocalMatch, console: Console) -> None:
        self.local_match = local_match
        self.match = local_match.match
        self.console = console
        self.resignation = Confirmation()  # only on a screen

    def play(self) -> bool:
        """Play to the end; False if the input ended or somebody left before."""
        game, match = self.match.game, self.match
        colours = (game.colour(match.state, seat) for seat in range(len(match.players)))
        players = listing(
            [
                name if mentions_colour(name, colour) else f"{name} ({colour})"
                for name, colour in zip(match.players, colours, strict=True)
            ]
        )
        self.console.say(str(Sentence("terminal.start", game=game.title, players=players)))
        self.console.say()
        self._show(self.local_match.viewer)
        while match.outcome is None:
            if not self.local_match.asks_a_person:
                self._play_automatic(match.state.seat)
            elif not self._turn(match.state.seat):
                self.console.say(str(self.local_match.leave_text()))
                return False
        self.console.say(str(match.outcome.sentence), "turn")
        return True

    def _play_automatic(self, seat: int) -> None:
        """A computer or chance acts; a slow computer is shown as thinking."""
        try:
            if seat < 0:
                action = self.local_match.choose()
            else:
                with self.console.working(self.match.players[seat]):
                    action = self.local_match.choose()
        except Forfeit as failure:
            self.console.say(str(failure), "wrong")
            self.local_match.forfeit(seat, failure.sentence)
            self._report_leaver("forfeit", seat)
        else:
            self._act(seat, action)

    # ---- a person's turn ----------------------------------------------------------------------

    def _turn(self, seat: int) -> bool:
        """Ask until the person has acted; False if the person leaves."""
        match, before = self.match, self.match.state
        if self.local_match.in_secret(seat):
            if not self._hand_over(match.players[seat]):
                return False
            self._show(seat)
        while match.state is before and match.outcome is None:
            self.console.say(str(Sentence("table.turn", player=match.players[seat])), "turn")
            text = self.console.ask(str(match.view(seat).prompt))
            try:
                if text is None or not self._answer(seat, text.strip()):
                    return False
            except ParlourError as error:
                self.console.say(str(error), "wrong")
        return True

    def _hand_over(self, name: str) -> bool:
        """Wait until the next person is alone at the screen; False if the person leaves."""
        while True:
            text = self.console.ask(str(Sentence("terminal.hand_over", player=name)))
            if text is None or text.strip().lower() in LEAVING:
                return False
            if text.strip().lower() not in ("help", "?"):
                return True
            self.console.say(str(Sentence("terminal.help")))

    def _answer(self, seat: int, text: str) -> bool:
        """Carry out what was entered, a command or an action; False to leave."""
        word, _, rest = text.partition(" ")
        if word.lower() != "resign":
            self.resignation.cancel()
        match word.lower(), rest.strip():
            case leaving, "" if leaving in LEAVING:
                return False
            case "help" | "?", "":
                self.console.say(str(Sentence("terminal.help")))
            case "moves", "":
                self._list_moves(seat)
            case "board", "":
                self._show(self.local_match.viewer)
            case "rules", "":
                self.console.page(rulebook(self.match.game))
            case "hint", "":
                self._hint(seat)
            case "resign", "":
                self._resign(seat)
            case "draw", "":
                self._offer_draw(seat)
            case "undo", "":
                self._undo(seat)
            case "save", file:
                self._save(file)
            case _:
                self._try(seat, self.match.game.read(self.match.state, text, seat))
        return True

    def _try(self, seat: int, action: int) -> None:
        """Act. On a screen, an action that loses at once is confirmed first; programs mean it."""
        danger = self.local_match.danger(seat, action) if self.console.on_screen else None
        if danger is not None:
            self.console.say(str(danger), "wrong")
            if not ask_yes_no(self.console, Sentence("terminal.play_anyway")):
                return
        self._act(seat, action)

    def _act(self, seat: int, action: int) -> None:
        """Carry out an action, report it, and show the board."""
        report = self.local_match.act(seat, action)
        if report.sentence.id == "table.acted_in_secret":
            self.console.wipe()
        for sentence in (report.sentence, *report.out):
            self.console.say(str(sentence))
        if not self._computer_continues(seat):
            self.console.say()
            self._show(self.local_match.viewer)

    def _computer_continues(self, seat: int) -> bool:
        """Does a computer act again in the same turn? On a screen, one board per turn is enough."""
        is_computers = self.match.outcome is None and not self.local_match.asks_a_person
        return self.console.on_screen and is_computers and self.match.state.seat == seat

    # ---- showing ------------------------------------------------------------------------------

    def _show(self, viewer: int, hinted: tuple[str, ...] = ()) -> None:
        """The drawn board for people who look at a screen, the text board for programs."""
        match = self.match
        if self.console.on_screen:
            view = match.view(viewer if viewer >= 0 else None)
            self.console.say(
                board_in_lines(match.game.board(), view, match.game.looks(), hinted), "drawn"
            )
        else:
            self.console.say(match.game.text(match.state, viewer))
        self.console.say()

    def _hint(self, seat: int) -> None:
        """What the computer would play, in words and on the board."""
        found = self.local_match.hint(seat)
        if self.console.on_screen:
            self._show(
                seat if self.local_match.in_secret(seat) else self.local_match.viewer, found.path
            )
        self.console.say(str(found.sentence))

    def _list_moves(self, seat: int) -> None:
        state = self.match.state
        actions = state.actions(seat)
        moves = (self.match.game.write(state, action) for action in actions)
        for line in move_list(len(actions), moves):
            self.console.say(line)

    # ---- saving, resigning, draws and take-backs ----------------------------------------------

    def _save(self, file: str) -> None:
        if not file:
            self.console.say(str(Sentence("terminal.save_where")))
            return
        path = Path(file).expanduser()
        if path.exists() and not ask_yes_no(
            self.console, Sentence("terminal.overwrite", path=str(path))
        ):
            return
        save_record(self.match.record(), path)
        self.console.say(str(Sentence("terminal.saved", path=str(path))))

    def _resign(self, seat: int) -> None:
        if self.console.on_screen and not self.resignation.confirms("resign"):
            self.resignation.ask("resign")
            self.console.say(str(Sentence("terminal.resign_again")))
            return
        self.local_match.resign(seat)
        self._report_leaver("resign", seat)

    def _report_leaver(self, how: str, seat: int) -> None:
        if self.match.outcome is None:  # the others play on
            self.console.say(str(Sentence(f"match.{how}", player=self.match.players[seat])))
            self.console.say()
            self._show(self.local_match.viewer)

    def _offer_draw(self, seat: int) -> None:
        """All people have to accept a draw; computers decline."""
        match, names, people = self.match, self.match.players, self.local_match.people
        if len(people) < len(names):
            self.console.say(str(Sentence("terminal.computer_declines")))
            return
        match.offer_draw(seat)
        for other in people:
            if other == seat or not match.game.alive(match.state, other):
                continue
            offered = Sentence("terminal.draw_offered", player=names[seat], other=names[other])
            if not ask_yes_no(self.console, offered):
                match.decline(other)
                self.console.say(str(Sentence("terminal.draw_declined", player=names[other])))
                return
            match.agree(other)
        self.local_match.save()

    def _undo(self, seat: int) -> None:
        self.local_match.take_back(seat)
        self.console.say(str(Sentence("terminal.undone")))
        self._show(self.local_match.viewer)
