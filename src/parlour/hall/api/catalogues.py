"""Games, their pictures and all texts over HTTP: what does not change while the hall runs.

Every answer has an ETag, and who has it already is told so in a few bytes. It is compressed for
clients that accept it: nothing in these answers is secret, so their length gives nothing away.
"""

from __future__ import annotations

from functools import lru_cache
from gzip import compress
from hashlib import sha256
from importlib.resources import files
from itertools import pairwise
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import PathParameter

from parlour import games
from parlour.hall.people.authorise import anybody
from parlour.hall.rooms.errors import NoSuchMatch
from parlour.table.errors import BadSettings
from parlour.table.looks.description import Description, describe
from parlour.table.registry import find, game
from parlour.table.sentences import catalogue, languages, listing, shorten
from parlour.wire.http_types import GameInfo

Language = Annotated[
    str, PathParameter(pattern="^[a-z]{2,3}$", description="A language code, such as en")
]
Slug = Annotated[str, PathParameter(max_length=40, description="The slug of a game")]
Picture = Annotated[
    str, PathParameter(pattern=r"^[a-z_]{1,40}\.svg$", description="A file, such as match.svg")
]
HttpRequest = Request[Any, Any, Any]
JSON, SVG = "application/json", "image/svg+xml"


class NotInCatalogue(NoSuchMatch):
    """There is no such game, picture or language."""


@get("/api/games", summary="List the games", policy=anybody)
async def list_games() -> list[GameInfo]:
    found = [find(slug) for slug in games()]
    return [
        GameInfo(kind.slug, kind.title, kind.version, game(kind.slug).seats, kind.describe())
        for kind in found
    ]


@get(
    "/api/games/{slug:str}",
    summary="Describe a game: its looks, settings, levels, rulebook and first position; settings"
    " may be given as parameters",
    policy=anybody,
    responses={200: ResponseSpec(Description, False, description="The game")},
)
async def show_game(slug: Slug, request: HttpRequest) -> Response[bytes]:
    _refuse_unknown(slug)
    settings = sorted(request.query_params.multi_items())
    for (one, _), (other, _) in pairwise(settings):
        if one == other:
            raise BadSettings("settings.twice", name=shorten(one))
    return answer(request, described(slug, tuple(settings)), JSON)


@lru_cache(64)
def described(slug: str, settings: tuple[tuple[str, str], ...]) -> bytes:
    """The description of a game with these settings, as JSON."""
    return msgspec.json.encode(describe(game(slug, **dict(settings))))


@get(
    "/api/games/{slug:str}/pictures/{name:str}",
    summary="Get a picture of a game's rulebook, as SVG",
    policy=anybody,
)
async def show_picture(slug: Slug, name: Picture, request: HttpRequest) -> Response[bytes]:
    _refuse_unknown(slug)
    file = files(find(slug).__module__.rpartition(".")[0]) / "pictures" / name
    if not file.is_file():
        raise NotInCatalogue("hall.no_picture", name=name)
    return answer(request, file.read_bytes(), SVG)


@get("/api/words", summary="List the languages, by code, with their own names", policy=anybody)
async def list_languages() -> dict[str, str]:
    return languages()


@get(
    "/api/words/{language:str}",
    summary="Get the text template of every sentence",
    policy=anybody,
    responses={200: ResponseSpec(dict[str, str], False, description="The texts by id")},
)
async def words(language: Language, request: HttpRequest) -> Response[bytes]:
    if not (texts := catalogue(language)):
        raise NotInCatalogue("hall.no_language", language=language)
    return answer(request, msgspec.json.encode(texts), JSON)


def answer(request: HttpRequest, body: bytes, kind: str) -> Response[bytes]:
    """The answer with its ETag, or 304 without a body if the client has the same."""
    tag, packed = _tag_and_packed(body)
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if len(packed) < len(body) and "gzip" in request.headers.get("accept-encoding", ""):
        body, tag = packed, f"{tag}-gzip"
        headers["Content-Encoding"] = "gzip"
    headers["ETag"] = f'"{tag}"'
    given = request.headers.get("if-none-match", "")
    if headers["ETag"] in [each.strip().removeprefix("W/") for each in given.split(",")]:
        headers.pop("Content-Encoding", None)
        return Response(b"", status_code=304, headers=headers)
    return Response(body, media_type=kind, headers=headers)


@lru_cache(256)
def _tag_and_packed(body: bytes) -> tuple[str, bytes]:
    return sha256(body).hexdigest()[:20], compress(body, mtime=0)


def _refuse_unknown(slug: str) -> None:
    if slug not in games():
        raise NotInCatalogue("table.no_such_game", slug=shorten(slug), known=listing(games()))


ROUTES = [list_games, show_game, show_picture, list_languages, words]
