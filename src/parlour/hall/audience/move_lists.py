"""The list of moves of a room: what each viewer was sent of it, and what is new.

With the moves go reports: what they did, in words. A client that enters is sent the reports of the
last moves only; `GET /api/matches/{match}/plies` has all of them.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Sequence

from parlour.hall.rooms.room import Room
from parlour.table.match import Match
from parlour.table.matches.reports import Report, report_event, report_hidden
from parlour.table.matches.viewers import Viewer
from parlour.table.record import Event
from parlour.table.state import NOBODY
from parlour.wire.messages import Moves

REPORTED = 50
"""Most moves whose reports are sent at once."""


class MoveLists:
    """The list of moves as each viewer was sent it."""

    def __init__(self, room: Room) -> None:
        self._room = room
        # How many each viewer was sent; if some were hidden, what was sent.
        self._shown: dict[Viewer, int | Sequence[Event]] = {}
        self._recent: tuple[int, list[Report]] = (-1, [])  # reports, as of an entry

    def __contains__(self, viewer: Viewer) -> bool:
        return viewer in self._shown

    def keep(self, viewers: Container[Viewer]) -> None:
        """Forget all other viewers."""
        for viewer in [viewer for viewer in self._shown if viewer not in viewers]:
            del self._shown[viewer]

    def all(self, match: Match, viewer: Viewer) -> Moves:
        """The whole list, for a viewer who then receives `news`."""
        events = self.visible(match, viewer)
        self._shown[viewer] = _remember(events)
        return self._from(match, events, 0)

    def news(self, match: Match, viewers: Collection[Viewer]) -> dict[Viewer, Moves | None]:
        """What each viewer was not sent yet; None if there is nothing new."""
        if match.game.hides:
            return {viewer: self._since(match, viewer) for viewer in viewers}
        first = next(iter(viewers))
        common = self._since(match, first)
        self._shown = dict.fromkeys(viewers, self._shown[first])
        return dict.fromkeys(viewers, common)

    def _since(self, match: Match, viewer: Viewer) -> Moves | None:
        shown, kept, events = self._shown[viewer], self._room.kept_events, match.events
        if isinstance(shown, int) and self._is_all_seen(match, viewer, shown):
            self._shown[viewer] = len(events)
            at = min(shown, kept)
            return self._from(match, events, at) if at < max(shown, len(events)) else None
        sent = events[: min(shown, kept)] if isinstance(shown, int) else shown
        visible = self.visible(match, viewer)
        self._shown[viewer] = _remember(visible)
        at = 0
        while at < min(len(sent), len(visible)) and sent[at] == visible[at]:
            at += 1
        longest = shown if isinstance(shown, int) else len(shown)
        return self._from(match, visible, at) if at < max(longest, len(visible)) else None

    def _is_all_seen(self, match: Match, viewer: Viewer, shown: int) -> bool:
        """May the viewer, who was shown so many moves, know all others? A take-back may hide again
        what its action has revealed."""
        if not match.game.hides:
            return True
        observer, sees = NOBODY if viewer is None else viewer, match.game.sees
        return shown <= self._room.kept_events and all(
            action is None or sees(match.state, observer, event.seat, action)
            for (_, event, action, _), _ in self._room.acts
        )

    def visible(self, match: Match, viewer: Viewer) -> Sequence[Event]:
        """The whole list, as far as the viewer may see it."""
        return match.seen_by(viewer).events if match.game.hides else tuple(match.events)

    # ---- reports ------------------------------------------------------------------------------

    def _from(self, match: Match, events: Sequence[Event], at: int) -> Moves:
        """The list from an index on, with the reports of its last moves."""
        fresh = events[at:]
        acts, count = self._room.acts, len(fresh)
        if acts and count == len(acts) and match.events[-1] is acts[-1].transition.event:
            reports = [report_event(*act, match.players) for act in acts]  # the usual case
        else:
            count = min(count, REPORTED)
            reports = self._recent_reports(match)[-count:] if count else []
        if match.game.hides:
            reports = [
                report_hidden(event, match.players) if event.hidden else report
                for event, report in zip(fresh[-count:], reports, strict=True)
            ]
        return Moves(at, fresh, tuple(reports))

    def _recent_reports(self, match: Match) -> list[Report]:
        """The reports of the last moves, as if nothing were hidden."""
        seq, reports = self._recent
        if seq != self._room.seq:
            end = len(match.events)
            last = match.transitions(max(0, end - REPORTED), end)
            reports = [report_event(transition, (), match.players) for transition in last]
            self._recent = self._room.seq, reports
        return reports


def _remember(events: Sequence[Event]) -> int | Sequence[Event]:
    """How many; all of them if some are hidden."""
    return events if any(event.hidden for event in events) else len(events)
