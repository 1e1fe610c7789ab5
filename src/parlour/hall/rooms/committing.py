"""Committing: new entries are written first, and then published.

A room whose entries could not be written has diverged from the disk, and is restored.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from parlour.hall.computers import thinking
from parlour.hall.operating import metrics, mistakes
from parlour.hall.rooms.errors import Stale
from parlour.hall.rooms.open_room import OpenRoom
from parlour.hall.storage import store
from parlour.hall.storage.database import DatabaseUnavailable, DuplicateKey, Statement
from parlour.wire.operations import Act, Entry

if TYPE_CHECKING:
    from parlour.hall.rooms.hall import Hall


class Committer:
    """Writes and publishes the new entries of all rooms of a hall."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    async def commit(self, open_room: OpenRoom, entries: Sequence[Entry]) -> bool:
        """Write the new entries of a locked room, then publish them.

        False if another process has written the same command: it is done, though not just now.
        """
        rooms, statements = self._hall.rooms, self._statements(open_room, entries)
        try:
            await self._hall.write(statements)
        except DuplicateKey:
            rooms.diverged.add(open_room.room.terms.id)
            await rooms.restore(open_room)
            command = entries[0].command
            if command is None or command not in open_room.room.commands:
                raise Stale("hall.stale") from None
            return False
        except BaseException as error:
            self._not_committed(open_room, error)
            raise
        return self._committed(open_room, entries)

    def commit_soon(
        self, open_room: OpenRoom, entries: Sequence[Entry], on_done: Callable[[bool], None]
    ) -> None:
        """Submit the new entries of a locked room by a plain call, and unlock it once they are
        published. `on_done` is called with False if writing or publishing has failed."""

        def written(error: Exception | None) -> None:
            published = False
            if error is None:
                self._hall.time.kept()
                published = self._committed(open_room, entries)
            else:
                self._not_committed(open_room, error)
            open_room.room_lock.release()
            on_done(published)

        self._hall.writer.submit(self._statements(open_room, entries), written)

    def _statements(self, open_room: OpenRoom, entries: Sequence[Entry]) -> Sequence[Statement]:
        hall = self._hall
        wall = hall.time.wall_clock.wall()
        return store.new_entries(open_room.room, entries, wall, hall.heartbeat.process)

    def _committed(self, open_room: OpenRoom, entries: Sequence[Entry]) -> bool:
        """Publish entries and start what follows from them; if that fails, the room is restored
        and sent again, and the result is False."""
        hall = self._hall
        for entry in entries:
            if isinstance(entry.operation, Act):
                metrics.moves.count += 1
        hall.lists.own.note(open_room)
        try:
            if open_room.audience.publish(entries) and hall.database.shared:
                id = open_room.room.terms.id
                hall.runtime.spawn(hall.presence.announce_later(id), "announcing presence", id)
            hall.schedule(open_room)
            thinking.start(hall, open_room)
        except Exception as error:  # noqa: BLE001 - committed, whatever a game's view has raised
            hall.rooms.note_failure(open_room.room.terms.id, error)
            hall.rooms.visit_soon(open_room.room.terms.id)
            return False
        return True

    def _not_committed(self, open_room: OpenRoom, error: BaseException) -> None:
        """The entries may or may not be on disk: the room has to be restored."""
        hall, id = self._hall, open_room.room.terms.id
        hall.rooms.diverged.add(id)
        if isinstance(error, DatabaseUnavailable):
            hall.time.stop()
        else:  # the caller was cancelled, or another process was first; listeners are still there
            if isinstance(error, Exception) and not isinstance(error, DuplicateKey):
                mistakes.note("entry cannot be stored", error, match=id)
            hall.rooms.visit_soon(id)
