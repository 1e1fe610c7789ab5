"""Where a connection comes from, and whether that place is limited."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from parlour.hall.operating.config import Config


def peer_address(scope: Any) -> str:
    """The address of the other side; of IPv6 the network, for one household has all of it."""
    host = (scope.get("client") or ("",))[0]
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address) and not address.ipv4_mapped:
        return str(ip_network((address, 64), strict=False))
    return str(address)


def is_own(scope: Any) -> bool:
    """Is it this machine?"""
    try:
        return ip_address((scope.get("client") or ("",))[0]).is_loopback
    except ValueError:
        return False


def is_limited(scope: Any, config: Config) -> bool:
    """Programs on the hall's own machine may ask for what they like; behind a proxy, nobody."""
    return config.secure or not is_own(scope)
