"""From entering a room to leaving it: take a seat, play or watch, follow rematches."""

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
from parlour.terminal.online.credentials import SavedSeat
from parlour.terminal.online.lines.async_console import AsyncConsole
from parlour.terminal.online.lines.dialogue import OnlineDialogue
from parlour.wire.operations import LONGEST_NAME, Sit
from parlour.wire.plain_text import plain


class HallUser(msgspec.Struct):
    """A person in a hall: name, access token, and whether to play on the full-screen board."""

    address: str
    name: str = ""
    token: str = ""
    board: bool = False

    def sign_in(self) -> HttpClient:
        """An HTTP client for this user; without a token the user is registered as a guest."""
        http_client = HttpClient(self.address, self.token)
        if not self.token:
            admitted = http_client.sign_in_as_guest(self.name)
            self.token, self.name = admitted.token, self.name or admitted.name
        return http_client


def go(user: HallUser, match_ref: MatchRef, console: StandardConsole) -> None:
    """Play or watch a match and its rematches, until this person leaves."""
    for saved in credentials.saved_seats(user.address, match_ref.match):
        if match_ref.code in ("", saved.code, saved.invitation):
            match_ref = MatchRef(saved.match, saved.code)
            user.token = user.token or saved.token
            break
    user.sign_in()
    session = OnlineSession(user, match_ref, console)
    try:
        asyncio.run(session.run())
    finally:
        session.console.close()


class OnlineSession:
    """A match and its rematches."""

    def __init__(self, user: HallUser, match_ref: MatchRef, console: StandardConsole) -> None:
        self.user, self.match_ref = user, match_ref
        self.console = AsyncConsole(console)

    async def run(self) -> None:
        first = True
        while self.match_ref.match:
            codes = (self.match_ref.code,) if self.match_ref.code else ()
            link = Link(self.user.address, MatchRef(self.match_ref.match))
            async with enter_room(link, codes, self.user.token) as (client, events):
                room = client.room
                if first and room.outcome is not None and not room.next:
                    credentials.forget_match(client.match)
                    raise RequestRefused("hall.match_over", how=str(room.outcome.sentence))
                first = False
                with ExitStack() as locks:
                    for file in await self._take_seats(client):
                        locks.enter_context(file)
                    next_match = await self._play(client, events)
                self._finish(client, next_match)
                self.match_ref = MatchRef(next_match, self.match_ref.code)
        if self.console.pending is not None:  # no later prompt may get the line being typed
            self.console.say(str(Sentence("terminal.online_enter")))
            await self.console.line()

    async def _take_seats(self, client: Client) -> list[IO[bytes]]:
        """Take the seats that the code opens, and save their codes; the locked files."""
        room, locked = client.room, list[IO[bytes]]()
        for seat in room.seats:
            if room.status == "open" and not room.seat_infos[seat].name:
                await client.do(Sit(self.user.name[:LONGEST_NAME] or "Guest"), seat)
            self._report_name(plain(room.seat_infos[seat].name))
            invitation = self.match_ref.code
            self.match_ref = MatchRef(client.match, client.own_codes.get(seat, self.match_ref.code))
            if not self.match_ref.code or room.terms is None:
                continue
            saved = SavedSeat(
                self.user.address,
                client.match,
                seat,
                self.match_ref.code,
                self.user.token,
                room.terms.title,
                room.seat_infos[seat].seat,
                invitation if invitation != self.match_ref.code else "",
            )
            try:
                locked.append(credentials.save_seat(saved))
            except credentials.NotSaved as error:
                self.console.say(str(error), "wrong")
        return locked

    def _report_name(self, name: str) -> None:
        """Say so if the seat already has another name than the one asked for."""
        if self.user.name and name != plain(self.user.name[:LONGEST_NAME]):
            self.console.say(str(Sentence("terminal.online_name_stays", name=name)))

    async def _play(self, client: Client, events: AsyncIterator[ClientEvent]) -> str:
        """The name of the next match, if there is one."""
        if not self.user.board:
            return await OnlineDialogue(client, events, self.console).play()
        from parlour.terminal.online.board_app import OnlineBoardApp  # textual is slow to import

        app = OnlineBoardApp(client, events)
        await app.run_async()
        if client.room.outcome is not None:
            self.console.say(str(client.room.outcome.sentence))
        return app.next_match

    def _finish(self, client: Client, next_match: str) -> None:
        """Say how to continue, or that the rematch begins."""
        if next_match:
            self.console.say(str(Sentence("terminal.online_next")))
        elif client.room.status != "over" and client.room.seats:
            link = Link(self.user.address, MatchRef(client.match))
            self.console.say(str(Sentence("terminal.online_left", link=str(link))))
        if client.room.status == "over":
            credentials.forget_match(client.match)
