"""The HTTP side of a client: guests, games, the lobby, new matches, seats.

These methods block until the response; asynchronous callers run them in a thread.
"""

from __future__ import annotations

import http.client
import time
import urllib.error
import urllib.request
from typing import Any, Protocol, TypeVar, cast

import msgspec

from parlour.client.decoding import LARGEST, decode
from parlour.table.errors import ParlourError
from parlour.table.sentences import shorten
from parlour.wire.http_types import (
    Admitted,
    Created,
    GameInfo,
    Invitation,
    NewMatch,
    Offered,
    Running,
    Seated,
)
from parlour.wire.messages import Entered

TIMEOUT = 10.0
"""Seconds within which a hall has to respond."""
Response = TypeVar("Response")


class HallUnreachable(ParlourError):
    """There is no hall at that address, or it does not answer."""


class RequestRefused(ParlourError):
    """The hall refused the request; `str()` is the reason."""


class _ResponseBody(Protocol):
    """The body of a response, read in parts."""

    def read1(self, n: int = ..., /) -> bytes: ...


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Follows no redirect."""

    def redirect_request(self, *_: Any, **_named: Any) -> None:
        return None


_opener = urllib.request.build_opener(_NoRedirects)


class _Problem(msgspec.Struct, frozen=True):
    """The hall's problem details (RFC 9457) of a refusal."""

    detail: str


class HttpClient:
    """Sends requests to the hall at an address, anonymously or with a token."""

    def __init__(self, address: str, token: str = "") -> None:
        self.address = address
        self.token = token

    # ---- accounts -----------------------------------------------------------------------------

    def sign_in_as_guest(self, name: str = "") -> Admitted:
        """Sign in as a guest and keep the token."""
        admitted = self._request(Admitted, "POST", "/api/guests", {"name": name})
        self.token = admitted.token
        return admitted

    def account(self) -> Admitted:
        """The account of the token."""
        return self._request(Admitted, "GET", "/api/account")

    # ---- matches ------------------------------------------------------------------------------

    def games(self) -> list[GameInfo]:
        return self._request(list[GameInfo], "GET", "/api/games")

    def lobby(self) -> list[Offered]:
        """The matches with a free seat."""
        return self._request(list[Offered], "GET", "/api/matches")

    def running(self) -> list[Running]:
        """The running matches that anyone may watch."""
        return self._request(list[Running], "GET", "/api/matches/running")

    def match(self, match: str) -> Entered:
        """A match as a spectator sees it."""
        return self._request(Entered, "GET", f"/api/matches/{match}")

    def create(self, new_match: NewMatch) -> Created:
        return self._request(Created, "POST", "/api/matches", new_match)

    def pair(self, new_match: NewMatch) -> Created:
        """Take the first free seat of a matching open match, or of a new one."""
        return self._request(Created, "POST", "/api/pairing", new_match)

    def sit(self, match: str, seat: int, code: str = "", name: str = "") -> Seated:
        data = {"code": code, "name": name}
        return self._request(Seated, "POST", f"/api/matches/{match}/seats/{seat}", data)

    def invitations(self) -> list[Invitation]:
        """The seats reserved for this bot."""
        return self._request(list[Invitation], "GET", "/api/invitations")

    # ---- HTTP ---------------------------------------------------------------------------------

    def _request(self, kind: type[Response], method: str, path: str, data: Any = None) -> Response:
        headers = {"Accept": "application/json", "User-Agent": "parlour"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        body = None
        if data is not None:
            body, headers["Content-Type"] = msgspec.json.encode(data), "application/json"
        url = f"{self.address}{path}"  # `link` lets only http and https through
        request = urllib.request.Request(url, body, headers, method=method)  # noqa: S310
        try:
            with _opener.open(request, timeout=TIMEOUT) as answer:
                return decode(_read(answer), kind)
        except urllib.error.HTTPError as error:
            raise self._refusal(error) from None
        except urllib.error.URLError as error:
            raise self._unreachable(error.reason) from None
        except (OSError, http.client.HTTPException, UnicodeError) as error:
            raise self._unreachable(error) from None
        except msgspec.MsgspecError:
            raise HallUnreachable("hall.no_hall", address=self.address) from None

    def _unreachable(self, error: object) -> HallUnreachable:
        return HallUnreachable("hall.away", address=self.address, reason=reason(error))

    def _refusal(self, error: urllib.error.HTTPError) -> ParlourError:
        """The error for a refusal; a response without problem details is not from a hall."""
        with error:
            try:
                problem = decode(_read(cast(_ResponseBody, error)), _Problem)
            except (OSError, msgspec.MsgspecError, http.client.HTTPException):
                return HallUnreachable("hall.no_hall", address=self.address)
        return RequestRefused("hall.refuses", reason=shorten(problem.detail, 300))


def _read(answer: _ResponseBody) -> bytes:
    """Read a response; raises `TimeoutError` if it is too slow or too large."""
    until = time.monotonic() + TIMEOUT
    parts: list[bytes] = []
    while part := answer.read1(65_536):
        parts.append(part)
        if time.monotonic() > until or sum(map(len, parts)) > LARGEST:
            raise TimeoutError("the answer does not end")
    return b"".join(parts)


def reason(error: object) -> str:
    """The system's reason for a failed connection."""
    return shorten(getattr(error, "strerror", None) or str(error) or type(error).__name__, 100)
