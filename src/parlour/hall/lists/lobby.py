"""The lobby: a page of it, and the list that watchers see change."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from math import inf

import msgspec

from parlour.hall.lists.watcher import Watcher
from parlour.hall.people.limits import LOBBY_PAGE
from parlour.hall.storage.database import Database
from parlour.table.clock import TimeControl
from parlour.wire.http_types import Offered
from parlour.wire.messages import LobbyNews, frame

INTERVAL = 1.0
"""Seconds between two readings, at least."""
WATCHERS_A_SECOND = 3_000
"""How many watchers are sent news in a second; with more of them the readings are rarer."""
AT_ONCE = 200
"""How many are sent them before the event loop runs other tasks."""


async def load_lobby(database: Database, latest: float = inf, before: str = "") -> list[Offered]:
    """A page of the listed matches with a seat for anyone, newest first.

    They are older than the match `before`, created at `latest`. The query reads as many index
    entries as the page has matches.
    """
    rows = await database.read(
        "select m.id, m.game, m.settings, m.control, m.rated, m.offered, coalesce("
        "(select min(c.name) from seats c where c.match = m.id and c.person = m.owner),"
        " p.name), s.seat from"
        " (select id, game, settings, control, rated, offered, owner from matches"
        " where offered is not null and offered <= :latest and (offered < :latest or id < :id)"
        " order by offered desc, id desc limit :most) m"
        " join seats s on s.match = m.id left join people p on p.id = m.owner"
        " where s.wanted = 'anyone' and s.kind is null"
        " order by m.offered desc, m.id desc, s.seat",
        most=LOBBY_PAGE,
        latest=latest,
        id=before,
    )
    found: dict[str, Offered] = {}
    for id, slug, settings, control, rated, created, owner, seat in rows:
        free = found[id].free if id in found else ()
        found[id] = Offered(
            id,
            slug,
            msgspec.json.decode(settings),
            msgspec.json.decode(control, type=TimeControl) if control else None,
            bool(rated),
            created,
            owner or "",
            (*free, seat),
        )
    return list(found.values())


class LiveLobby:
    """The first page of the lobby, as all its watchers in this process have it.

    It is read at intervals, and only while somebody watches: what it costs does not grow with the
    number of matches, nor with that of the changes. All watchers are sent the same bytes.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._watchers: dict[Watcher, None] = {}
        self._shown: dict[str, Offered] = {}
        self._reading = asyncio.Lock()

    def interval(self) -> float:
        """Seconds until the next reading."""
        return max(INTERVAL, len(self._watchers) / WATCHERS_A_SECOND)

    async def watch(self, watcher: Watcher) -> None:
        """Send the list, and from now on what changes in it."""
        async with self._reading:
            if not self._watchers:  # nobody has kept it up to date
                await self._refresh()
        if watcher.open:
            self._watchers[watcher] = None
            news = LobbyNews(matches=tuple(self._shown.values()))
            watcher.send(frame("lobby", news))

    def drop(self, watcher: Watcher) -> None:
        self._watchers.pop(watcher, None)

    async def update(self) -> None:
        """Read the list, if anybody watches, and send what has changed."""
        if not self._watchers:
            return
        async with self._reading:
            news = await self._refresh()
        if not news.put and not news.gone:
            return
        text = frame("lobby", news)
        for number, watcher in enumerate(list(self._watchers), start=1):
            if watcher in self._watchers:
                watcher.send(text)
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)

    async def _refresh(self) -> LobbyNews:
        found = {offer.match: offer for offer in await load_lobby(self._database)}
        shown, self._shown = self._shown, found
        put: Sequence[Offered] = [o for id, o in found.items() if shown.get(id) != o]
        return LobbyNews(put=tuple(put), gone=tuple(id for id in shown if id not in found))
