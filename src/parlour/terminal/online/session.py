"""Into a room and through its matches: sit down, play or watch, play again, leave, go on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack
from typing import IO

import msgspec

from parlour.client.client import Client, Happening, entered
from parlour.client.http_client import HallRefuses, HttpClient
from parlour.client.link import Link, Ticket
from parlour.table.sentences import Sentence
from parlour.terminal.lines.console import StandardConsole
from parlour.terminal.online import credentials
from parlour.terminal.online.async_console import AsyncConsole
from parlour.terminal.online.credentials import SavedSeat
from parlour.terminal.online.dialogue import OnlineDialogue
from parlour.wire.operations import Sit
from parlour.wire.plain_text import plain


class HallUser(msgspec.Struct):
    """Who one is in a hall, and how one likes to play there."""

    address: str
    name: str = ""
    token: str = ""
    board: bool = False

    def desk(self) -> HttpClient:
        """The front desk, at which one is known; as a guest, if not by a token of one's own."""
        desk = HttpClient(self.address, self.token)
        if not self.token:
            admitted = desk.come_in(self.name)
            self.token, self.name = admitted.token, self.name or admitted.name
        return desk


def go(guest: HallUser, ticket: Ticket, console: StandardConsole) -> None:
    """Play or watch at a match, until one leaves."""
    for kept in credentials.saved_seats(guest.address, ticket.match):
        if ticket.code in ("", kept.code, kept.invitation):
            ticket = Ticket(kept.match, kept.code)
            guest.token = guest.token or kept.token
            break
    guest.desk()
    visit = OnlineSession(guest, ticket, console)
    try:
        asyncio.run(visit.run())
    finally:
        visit.lines.close()


class OnlineSession:
    """A match, and those that follow it by playing again."""

    def __init__(self, guest: HallUser, ticket: Ticket, console: StandardConsole) -> None:
        self.guest, self.ticket = guest, ticket
        self.lines = AsyncConsole(console)

    async def run(self) -> None:
        first = True
        while self.ticket.match:
            codes = (self.ticket.code,) if self.ticket.code else ()
            link = Link(self.guest.address, Ticket(self.ticket.match))
            async with entered(link, codes, self.guest.token) as (client, happenings):
                room = client.room
                if first and room.outcome is not None and not room.next:
                    credentials.forget(client.match)
                    raise HallRefuses("hall.match_over", how=str(room.outcome.sentence))
                first = False
                with ExitStack() as held:
                    for file in await self._take_seats(client):
                        held.enter_context(file)
                    following = await self._play(client, happenings)
                self._part(client, following)
                self.ticket = Ticket(following, self.ticket.code)
        if self.lines.waiting is not None:  # nobody else may get the line that is being typed
            self.lines.say(str(Sentence("terminal.online_enter")))
            await self.lines.line()

    async def _take_seats(self, client: Client) -> list[IO[bytes]]:
        """Sit down where the code says, and keep the code."""
        room, held = client.room, list[IO[bytes]]()
        for seat in room.seats:
            if room.status == "open" and not room.chairs[seat].name:
                await client.do(Sit(self.guest.name[:40] or "Guest"), seat)
            self._tell_name(plain(room.chairs[seat].name))
            invitation = self.ticket.code
            self.ticket = Ticket(client.match, client.own_codes.get(seat, self.ticket.code))
            if not self.ticket.code or room.terms is None:
                continue
            kept = SavedSeat(
                self.guest.address,
                client.match,
                seat,
                self.ticket.code,
                self.guest.token,
                room.terms.title,
                room.chairs[seat].seat,
                invitation if invitation != self.ticket.code else "",
            )
            try:
                held.append(credentials.keep(kept))
            except credentials.NotSaved as error:
                self.lines.say(str(error), "wrong")
        return held

    def _tell_name(self, name: str) -> None:
        """Who would like to be called otherwise hears that it is too late for that."""
        if self.guest.name and name != plain(self.guest.name[:40]):
            self.lines.say(str(Sentence("terminal.online_name_stays", name=name)))

    async def _play(self, client: Client, happenings: AsyncIterator[Happening]) -> str:
        if not self.guest.board:
            return await OnlineDialogue(client, happenings, self.lines).play()
        from parlour.terminal.online.board_app import (
            OnlineBoardApp,  # textual takes a moment to import
        )

        app = OnlineBoardApp(client, happenings)
        await app.run_async()
        if client.room.outcome is not None:
            self.lines.say(str(client.room.outcome.sentence))
        return app.following

    def _part(self, client: Client, following: str) -> None:
        """Say how to go on, or what comes next."""
        if following:
            self.lines.say(str(Sentence("terminal.online_next")))
        elif client.room.status != "over" and client.room.seats:
            link = Link(self.guest.address, Ticket(client.match))
            self.lines.say(str(Sentence("terminal.online_left", link=str(link))))
        if client.room.status == "over":
            credentials.forget(client.match)
