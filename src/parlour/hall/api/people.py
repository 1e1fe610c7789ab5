"""People and what they have played, over HTTP: for everybody to see."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Annotated, Literal

from litestar import get
from litestar.params import PathParameter, QueryParameter

from parlour.hall.api.dependencies import HallDep
from parlour.hall.api.routes import Before
from parlour.hall.lists.archive import Search, search
from parlour.hall.lists.results import DECIDED, LOST, WON
from parlour.hall.people.accounts import DAY
from parlour.hall.people.authorise import anybody
from parlour.hall.people.public_profile import find_account, public_profile
from parlour.wire.http_types import ArchivePage, PersonProfile

Name = Annotated[str, PathParameter(max_length=40, description="The name of an account")]
Text = Annotated[str, QueryParameter(max_length=40, required=False)]
Day = Annotated[date | None, QueryParameter(required=False, description="A day, in UTC")]
Result = Literal["won", "lost", "drawn"]


@get(
    "/api/people/{name:str}",
    summary="Get the profile of an account: ratings and their history, results, last matches",
    policy=anybody,
)
async def show_profile(name: Name, hall: HallDep) -> PersonProfile:
    return await public_profile(hall.database, name)


@get(
    "/api/archive",
    summary="Search the listed matches that are over, the last ones first",
    policy=anybody,
)
async def archive(
    hall: HallDep,
    game: Text = "",
    player: Text = "",
    result: Annotated[Result | None, QueryParameter(required=False)] = None,
    since: Day = None,
    until: Day = None,
    before: Before = None,
) -> ArchivePage:
    person = (await find_account(hall.database, player)).user.person if player else ""
    if result in (WON, LOST) and not person:  # somebody has won, and others have lost
        score = DECIDED
    else:
        score = result or ""
    begin = _midnight(since) if since is not None else None
    end = _midnight(until) + DAY if until is not None else None
    return await search(hall.database, Search(game, person, score, begin, end, before or ""))


def _midnight(day: date) -> float:
    """When a day begins."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()


ROUTES = [show_profile, archive]
