"""The people at this terminal and the computers they play with, at one match.

The line dialogue and the full-screen board are two faces of this: both ask it who is next, let
computers choose, and show no more than everybody who looks may see. The match keeps itself in a
file while it is played.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from parlour.players.computer_names import player_of
from parlour.players.player import Player, is_foreign, read_player
from parlour.table.errors import BadSettings
from parlour.table.match import Match
from parlour.table.record import Record
from parlour.table.registry import AnyGame
from parlour.table.sentences import Sentence
from parlour.table.state import CHANCE, NOBODY, State
from parlour.terminal.hints import Hint, hint
from parlour.terminal.records.autosave import Autosave
from parlour.terminal.seats import SeatedPlayer, base_name, distinct_names, read_seats


class ActionReport(NamedTuple):
    """An action as it may be told: its text, for a list of moves, a sentence about it, and one for
    each person here who takes no part any more because of it."""

    text: str
    sentence: Sentence
    out: tuple[Sentence, ...] = ()


class LocalMatch:
    """A match with its players: a name for each seat, and a computer where no person sits."""

    def __init__(
        self, game: AnyGame, seated: Sequence[SeatedPlayer], seed: int | None = None
    ) -> None:
        self.match = Match(game, distinct_names(game, [name for name, _ in seated]))
        self.seated = seated
        self.computers = [player for _, player in seated]
        self.rng = Random(seed)
        self.autosave = Autosave(game.slug)
        self.unsaved = False  # has something happened since the match was saved?

    @classmethod
    def resumed(
        cls, record: Record, seats: Sequence[str], seed: int | None, path: Path | str
    ) -> LocalMatch:
        """Take up a kept match: with the players it had, but for the seats that are named anew."""
        match = Match.from_record(record)
        before: list[SeatedPlayer] = [
            (name, _computer(match.game, base_name(match.game, seat, name), seed))
            for seat, name in enumerate(record.players)
        ]
        seated = read_seats(match.game, seats, seed, before)
        local_match = cls(match.game, seated, seed)
        local_match.match = match
        local_match.autosave = Autosave(
            record.game, Path(path) if Path(path).suffix == ".json" else None
        )
        return local_match

    def again(self) -> LocalMatch:
        """The same players at a new match."""
        return LocalMatch(self.match.game, self.seated)

    # ---- who is here, and who looks -----------------------------------------------------------

    @property
    def people(self) -> list[int]:
        """The seats of people at this terminal."""
        return [seat for seat, player in enumerate(self.computers) if player is None]

    @property
    def viewer(self) -> int:
        """Who looks: the only person here; of several, as little is shown as all may see."""
        return self.people[0] if len(self.people) == 1 else NOBODY

    @property
    def asks_a_person(self) -> bool:
        """Is it a person that has to act next, and not chance or a computer?"""
        seat = self.match.state.seat
        return self.match.outcome is None and seat >= 0 and self.computers[seat] is None

    def in_secret(self, seat: int) -> bool:
        """May others at this terminal not know what this seat does now?"""
        state = self.match.state
        return len(self.people) > 1 and not all(
            self.open(state.after(action, seat), seat, action) for action in state.actions(seat)
        )

    def open(self, state: State, seat: int, action: int) -> bool:
        """May everybody here know, in `state`, that a seat chose an action?"""
        viewers = (NOBODY, *self.people)
        return all(self.match.game.sees(state, viewer, seat, action) for viewer in viewers)

    # ---- what happens -------------------------------------------------------------------------

    def choose(self) -> int:
        """The action of chance or of the computer whose turn it is. May take its time; raises
        `Forfeit` where the computer fails."""
        state = self.match.state
        if state.seat == CHANCE:
            actions, odds = zip(*state.odds(), strict=True)
            return self.rng.choices(actions, odds)[0]
        computer = self.computers[state.seat]
        if computer is None:
            raise ValueError("a person has to choose here")
        return computer.choose(state, state.seat)

    def act(self, seat: int, action: int) -> ActionReport:
        """Carry an action out; what is said of it to everybody here."""
        match, before = self.match, self.match.state.copy()
        match.act(seat, action)
        self._keep_in_time(seat)
        out = tuple(
            Sentence("terminal.out", player=match.players[person])
            for person in self.people
            if match.outcome is None  # or that says it
            and match.game.alive(before, person) > match.game.alive(match.state, person)
        )
        if not self.open(match.state, seat, action):
            secret = Sentence("table.acted_in_secret", player=match.players[seat])
            return ActionReport("...", secret, out)
        before.seat = seat
        report = match.game.report(before, action, match.players)
        return ActionReport(match.game.write(before, action), report, out)

    def danger(self, seat: int, action: int) -> Sentence | None:
        """Why a person should think twice about an action."""
        return self.match.game.dangers(self.match.state, seat).get(action)

    def forfeit(self, seat: int, reason: Sentence) -> None:
        """A computer has failed."""
        self.match.forfeit(seat, str(reason))
        self.keep()

    def resign(self, seat: int) -> None:
        self.match.resign(seat)
        self.keep()

    def take_back(self, seat: int) -> None:
        """Take back what a person here did last; at one terminal all agree, and so do computers."""
        match, people = self.match, self.people
        actions = (event for event in match.events if event.kind == "action")
        done_by = [event.seat for event in actions if event.seat in people]
        asking = done_by[-1] if done_by else seat
        match.take_back(asking)
        for other in range(len(match.players)):
            if match.offer is not None and other != asking and match.game.alive(match.state, other):
                match.agree(other)
        self.keep()

    def hint(self, seat: int) -> Hint:
        """What the computer would do."""
        return hint(self.match.state, seat)

    # ---- keeping ------------------------------------------------------------------------------

    def keep(self) -> None:
        """Save the match now."""
        self.autosave.save(self.match.record())
        self.unsaved = False

    def _keep_in_time(self, seat: int) -> None:
        """Save at once what a person did and what a person will be asked about, so that nothing is
        lost whatever happens to us; computers among themselves are saved now and then."""
        concerns_a_person = seat in self.people or self.asks_a_person
        if concerns_a_person or self.match.outcome is not None or self.autosave.due:
            self.keep()
        else:
            self.unsaved = True

    def leave(self) -> None:
        """Everybody goes: save what is not saved yet, and let no computer think on."""
        for computer in self.computers:
            if computer is not None:
                computer.stop()
        if self.unsaved:
            self.keep()

    def leave_text(self) -> Sentence:
        """What is said to somebody who leaves before the end: how to go on."""
        self.leave()
        if self.autosave.trouble:
            return Sentence("terminal.not_kept", reason=self.autosave.trouble)
        if self.autosave.path is None:
            return Sentence("terminal.left")
        return Sentence("terminal.kept", path=str(self.autosave.path))

    def saved_text(self) -> Sentence:
        """What is said after the end: where the record is."""
        if self.autosave.path is None or self.autosave.trouble:
            return Sentence("terminal.not_kept", reason=self.autosave.trouble)
        return Sentence("terminal.record_kept", path=str(self.autosave.path))


def _computer(game: AnyGame, name: str, seed: int | None) -> Player | None:
    """The computer that a player's name means, if it means one. A record starts no programs: those
    have to be named by who sits here."""
    if is_foreign(name):
        return None
    try:
        player = read_player(player_of(name), seed)
        player.check(game)
    except BadSettings:
        return None
    return player
