"""The live lists of a process: who watches which, and the rounds in which they are told."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from parlour.hall.lists.earlier_matches import EarlierMatches
from parlour.hall.lists.lobby import LiveLobby
from parlour.hall.lists.own_matches import INTERVAL, OwnMatches
from parlour.hall.lists.watcher import Watcher
from parlour.hall.runtime import Run, Runtime

if TYPE_CHECKING:
    from parlour.hall.rooms.hall import Hall


class LiveLists:
    """The lobby and the own matches of those who watch them."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self.lobby = LiveLobby(hall.database)
        self.own = OwnMatches(hall)
        self.earlier = EarlierMatches(hall)

    def start(self, runtime: Runtime) -> None:
        runtime.every(
            self.lobby.interval, "lobby", self._unless_away(self.lobby.update), vital=False
        )
        runtime.every(
            lambda: INTERVAL, "own matches", self._unless_away(self.own.update), vital=False
        )

        runtime.every(
            self.earlier.interval,
            "results of earlier matches",
            self._unless_away(self.earlier.store_one),
            vital=False,
        )

    def _unless_away(self, update: Run) -> Run:
        async def run() -> None:
            if self._hall.time.away_since is None:
                await update()

        return run

    async def watch(self, watcher: Watcher, lists: Collection[str]) -> None:
        """From now on this watcher is told about these lists, and about no others."""
        self.lobby.drop(watcher)
        self.own.drop(watcher)
        if "lobby" in lists:
            await self.lobby.watch(watcher)
        if "mine" in lists:
            await self.own.watch(watcher)

    def drop(self, watcher: Watcher) -> None:
        """It has disconnected."""
        self.lobby.drop(watcher)
        self.own.drop(watcher)
