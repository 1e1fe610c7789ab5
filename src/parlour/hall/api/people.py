"""People and what they have played, over HTTP: for everybody to see."""

from __future__ import annotations

from typing import Annotated, Literal

from litestar import get
from litestar.params import PathParameter, QueryParameter

from parlour.hall.api.dependencies import HallDep
from parlour.hall.api.routes import Before
from parlour.hall.lists.archive import Search, search
from parlour.hall.people.authorise import anybody
from parlour.hall.people.public_profile import find_account, public_profile
from parlour.table.errors import BadSettings
from parlour.wire.http_types import ArchivePage, PersonProfile

Name = Annotated[str, PathParameter(max_length=40, description="The name of an account")]
Text = Annotated[str, QueryParameter(max_length=40, required=False)]
Time = Annotated[float | None, QueryParameter(ge=0, le=1e11, required=False)]
Result = Literal["won", "lost", "drawn", "decided"]
OF_A_PLAYER, OF_A_MATCH = ("won", "lost", "drawn"), ("drawn", "decided")


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
    since: Time = None,
    until: Time = None,
    before: Before = None,
) -> ArchivePage:
    if result and result not in (OF_A_PLAYER if player else OF_A_MATCH):
        raise BadSettings("hall.result_of_player" if player else "hall.result_of_match")
    person = (await find_account(hall.database, player)).user.person if player else ""
    wanted = Search(game, person, result or "", since, until, before or "")
    return await search(hall.database, wanted)


ROUTES = [show_profile, archive]
