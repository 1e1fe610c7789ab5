"""The address of a client, and whether its limits apply."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from parlour.hall.operating.config import Config


def peer_address(scope: Any) -> str:
    """The address of the client; for IPv6 its /64 network, which belongs to one household."""
    host = (scope.get("client") or ("",))[0]
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address) and not address.ipv4_mapped:
        return str(ip_network((address, 64), strict=False))
    return str(address)


def is_own(scope: Any) -> bool:
    """Does the client run on this machine?"""
    try:
        return ip_address((scope.get("client") or ("",))[0]).is_loopback
    except ValueError:
        return False


def is_limited(scope: Any, config: Config) -> bool:
    """Do limits by address apply? Not to programs on this machine, unless there is a proxy."""
    return config.secure or not is_own(scope)
