"""Into a room and through its matches: sit down, play or watch, play again, leave, go on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack
from typing import IO

import msgspec

from parlour.client.client import Client, ClientEvent, enter_room
from parlour.client.http_client import HttpClient, RequestRefused
from parlour.client.link import Link, MatchRef
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

    def http_client(self) -> HttpClient:
        """The front desk, at which one is known; as a guest, if not by a token of one's own."""
        http_client = HttpClient(self.address, self.token)
        if not self.token:
            admitted = http_client.sign_in_as_guest(self.name)
            self.token, self.name = admitted.token, self.name or admitted.name
        return http_client


def go(guest: HallUser, match_ref: MatchRef, console: StandardConsole) -> None:
    """Play or watch at a match, until one leaves."""
    for kept in credentials.saved_seats(guest.address, match_ref.match):
        if match_ref.code in ("", kept.code, kept.invitation):
            match_ref = MatchRef(kept.match, kept.code)
            guest.token = guest.token or kept.token
            break
    guest.http_client()
    visit = OnlineSession(guest, match_ref, console)
    try:
        asyncio.run(visit.run())
    finally:
        visit.lines.close()


class OnlineSession:
    """A match, and those that follow it by playing again."""

    def __init__(self, guest: HallUser, match_ref: MatchRef, console: StandardConsole) -> None:
        self.guest, self.match_ref = guest, match_ref
        self.lines = AsyncConsole(console)

    async def run(self) -> None:
        first = True
        while self.match_ref.match:
            codes = (self.match_ref.code,) if self.match_ref.code else ()
            link = Link(self.guest.address, MatchRef(self.match_ref.match))
            async with enter_room(link, codes, self.guest.token) as (client, client_events):
                room = client.room
                if first and room.outcome is not None and not room.next:
                    credentials.forget(client.match)
                    raise RequestRefused("hall.match_over", how=str(room.outcome.sentence))
                first = False
                with ExitStack() as held:
                    for file in await self._take_seats(client):
                        held.enter_context(file)
                    following = await self._play(client, client_events)
                self._part(client, following)
                self.match_ref = MatchRef(following, self.match_ref.code)
        if self.lines.waiting is not None:  # nobody else may get the line that is being typed
            self.lines.say(str(Sentence("terminal.online_enter")))
            await self.lines.line()

    async def _take_seats(self, client: Client) -> list[IO[bytes]]:
        """Sit down where the code says, and keep the code."""
        room, held = client.room, list[IO[bytes]]()
        for seat in room.seats:
            if room.status == "open" and not room.seat_infos[seat].name:
                await client.do(Sit(self.guest.name[:40] or "Guest"), seat)
            self._tell_name(plain(room.seat_infos[seat].name))
            invitation = self.match_ref.code
            self.match_ref = MatchRef(client.match, client.own_codes.get(seat, self.match_ref.code))
            if not self.match_ref.code or room.terms is None:
                continue
            kept = SavedSeat(
                self.guest.address,
                client.match,
                seat,
                self.match_ref.code,
                self.guest.token,
                room.terms.title,
                room.seat_infos[seat].seat,
                invitation if invitation != self.match_ref.code else "",
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

    async def _play(self, client: Client, client_events: AsyncIterator[ClientEvent]) -> str:
        if not self.guest.board:
            return await OnlineDialogue(client, client_events, self.lines).play()
        from parlour.terminal.online.board_app import (
            OnlineBoardApp,  # textual takes a moment to import
        )

        app = OnlineBoardApp(client, client_events)
        await app.run_async()
        if client.room.outcome is not None:
            self.lines.say(str(client.room.outcome.sentence))
        return app.following

    def _part(self, client: Client, following: str) -> None:
        """Say how to go on, or what comes next."""
        if following:
            self.lines.say(str(Sentence("terminal.online_next")))
        elif client.room.status != "over" and client.room.seats:
            link = Link(self.guest.address, MatchRef(client.match))
            self.lines.say(str(Sentence("terminal.online_left", link=str(link))))
        if client.room.status == "over":
            credentials.forget(client.match)
