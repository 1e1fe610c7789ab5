"""The URLs under which people reach a hall."""

from __future__ import annotations

import socket
from contextlib import suppress
from ipaddress import ip_address

from parlour.hall.operating.config import Config, url_host

REMOTE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Documentation addresses (RFC 5737, 3849): the route to them tells our own address."""


def public_urls(config: Config) -> tuple[str, ...]:
    """The URLs to give to people, best first. A hall that listens on all addresses is reached under
    the address of its machine in the network, and under localhost."""
    if config.public:
        return (config.public,)
    if not _is_unspecified(config.host):
        return (_url(config.host, config.port),)
    families = [socket.AF_INET, *([socket.AF_INET6] if ":" in config.host else [])]
    found = [own for family in families if (own := _own_address(family))]
    return tuple(_url(host, config.port) for host in [*found, "localhost"])


def _is_unspecified(host: str) -> bool:
    try:
        return host == "" or ip_address(host).is_unspecified
    except ValueError:  # a name
        return False


def _own_address(family: socket.AddressFamily) -> str:
    """The address of this machine in its network, if any; nothing is sent to find it out."""
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((REMOTE[family], 9))
        return str(probe.getsockname()[0])
    return ""


def _url(host: str, port: int) -> str:
    return f"http://{url_host(host)}:{port}"
