"""Says in lines what is new in a room: players, moves, offers, the end.

Where the game is installed here, its own words and text board are used; elsewhere the board is
drawn from the hall's view alone.
"""

from __future__ import annotations

from msgspec.structs import replace

from parlour.table.errors import BadText, ParlourError
from parlour.table.sentences import Sentence, listing
from parlour.table.texts import text_board
from parlour.terminal.lines.board import board_in_lines
from parlour.terminal.online.invitations import invitations
from parlour.terminal.online.lines.async_console import AsyncConsole
from parlour.terminal.online.lines.texts import duration_text, names_with_mine, offer_text
from parlour.terminal.online.match import OnlineMatch
from parlour.wire.messages import OfferInfo, SeatInfo
from parlour.wire.plain_text import plain


class Announcer:
    """Compares the room with what was announced last."""

    def __init__(self, online: OnlineMatch, console: AsyncConsole) -> None:
        self.online, self.room, self.console = online, online.room, console
        # As last announced:
        self.status = ""
        self.seats: tuple[SeatInfo, ...] = ()
        self.offer: OfferInfo | None = None
        self.alive: set[int] = set()
        self.move_count = 0
        self.reported = 0  # moves that were reported by the rules
        self.shown = -1  # moves that were shown without rules

    def say(self, sentence: Sentence | str, tone: str = "") -> None:
        self.console.say(str(sentence), tone)

    def greet(self) -> None:
        if self.room.seats:
            seats = listing([self.room.seat_infos[seat].seat for seat in self.room.seats])
            self.say(Sentence("terminal.online_seated", game=self.online.title, seat=seats))
        else:
            self.say(Sentence("terminal.online_watching", game=self.online.title))

    def announce(self) -> None:
        """Say what has changed since the last call."""
        room, before = self.room, self.status
        self.status = room.status
        taken_back, self.move_count = len(room.moves) < self.move_count, len(room.moves)
        self._announce_seats()
        if room.status != "open" and before != room.status and before in ("", "open"):
            names = listing(names_with_mine(room))
            self.say(Sentence("terminal.online_begins", game=self.online.title, players=names))
            if not before:
                self._announce_absent_players()
            self._announce_moves(first=True)
        else:
            if taken_back:
                self.say(Sentence("terminal.undone"))
            self._announce_moves()
        self._announce_eliminations()
        if room.offer != self.offer:
            previous, self.offer = self.offer, room.offer
            self._announce_offer(previous, taken_back)
        if room.outcome is not None and before != "over":
            self.say(room.outcome.sentence, "turn")

    # ---- players ------------------------------------------------------------------------------

    def _announce_seats(self) -> None:
        """Free seats before the match begins; afterwards, who has connected or disconnected."""
        room, before = self.room, self.seats
        self.seats = room.seat_infos
        if room.status == "open":
            free = [info.seat for info in room.seat_infos if not info.name]
            if before != room.seat_infos and free:
                game, seats = self.online.title, listing(free)
                self.say(Sentence("terminal.online_waiting", game=game, seats=seats))
                self.show_invitations()
            return
        for seat, (old, new) in enumerate(zip(before, room.seat_infos, strict=False)):
            if old.name and old.online != new.online and seat not in room.seats:
                id = "terminal.online_online" if new.online else "terminal.online_offline"
                self.say(Sentence(id, player=plain(new.name)))

    def _announce_absent_players(self) -> None:
        """For somebody who enters a running match and might wait for them."""
        for seat, info in enumerate(self.room.seat_infos):
            if info.name and not info.online and seat not in self.room.seats:
                self.say(Sentence("terminal.online_offline", player=plain(info.name)))

    def _announce_eliminations(self) -> None:
        """Players who are out while the others play on."""
        room, before = self.room, self.alive
        panels = room.view.panels if room.view is not None else ()
        self.alive = {panel.seat for panel in panels if panel.alive}
        for panel in panels:
            if panel.seat in before - self.alive and room.outcome is None:
                self.say(Sentence("terminal.out", player=plain(panel.name)))

    # ---- moves --------------------------------------------------------------------------------

    def _announce_moves(self, first: bool = False) -> None:
        room = self.room
        if room.status == "open" or room.view is None:
            return
        try:
            moves = self.online.follow()
        except ParlourError as error:
            self.say(plain(str(error)), "wrong")
            moves = []
        if self.online.position is None:
            self._announce_without_rules(first)
            return
        for move in moves if not first else ():
            self.say(self.online.report(move))
        if first or moves or len(room.moves) < self.reported:
            self.say("")
            self._show_position()
        self.reported = len(room.moves)

    def _announce_without_rules(self, first: bool) -> None:
        """The latest move as the hall wrote it, and the board of the hall's view."""
        room, count = self.room, len(self.room.moves)
        if count == self.shown:
            return
        self.shown = count
        for event in room.moves[-1:] if not first else ():
            player = plain(room.names[event.seat]) if event.seat >= 0 else ""
            self.say(Sentence("table.acted", player=player, text=plain(event.what)))
        self._show_position()

    def _show_position(self) -> None:
        """The board, and who has to act, unless that is oneself: then the question says so."""
        self.show_board()
        if self.room.status == "running" and not self.room.my_turn:
            if acting := self.online.acting():
                self.say(Sentence("terminal.online_waits", players=listing(acting)))

    # ---- on request ---------------------------------------------------------------------------

    def show_board(self, hinted: tuple[str, ...] = ()) -> None:
        """The drawn board for people who look at a screen, the text board for programs."""
        room, position = self.room, self.online.position
        if self.console.on_screen and room.board is not None and room.view is not None:
            names = [replace(panel, name=plain(panel.name)) for panel in room.view.panels]
            view = replace(room.view, panels=tuple(names))
            self.console.say(board_in_lines(room.board, view, self.online.looks, hinted), "drawn")
        elif position is not None:
            self.say(position.text(room.seat))
        elif room.board is not None and room.view is not None:
            self.say(text_board.draw(room.board, room.view.pieces))
        self.say("")

    def show_invitations(self) -> None:
        for sentence in invitations(self.online.client):
            self.say(sentence)

    def _announce_offer(self, previous: OfferInfo | None, taken_back: bool) -> None:
        """A new offer, or the end of the previous one. An accepted one shows by its effect."""
        offer = self.offer
        if offer is None:
            accepted = previous is not None and previous.what == "undo" and taken_back
            told = accepted or self.room.declined is not None  # a refusal is an event of its own
            if self.room.outcome is None and not told:
                self.say(Sentence("terminal.online_offer_gone"))
        elif previous is None or (previous.what, previous.seat) != (offer.what, offer.seat):
            self.say(offer_text(self.room, offer))

    def show_clocks(self) -> None:
        if not self.online.has_clocks:
            raise BadText("terminal.online_no_clocks")
        self.say(Sentence("terminal.online_clocks", clocks=listing(self.clocks())))

    def clocks(self) -> list[str]:
        """The time that each player has left, if there are clocks."""
        times = ((plain(name), self.room.clock(seat)) for seat, name in enumerate(self.room.names))
        return [f"{name} {duration_text(left)}" for name, left in times if left is not None]
