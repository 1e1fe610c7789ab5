"""A match in a hall as a dialogue of lines: news appears while a person thinks or types."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from parlour.client.client import (
    Client,
    ClientEvent,
    ConnectionLost,
    Reconnected,
    RoomChanged,
    describe_loss,
)
from parlour.client.http_client import HallUnreachable
from parlour.table.errors import IllegalAction, ParlourError
from parlour.table.sentences import Sentence, listing
from parlour.terminal.lines.console import LEAVING
from parlour.terminal.online.lines.announcer import Announcer
from parlour.terminal.online.lines.async_console import AsyncConsole
from parlour.terminal.online.lines.commands import Commands
from parlour.terminal.online.lines.texts import refusal_text
from parlour.terminal.online.match import OnlineMatch
from parlour.wire.messages import ChatMessage, ErrorMessage, OfferDeclined
from parlour.wire.operations import Operation
from parlour.wire.plain_text import plain


class OnlineDialogue:
    """Waits for events of the room and for lines of the person, whichever comes first."""

    def __init__(
        self, client: Client, events: AsyncIterator[ClientEvent], console: AsyncConsole
    ) -> None:
        self.client, self.room, self.console = client, client.room, console
        self.online = OnlineMatch(client)
        self.announcer = Announcer(self.online, console)
        self.commands = Commands(self.online, console, self.announcer, self._perform)
        self.events = events
        self.next_event: asyncio.Future[ClientEvent]
        self.is_disconnected = False
        self.asked_at: tuple[int, bool] | None = None  # the position of the last question

    async def play(self) -> str:
        """Play or watch until this person leaves; the name of the next match if there is one."""
        self.announcer.greet()
        self.next_event = asyncio.ensure_future(anext(self.events))
        try:
            while True:
                self.announcer.announce()
                self._leave_if_nothing_to_wait_for()
                if self.commands.leaving or self.room.next:
                    break
                self._ask()
                awaited: set[asyncio.Future[Any]] = {self.next_event}
                if self._wants_line():
                    awaited.add(self.console.line())
                await asyncio.wait(awaited, return_when=asyncio.FIRST_COMPLETED)
                if self.next_event.done():
                    self._handle_next_event()
                pending = self.console.pending
                if pending is not None and pending.done() and self._accepts(pending.result()):
                    self.console.consume()
                    await self._answer(pending.result())
        finally:
            self.next_event.cancel()
        return "" if self.commands.leaving else self.room.next

    # ---- events -------------------------------------------------------------------------------

    def _handle_next_event(self) -> None:
        event = self.next_event.result()
        self.next_event = asyncio.ensure_future(anext(self.events))
        match event:
            case ConnectionLost():
                if not self.is_disconnected:
                    self._say(describe_loss(event))
                self.is_disconnected = True
            case Reconnected():
                if self.is_disconnected:
                    self._say(Sentence("hall.line_back"))
                self.is_disconnected = False
                self.asked_at = None
            case RoomChanged():
                pass
            case OfferDeclined():
                self._say(refusal_text(self.room, event))
            case ChatMessage():
                name, text = plain(self.room.speaker(event)), plain(event.text)
                self._say(Sentence("terminal.online_said", name=name, text=text))
            case ErrorMessage():
                self._say(plain(str(event.sentence)), "wrong")

    def _say(self, sentence: Sentence | str, tone: str = "") -> None:
        self.console.say(str(sentence), tone)

    # ---- questions and answers ----------------------------------------------------------------

    def _wants_line(self) -> bool:
        """On a screen always. In a pipe as an answer, and before the match begins: then the line
        may be the word that leaves, or the end of the input."""
        pending = self.console.pending
        unused = pending is not None and pending.done()
        waits = self._waits_for_others() and not unused
        return self.console.on_screen or bool(self._question()) or waits

    def _accepts(self, line: str | None) -> bool:
        """Is a line for now? In a pipe, a line that comes too early answers the first question."""
        leaves = line is None or line.strip().lower() in LEAVING
        waits = self._waits_for_others() and leaves
        return self.console.on_screen or bool(self._question()) or waits

    def _waits_for_others(self) -> bool:
        """Does this person sit here before all the others do?"""
        return bool(self.room.seats) and self.room.status == "open"

    def _question(self) -> str:
        """The question that this person has to answer now, if any."""
        room = self.room
        if self.is_disconnected:
            return ""
        if room.status == "over":
            may_ask = self.commands.may_ask_for_rematch
            return str(Sentence("terminal.online_again")) if may_ask else ""
        if room.must_answer_offer and not room.my_turn:
            return str(Sentence("terminal.online_answer"))
        return str(room.view.prompt) if room.my_turn and room.view is not None else ""

    def _ask(self) -> None:
        """Ask the question, once in every position."""
        question, at = self._question(), (self.room.seq, self.room.status == "over")
        if not question or self.asked_at == at:
            return
        self.asked_at = at
        room = self.room
        if room.my_turn and room.view is not None and room.view.seat is not None:
            name = plain(room.names[room.view.seat])
            self._say(Sentence("terminal.online_your_turn", player=name), "turn")
            if clocks := self.announcer.clocks():
                self._say(Sentence("terminal.online_clocks", clocks=listing(clocks)))
        self._say(question)

    async def _answer(self, line: str | None) -> None:
        """Carry out an entered line; None is the end of the input."""
        self.asked_at = None
        if line is None:
            self.commands.leaving = True
            return
        try:
            await self.commands.run(line.strip())
        except ParlourError as error:
            self._say(plain(str(self._refusal(error.sentence))), "wrong")

    def _refusal(self, sentence: Sentence) -> Sentence:
        """A refusal in words for the player whom it concerns."""
        others_act = not self.room.my_turn and self.room.status == "running"
        if sentence.id != "table.not_your_turn" or not others_act:
            return sentence
        acting = listing(self.online.acting())
        return Sentence("terminal.online_not_your_turn", players=acting)

    async def _perform(self, operation: Operation) -> None:
        """Send an operation to the hall and wait for its answer."""
        if not self.room.seats:
            raise IllegalAction("terminal.online_not_now")
        if not self.client.connected:
            raise HallUnreachable("hall.not_connected")
        seat = self.room.seat if self.room.seat is not None else self.room.seats[0]
        request = asyncio.ensure_future(self.client.do(operation, seat))
        try:
            while not request.done():  # a lost connection is announced meanwhile
                awaited: set[asyncio.Future[Any]] = {request, self.next_event}
                await asyncio.wait(awaited, return_when=asyncio.FIRST_COMPLETED)
                if self.next_event.done() and not request.done():
                    self._handle_next_event()
            await request
        finally:
            request.cancel()

    def _leave_if_nothing_to_wait_for(self) -> None:
        """Leave a match that is over: spectators at once, players when nobody can accept the
        rematch that they have asked for."""
        room = self.room
        if room.status != "over" or room.next or self.commands.leaving:
            return
        people = [
            info
            for seat, info in enumerate(room.seat_infos)
            if seat not in room.seats and info.kind != "computer"
        ]
        if not room.seats:
            self.commands.leaving = True
        elif self.commands.wants_rematch and people and not any(one.online for one in people):
            self._say(Sentence("terminal.online_alone"))
            self.commands.leaving = True
