"""A match in a hall as this client knows it."""

from __future__ import annotations

from parlour.client.client import Client
from parlour.client.position import try_position
from parlour.table.errors import ParlourError
from parlour.table.looks.look import Looks
from parlour.table.matches.events import Transition
from parlour.table.sentences import Sentence
from parlour.wire.plain_text import plain


class OnlineMatch:
    """The room, and the position by the rules if the game is installed here."""

    def __init__(self, client: Client) -> None:
        self.client, self.room = client, client.room
        terms = client.room.terms
        self.title = terms.title if terms else ""
        self.has_clocks = terms is not None and terms.control is not None
        self.position = try_position(terms) if terms else None
        """None if the game is not installed here, or its rules have refused a move of the hall."""

    @property
    def looks(self) -> Looks:
        """The looks of the game, which are plain if it is not installed here."""
        return self.position.game.looks() if self.position else Looks()

    def follow(self) -> list[Transition]:
        """The new moves by the rules. If the rules refuse one, this raises, and from then on the
        front end shows only the hall's view."""
        if self.position is None:
            return []
        try:
            return self.position.follow(self.room.moves)
        except ParlourError:
            self.position = None
            raise

    def report(self, move: Transition) -> Sentence:
        """What a move that `follow` gave did, in words."""
        if self.position is None:
            raise ValueError("there is no position to report from")
        return self.position.describe(move, [plain(name) for name in self.room.names])

    def acting(self) -> list[str]:
        """The names of the players who have to act."""
        panels = self.room.view.panels if self.room.view is not None else ()
        return [plain(panel.name) for panel in panels if panel.acting]

    def others_are_computers(self) -> bool:
        """Are there no people in the seats that are not one's own?"""
        others = (seat for seat in range(len(self.room.seat_infos)) if seat not in self.room.seats)
        return all(self.room.seat_infos[seat].kind == "computer" for seat in others)
