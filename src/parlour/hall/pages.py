"""The page in the browser: one shell for every address that people see, and its files.

The files are those of `parlour/web`, as they are: there is no build step. A name has neither `..`
nor anything else in it that could lead out of that folder, and only files of some kinds are served.
"""

from __future__ import annotations

import re
from html import escape
from importlib.resources import files
from typing import Annotated, Any

from litestar import Request, Response, get
from litestar.params import PathParameter

from parlour.hall.api.catalogues import NotInCatalogue, answer
from parlour.hall.api.dependencies import ConfigDep
from parlour.hall.operating.public_urls import public_urls
from parlour.hall.people.authorise import anybody

WEB = files("parlour") / "web"

PAGES = (
    "/",
    "/game/{name:str}",
    "/lobby",
    "/match/{name:str}",
    "/people/{name:str}",
    "/archive",
    "/replay",
    "/account",
    "/settings",
)
"""The addresses of the page; what each shows, the page knows."""
EMBEDDED = "/embed/{name:str}"

KINDS = {
    "html": "text/html",
    "js": "text/javascript",
    "css": "text/css",
    "svg": "image/svg+xml",
    "png": "image/png",
    "json": "application/json",
    "webmanifest": "application/manifest+json",
}
NAME = re.compile(rf"(?:[a-z0-9_-]{{1,40}}/){{0,4}}[a-z0-9_-]{{1,40}}\.(?P<kind>{'|'.join(KINDS)})")

PREFIX = "/web/"
AT_THE_ROOT = ("/manifest.webmanifest", "/service-worker.js")
"""Files whose address decides which pages they are for."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:;"
    " connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self';"
    " base-uri 'none'; frame-ancestors {ancestors}"
)
HttpRequest = Request[Any, Any, Any]


def is_page(method: str, path: str) -> bool:
    """Is this a page or one of its files? They are the same for everybody."""
    return method == "GET" and (path.startswith(PREFIX) or _addresses.fullmatch(path) is not None)


_addresses = re.compile(
    "|".join(re.sub(r"\{.*?\}", "[^/]+", page) for page in (*PAGES, EMBEDDED, *AT_THE_ROOT)) + "/?"
)


@get(list(PAGES), include_in_schema=False, policy=anybody)
async def show_page(request: HttpRequest, config: ConfigDep) -> Response[bytes]:
    return _shell(request, public_urls(config)[0], "'none'")


@get(EMBEDDED, include_in_schema=False, policy=anybody)
async def show_embedded(request: HttpRequest, config: ConfigDep) -> Response[bytes]:
    """The same shell, which pages of others may show in a frame."""
    return _shell(request, public_urls(config)[0], "*")


@get([*AT_THE_ROOT, "/web/{name:path}"], include_in_schema=False, policy=anybody)
async def show_file(
    request: HttpRequest, name: Annotated[str, PathParameter(required=False)] = ""
) -> Response[bytes]:
    return serve_file(request, (name or request.url.path).removeprefix("/"))


def serve_file(request: HttpRequest, name: str) -> Response[bytes]:
    """A file of the page by its name, such as `core/api.js`."""
    found = NAME.fullmatch(name)
    file = WEB / name
    if not found or not file.is_file():
        raise NotInCatalogue("hall.no_page")
    return _with_policy(answer(request, file.read_bytes(), KINDS[found["kind"]]), "'none'")


def _shell(request: HttpRequest, address: str, ancestors: str) -> Response[bytes]:
    shell = (WEB / "index.html").read_text("utf-8").replace("{address}", escape(address))
    return _with_policy(answer(request, shell.encode(), KINDS["html"]), ancestors)


def _with_policy(response: Response[bytes], ancestors: str) -> Response[bytes]:
    response.headers["Content-Security-Policy"] = POLICY.format(ancestors=ancestors)
    return response


ROUTES = [show_page, show_embedded, show_file]
