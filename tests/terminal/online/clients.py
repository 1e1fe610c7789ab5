"""What a finished process has written, and what another client does."""

from __future__ import annotations

import subprocess

from parlour.client.client import enter_room
from parlour.client.link import Link, MatchRef
from parlour.wire.operations import Operation


def said(process: subprocess.Popen[str], code: int = 0) -> str:
    out, _ = process.communicate(timeout=60)
    assert process.returncode == code, out
    return out


async def do(link: Link, operation: Operation) -> Link:
    """On another machine, which keeps things elsewhere; the link with the seat's own code."""
    assert link.match_ref is not None
    async with enter_room(link, [link.match_ref.code]) as (client, _):
        await client.do(operation)
        (code,) = client.own_codes.values() or [link.match_ref.code]
    return Link(link.address, MatchRef(link.match_ref.match, code))
