"""The addresses under which people reach a hall."""

from __future__ import annotations

import socket
from contextlib import suppress
from ipaddress import ip_address

from parlour.hall.operating.config import Config

ELSEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses that nobody has: the way to them tells under which address this machine would go."""


def addresses(config: Config) -> tuple[str, ...]:
    """What to give to people, the best first. A hall that listens at every address of its machine
    is reached under the one that the machine has in its network, and on the machine itself."""
    if config.public:
        return (config.public,)
    if not _is_everywhere(config.host):
        return (_url(config.host, config.port),)
    families = [socket.AF_INET, *([socket.AF_INET6] if ":" in config.host else [])]
    found = [own for family in families if (own := _own(family))]
    return tuple(_url(host, config.port) for host in [*found, "localhost"])


def _is_everywhere(host: str) -> bool:
    try:
        return host == "" or ip_address(host).is_unspecified
    except ValueError:  # a name
        return False


def _own(family: socket.AddressFamily) -> str:
    """The address of this machine in its network, if it is in one; nothing is sent for it."""
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
        asking.connect((ELSEWHERE[family], 9))
        return str(asking.getsockname()[0])
    return ""


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
