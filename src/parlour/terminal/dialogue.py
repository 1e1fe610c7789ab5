"""A match as a dialogue of lines. It knows no game: the game's prompt, text board and sentences do
all the talking, and the match does the rest."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from parlour.table.errors import ParlourError
from parlour.table.match import Match
from parlour.table.registry import AnyGame
from parlour.table.sentences import Sentence, listing
from parlour.table.state import CHANCE, NOBODY, State
from parlour.terminal.console import Console, ask_yes_no
from parlour.terminal.rulebook import rulebook
from parlour.terminal.seats import Sitting

MOST_SHOWN = 240


class Dialogue:
    """Plays one match between people at this terminal and computers."""

    def __init__(
        self, game: AnyGame, sitting: Sequence[Sitting], console: Console, seed: int | None = None
    ) -> None:
        self.match = Match(game, [name for name, _ in sitting])
        self.computers = [player for _, player in sitting]
        self.console = console
        self.rng = Random(seed)
        self.here = sum(player is None for player in self.computers)  # people at this terminal

    def play(self) -> bool:
        """Play until the end; False if the input ended or somebody left before."""
        game, match = self.match.game, self.match
        players = listing(list(match.players))
        self.console.say(str(Sentence("terminal.start", game=game.title, players=players)))
        self.console.say()
        self._show(self._viewer(match.state.seat))
        while match.outcome is None:
            seat = match.state.seat
            if seat == CHANCE:
                self._act(CHANCE, self._draw())
            elif (computer := self.computers[seat]) is not None:
                self._act(seat, computer.choose(match.state, seat))
            elif not self._turn(seat):
                self.console.say(str(Sentence("terminal.left")))
                return False
        self.console.say(str(match.outcome.sentence))
        return True

    # ---- a person's turn ----------------------------------------------------------------------

    def _turn(self, seat: int) -> bool:
        """Ask until the person has acted or left; False if left."""
        match, before = self.match, self.match.state
        if self._in_secret(seat):
            name = match.players[seat]
            if self.console.ask(str(Sentence("terminal.hand_over", player=name))) is None:
                return False
            self._show(seat)
        while match.state is before and match.outcome is None:
            self.console.say(str(Sentence("table.turn", player=match.players[seat])))
            text = self.console.ask(str(match.view(seat).prompt))
            try:
                if text is None or not self._answer(seat, text):
                    return False
            except ParlourError as error:
                self.console.say(f"{error}.")
        return True

    def _in_secret(self, seat: int) -> bool:
        """May others at this terminal not know what this seat does now?"""
        state = self.match.state
        return self.here > 1 and not all(
            self._open(state.after(action, seat), seat, action) for action in state.actions(seat)
        )

    def _open(self, state: State, seat: int, action: int) -> bool:
        """May everybody here know, in `state`, that a seat chose an action?"""
        viewers = (NOBODY, *self._people())
        return all(self.match.game.sees(state, viewer, seat, action) for viewer in viewers)

    def _answer(self, seat: int, text: str) -> bool:
        """Do what was entered: one of our words, else an action."""
        match text.strip().lower():
            case "quit" | "exit":
                return False
            case "help" | "?":
                self.console.say(str(Sentence("terminal.help")))
            case "moves":
                self._list_moves(seat)
            case "board":
                self._show(self._viewer(seat))
            case "rules":
                self.console.say(rulebook(self.match.game))
            case "resign":
                self._resign(seat)
            case "draw":
                self._offer_draw(seat)
            case "undo":
                self._undo(seat)
            case _:
                self._act(seat, self.match.game.read(self.match.state, text, seat))
        return True

    def _act(self, seat: int, action: int) -> None:
        """Carry an action out, say so, and show the board."""
        match, before = self.match, self.match.state
        match.act(seat, action)
        if self._open(match.state, seat, action):
            turned = before.copy()
            turned.seat = seat
            self.console.say(str(match.game.report(turned, action, match.players)))
        else:
            name = match.players[seat]
            self.console.wipe()
            self.console.say(str(Sentence("table.acted_in_secret", player=name)))
        self.console.say()
        self._show(self._viewer(match.state.seat))

    def _draw(self) -> int:
        actions, odds = zip(*self.match.state.odds(), strict=True)
        return self.rng.choices(actions, odds)[0]

    # ---- what is shown ------------------------------------------------------------------------

    def _people(self) -> list[int]:
        return [seat for seat, player in enumerate(self.computers) if player is None]

    def _viewer(self, seat: int) -> int:
        """Who looks at the board: the only person here; among several, as little as all may see."""
        people = self._people()
        return people[0] if len(people) == 1 else NOBODY

    def _show(self, viewer: int) -> None:
        self.console.say(self.match.game.text(self.match.state, viewer))
        self.console.say()

    def _list_moves(self, seat: int) -> None:
        state = self.match.state
        actions = state.actions(seat)
        texts = [self.match.game.write(state, action) for action in actions[:MOST_SHOWN]]
        more = ["..."] if len(actions) > MOST_SHOWN else []
        moves = "  ".join(texts + more)
        self.console.say(str(Sentence("terminal.moves", count=len(actions), moves=moves)))

    # ---- giving up, and agreements ------------------------------------------------------------

    def _resign(self, seat: int) -> None:
        self.match.resign(seat)
        if self.match.outcome is None:  # the others play on
            self.console.say(str(Sentence("match.resign", player=self.match.players[seat])))
            self.console.say()
            self._show(self._viewer(self.match.state.seat))

    def _offer_draw(self, seat: int) -> None:
        """Among people, a draw needs all of them; a computer plays on."""
        if self.here < len(self.computers):
            self.console.say(str(Sentence("terminal.computer_declines")))
            return
        match, names = self.match, self.match.players
        match.offer_draw(seat)
        for other in self._people():
            if other == seat or not match.game.alive(match.state, other):
                continue
            offered = Sentence("terminal.draw_offered", player=names[seat], other=names[other])
            if not ask_yes_no(self.console, offered):
                match.decline(other)
                self.console.say(str(Sentence("terminal.draw_declined", player=names[other])))
                return
            match.agree(other)

    def _undo(self, seat: int) -> None:
        """Take back what a person here did last; at one terminal all agree, and so do computers."""
        match, people = self.match, self._people()
        actions = (event for event in match.events if event.kind == "action")
        done_by = [event.seat for event in actions if event.seat in people]
        asking = done_by[-1] if done_by else seat
        match.take_back(asking)
        for other in range(len(match.players)):
            if match.offer is not None and other != asking and match.game.alive(match.state, other):
                match.agree(other)
        self.console.say(str(Sentence("terminal.undone")))
        self._show(self._viewer(seat))
