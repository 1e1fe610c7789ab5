"""A match between people at this terminal and computers.

The line dialogue and the full-screen board both use this: it knows who acts next, lets computers
choose, hides what somebody at the screen may not see, and saves the match while it is played.
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
    """An action as everybody here may read it: its text, for a list of moves, a sentence, and a
    sentence for each person here whom it eliminates."""

    text: str
    sentence: Sentence
    out: tuple[Sentence, ...] = ()


class LocalMatch:
    """A match, the names of its players, and a computer for each seat without a person."""

    def __init__(
        self, game: AnyGame, seated: Sequence[SeatedPlayer], seed: int | None = None
    ) -> None:
        self.match = Match(game, distinct_names(game, [name for name, _ in seated]))
        self.seated = seated
        self.computers = [player for _, player in seated]
        self.rng = Random(seed)
        self.autosave = Autosave(game.slug)
        self.unsaved = False  # are there events that the file does not have?

    @classmethod
    def resumed(
        cls, record: Record, seats: Sequence[str], seed: int | None, path: Path | str
    ) -> LocalMatch:
        """Continue a saved match with the same players, except in the seats named here."""
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

    # ---- people and viewers -------------------------------------------------------------------

    @property
    def people(self) -> list[int]:
        """The seats of people at this terminal."""
        return [seat for seat, player in enumerate(self.computers) if player is None]

    @property
    def viewer(self) -> int:
        """The only person here; for several, a spectator, who sees what all of them may see."""
        return self.people[0] if len(self.people) == 1 else NOBODY

    @property
    def asks_a_person(self) -> bool:
        """Does a person act next, and not chance or a computer?"""
        seat = self.match.state.seat
        return self.match.outcome is None and seat >= 0 and self.computers[seat] is None

    def in_secret(self, seat: int) -> bool:
        """Does this seat have to act unseen by the others at this terminal?"""
        state = self.match.state
        return len(self.people) > 1 and not all(
            self.is_public(state.after(action, seat), seat, action)
            for action in state.actions(seat)
        )

    def is_public(self, state: State, seat: int, action: int) -> bool:
        """May everybody here know, in `state`, which action a seat chose?"""
        viewers = (NOBODY, *self.people)
        return all(self.match.game.sees(state, viewer, seat, action) for viewer in viewers)

    # ---- playing ------------------------------------------------------------------------------

    def choose(self) -> int:
        """The action of chance or of the computer whose turn it is. Blocks while a computer
        searches; raises `Forfeit` if it fails."""
        state = self.match.state
        if state.seat == CHANCE:
            actions, odds = zip(*state.odds(), strict=True)
            return self.rng.choices(actions, odds)[0]
        computer = self.computers[state.seat]
        if computer is None:
            raise ValueError("a person has to choose here")
        return computer.choose(state, state.seat)

    def act(self, seat: int, action: int) -> ActionReport:
        """Carry out an action, and report it to everybody here."""
        match, before = self.match, self.match.state.copy()
        match.act(seat, action)
        self._save_after(seat)
        out = tuple(
            Sentence("terminal.out", player=match.players[person])
            for person in self.people
            if match.outcome is None  # at the end, the outcome says it
            and match.game.alive(before, person) > match.game.alive(match.state, person)
        )
        if not self.is_public(match.state, seat, action):
            secret = Sentence("table.acted_in_secret", player=match.players[seat])
            return ActionReport("...", secret, out)
        before.seat = seat
        report = match.game.report(before, action, match.players)
        return ActionReport(match.game.write(before, action), report, out)

    def danger(self, seat: int, action: int) -> Sentence | None:
        """Why an action needs a confirmation, if it does."""
        return self.match.game.dangers(self.match.state, seat).get(action)

    def forfeit(self, seat: int, reason: Sentence) -> None:
        """A computer has failed; it loses by forfeit."""
        self.match.forfeit(seat, str(reason))
        self.save()

    def resign(self, seat: int) -> None:
        self.match.resign(seat)
        self.save()

    def take_back(self, seat: int) -> None:
        """Take back the last action of a person here. All others agree, computers included."""
        match, people = self.match, self.people
        actions = (event for event in match.events if event.kind == "action")
        actors = [event.seat for event in actions if event.seat in people]
        asking = actors[-1] if actors else seat
        match.take_back(asking)
        for other in range(len(match.players)):
            if match.offer is not None and other != asking and match.game.alive(match.state, other):
                match.agree(other)
        self.save()

    def hint(self, seat: int) -> Hint:
        """What the computer would play."""
        return hint(self.match.state, seat)

    # ---- saving -------------------------------------------------------------------------------

    def save(self) -> None:
        """Save the match now."""
        self.autosave.save(self.match.record())
        self.unsaved = False

    def _save_after(self, seat: int) -> None:
        """Save now if a person has acted or acts next, so that a crash loses nothing of theirs; a
        match between computers is saved now and then."""
        concerns_a_person = seat in self.people or self.asks_a_person
        if concerns_a_person or self.match.outcome is not None or self.autosave.due:
            self.save()
        else:
            self.unsaved = True

    def leave(self) -> None:
        """Stop the computers, and save what is not saved yet."""
        for computer in self.computers:
            if computer is not None:
                computer.stop()
        if self.unsaved:
            self.save()

    def leave_text(self) -> Sentence:
        """For somebody who leaves before the end: how to continue."""
        self.leave()
        if self.autosave.error:
            return Sentence("terminal.not_kept", reason=self.autosave.error)
        if self.autosave.path is None:
            return Sentence("terminal.left")
        return Sentence("terminal.kept", path=str(self.autosave.path))

    def saved_text(self) -> Sentence:
        """After the end: where the record is."""
        if self.autosave.path is None or self.autosave.error:
            return Sentence("terminal.not_kept", reason=self.autosave.error)
        return Sentence("terminal.record_kept", path=str(self.autosave.path))


def _computer(game: AnyGame, name: str, seed: int | None) -> Player | None:
    """The computer that a player's name stands for, if any. A record never starts an external
    program; the person here has to name it."""
    if is_foreign(name):
        return None
    try:
        player = read_player(player_of(name), seed)
        player.check(game)
    except BadSettings:
        return None
    return player
