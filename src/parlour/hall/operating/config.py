"""The settings of a hall; unsafe ones are refused before anything starts."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

import msgspec

from parlour.table.errors import BadSettings
from parlour.table.sentences import shorten

BOUNDS = {
    "port": (1, 65_535),
    "computers": (1, 256),
    "sockets": (1, 1_000_000),
    "sockets_per_address": (1, 1_000_000),
    "connections_per_address": (1, 1_000_000),
    "streams": (1, 1_000_000),
    "streams_per_person": (1, 1_000_000),
    "requests_per_second": (1, 100_000),
    "sign_ins_per_minute": (1, 100_000),
    "open_matches": (1, 10_000),
}
"""The least and the greatest value of each number."""


class Config(msgspec.Struct, frozen=True):
    """Where the hall listens, what it trusts, and its limits."""

    host: str = "127.0.0.1"
    port: int = 8722
    database: str = ""  # sqlite:PATH or postgresql://...
    public: str = ""  # the https URL that people use, if there is a reverse proxy
    proxy: str = ""  # the address of that proxy, whose headers are trusted
    lan: bool = False  # serve a trusted network without encryption
    metrics_token: str = ""  # lets other machines read /metrics
    computers: int = 1  # worker processes for computer players
    sockets: int = 18_000
    sockets_per_address: int = 100
    connections_per_address: int = 200  # over HTTP, streams included
    streams: int = 2_000
    streams_per_person: int = 20  # or per address, without an account
    requests_per_second: int = 20  # per address and per person; five times as many in a burst
    sign_ins_per_minute: int = 12  # new guests, new accounts and sign-ins, per address
    open_matches: int = 50  # per person, waiting for players

    def check(self) -> None:
        """Refuse settings that put people at risk, and numbers out of bounds."""
        for name, (least, most) in BOUNDS.items():
            if not least <= (value := getattr(self, name)) <= most:
                option = "--" + name.replace("_", "-")
                raise BadSettings("hall.bounds", name=option, least=least, most=most, given=value)
        if self.public:
            address = urlsplit(self.public)
            if address.scheme != "https" or not address.hostname or address.path not in ("", "/"):
                raise BadSettings("hall.public_not_https", given=self.public)
        elif not is_loopback(self.host) and not self.lan:
            raise BadSettings("hall.not_encrypted", host=self.host)
        if self.proxy and not self.public:
            raise BadSettings("hall.proxy_without_public")
        if self.proxy and not is_address(self.proxy):
            raise BadSettings("hall.proxy_address", given=shorten(self.proxy))

    @property
    def secure(self) -> bool:
        """Do people reach us over TLS?"""
        return self.public != ""

    def origins(self) -> frozenset[str]:
        """The origins from which a browser may open a socket or use a cookie: our own."""
        if self.public:
            return frozenset({self.public.rstrip("/")})
        names = {self.host, "localhost", "127.0.0.1"} if is_loopback(self.host) else {self.host}
        return frozenset(f"http://{url_host(name)}:{self.port}" for name in names)

    def own_origin(self, origin: str, host: str) -> bool:
        """Is this origin ours? In a trusted network, also under the host name of the request."""
        return origin in self.origins() or (self.lan and origin == f"http://{host}")


def url_host(host: str) -> str:
    """A host as URLs have it: IPv6 addresses in brackets."""
    return f"[{host}]" if ":" in host else host


def is_address(host: str) -> bool:
    """Is it an IP address, not a name?"""
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """Is it reachable from this machine only?"""
    return host == "localhost" or (is_address(host) and ip_address(host).is_loopback)
