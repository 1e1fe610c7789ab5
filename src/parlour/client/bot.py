"""A program that plays on a hall: `parlour bot`.

It searches in a thread, plays several matches at once, and reconnects by itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from parlour.client.client import Client, ConnectionLost, describe_loss, enter_room
from parlour.client.http_client import HallUnreachable, HttpClient, RequestRefused
from parlour.client.link import Link, MatchRef
from parlour.client.mirror import Mirror
from parlour.client.position import ReplayedPosition
from parlour.players.player import Player
from parlour.players.search_result import Limits
from parlour.table.errors import Forfeit, ParlourError
from parlour.table.registry import game
from parlour.table.sentences import Sentence, shorten
from parlour.wire.http_types import Invitation
from parlour.wire.operations import Act, Decline, Resign, Sit

POLL_INTERVAL = 2.0
"""Seconds between two polls for invitations."""


class Bot:
    """Plays every match to which a hall invites it."""

    def __init__(
        self, address: str, token: str, player: Callable[[], Player], say: Callable[[str], None]
    ) -> None:
        self.http_client = HttpClient(address, token)
        self.name = ""
        self._player = player
        self._say = say
        self._unplayable: set[str] = set()  # matches that the player cannot play
        self._one_at_a_time = asyncio.Semaphore(1)  # a search uses a whole core

    async def sign_in(self) -> None:
        """Sign in with the token, or as a guest without one."""
        if not self.http_client.token:
            await asyncio.to_thread(self.http_client.sign_in_as_guest, shorten(self._player().name))
        self.name = (await asyncio.to_thread(self.http_client.account)).name

    async def serve(self) -> None:
        """Take every seat reserved for this bot, until cancelled."""
        async with asyncio.TaskGroup() as playing:
            while True:
                with suppress(HallUnreachable):  # retry at the next poll
                    for invitation in await asyncio.to_thread(self.http_client.invitations):
                        if not await asyncio.to_thread(self._can_play, invitation):
                            continue
                        with suppress(RequestRefused):  # the seat is already taken
                            seated = await asyncio.to_thread(
                                self.http_client.sit, invitation.match, invitation.seat
                            )
                            playing.create_task(
                                self._play_reporting_errors(MatchRef(invitation.match, seated.code))
                            )
                await asyncio.sleep(POLL_INTERVAL)

    def _can_play(self, invitation: Invitation) -> bool:
        """Can the player play this game? If not, the reason is reported once."""
        if invitation.match in self._unplayable:
            return False
        player = self._player()
        try:
            player.check(game(invitation.game, **invitation.settings))
        except ParlourError as error:
            self._unplayable.add(invitation.match)
            self._say(f"{invitation.match}: {error}")
            return False
        finally:
            player.stop()
        return True

    async def _play_reporting_errors(self, match_ref: MatchRef) -> None:
        try:
            await self.play(match_ref)
        except ParlourError as error:
            self._say(f"{match_ref.match}: {error}")

    async def play(self, match_ref: MatchRef) -> None:
        """Play one match to its end."""
        codes = (match_ref.code,) if match_ref.code else ()
        link = Link(self.http_client.address, MatchRef(match_ref.match))
        async with enter_room(link, codes, self.http_client.token) as (client, client_events):
            room = client.room
            if not room.seats or room.terms is None:
                raise RequestRefused("hall.not_your_seat")
            seat = room.seats[0]
            position, player = ReplayedPosition(room.terms), self._player()
            await asyncio.to_thread(player.check, position.game)
            if room.status == "open" and not room.seat_infos[seat].name:
                await client.do(Sit(self.name[:40] or "Bot", "bot"), seat)
            title, name = room.terms.title, room.seat_infos[seat].seat
            seated = Sentence("hall.bot_sits", match=match_ref.match, game=title, seat=name)
            self._say(str(seated))
            try:
                await self._move(client, position, player)
                async for client_event in client_events:
                    if isinstance(client_event, ConnectionLost):
                        self._say(f"{match_ref.match}: {describe_loss(client_event)}")
                        continue
                    if room.outcome is not None:
                        break
                    await self._move(client, position, player)
            finally:
                await asyncio.to_thread(player.stop)
            if room.outcome is not None:
                self._say(f"{match_ref.match}: {room.outcome.sentence}")

    def _limits(self, room: Mirror) -> Limits:
        """The time limits of a search, from the bot's clock if there is one."""
        left = room.clock(room.seat) if room.seat is not None else None
        control = room.terms.control if room.terms is not None else None
        return Limits(left=left, gain=control.increment if control is not None else 0.0)

    async def _move(self, client: Client, position: ReplayedPosition, player: Player) -> None:
        """Answer an offer, or act, if it is the bot's turn."""
        room = client.room
        with suppress(RequestRefused):  # the match has changed meanwhile
            if room.must_answer_offer:
                await client.do(Decline(), room.seats[0])
            if room.my_turn and room.seat is not None:
                position.follow(room.moves)
                async with self._one_at_a_time:
                    state = position.state
                    limits = self._limits(client.room)
                    try:
                        action = await asyncio.to_thread(player.choose, state, room.seat, limits)
                        operation = Act(action)
                    except Forfeit as failure:  # a failed program must not keep others waiting
                        self._say(str(failure))
                        operation = Resign()
                await client.do(operation, room.seat)
