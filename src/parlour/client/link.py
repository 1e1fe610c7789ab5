"""Links to matches: the hall's address, the match, and the secret code of a seat.

`http://host:8722/#MATCH.CODE` for a player, `http://host:8722/#MATCH` for a spectator. Browsers do
not send the part after the `#`, so codes never appear in logs.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import urlsplit

from parlour.table.errors import BadText
from parlour.table.sentences import shorten

PORT = 8722

_ticket = re.compile(r"([0-9A-Za-z_-]{1,64})(?:\.([0-9A-Za-z_-]{1,64}))?")
_host = re.compile(r"[0-9A-Za-z._-]{1,253}|\[[0-9A-Fa-f:.%]{2,64}\]")


class MatchRef(NamedTuple):
    """A match and the code of a seat in it; a spectator has no code."""

    match: str
    code: str = ""

    def __str__(self) -> str:
        return f"{self.match}.{self.code}" if self.code else self.match


class Link(NamedTuple):
    """A hall, and optionally a match there."""

    address: str
    match_ref: MatchRef | None = None

    def __str__(self) -> str:
        return f"{self.address}/#{self.match_ref}" if self.match_ref else self.address

    @property
    def socket(self) -> str:
        """The address of the hall's WebSocket."""
        return f"ws{self.address.removeprefix('http')}/socket"


def read_link(address: str, match_ref: str = "") -> Link:
    """Parse a link, or an address and a `MATCH.CODE`; `host` and `host:port` are accepted too."""
    hall, sign, fragment = address.strip().partition("#")
    if sign and match_ref:
        raise BadText("hall.two_tickets")
    return Link(
        read_address(hall),
        read_match_ref(fragment or match_ref) if fragment or match_ref else None,
    )


def read_address(text: str) -> str:
    """Parse an address and normalise it to `http://host:port`."""
    shown = shorten(text)
    scheme, sign, rest = text.strip().partition("://")
    if not sign:
        scheme, rest = "http", text.strip()
    rest = rest.removesuffix("/")
    try:
        parts = urlsplit(f"//{rest}")
        port = parts.port
    except ValueError:
        raise BadText("hall.bad_address", given=shown) from None
    host = parts.netloc.rpartition(":")[0] if port is not None else parts.netloc.rstrip(":")
    if scheme.lower() not in ("http", "https") or parts.path or not _host.fullmatch(host):
        raise BadText("hall.bad_address", given=shown)
    if port is None and not sign:
        port = PORT
    return f"{scheme.lower()}://{host}{f':{port}' if port is not None else ''}"


def is_match_name(text: str) -> bool:
    """Is this a valid match id?"""
    found = _ticket.fullmatch(text)
    return found is not None and found[1] == text


def read_match_ref(text: str) -> MatchRef:
    """Parse `MATCH` or `MATCH.CODE`."""
    found = _ticket.fullmatch(text.strip())
    if not found:
        raise BadText("hall.bad_ticket", given=shorten(text))
    return MatchRef(found[1], found[2] or "")
