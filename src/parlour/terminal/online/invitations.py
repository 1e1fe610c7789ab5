"""Links that invite others to the free seats of a match."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.client.client import Client
from parlour.client.link import Link, MatchRef
from parlour.table.sentences import Sentence
from parlour.terminal.online import credentials
from parlour.terminal.online.credentials import SavedInvitations
from parlour.wire.http_types import LINK, Created
from parlour.wire.plain_text import plain


def save_invitation_codes(address: str, created: Created) -> Iterator[Sentence]:
    """Save the codes of a new match that are for others. If that fails, give the links that have to
    be sent now."""
    invited = [seat for seat in created.seats if seat.wanted == LINK]
    try:
        codes = {seat.seat: seat.code for seat in invited}
        credentials.save_invitations(created.match, SavedInvitations(address, codes))
    except credentials.NotSaved:
        for seat in invited:
            yield _invitation(address, created.match, seat.name, seat.code)


def invitations(client: Client) -> Iterator[Sentence]:
    """A link for each free seat whose code is saved here, and one for spectators."""
    address, match = client.link.address, client.match
    codes = credentials.saved_invitations(address, match)
    for seat, info in enumerate(client.room.seat_infos):
        if seat in codes and not info.name:
            yield _invitation(address, match, info.seat, codes[seat])
    yield Sentence("terminal.online_who_may_watch", link=str(Link(address, MatchRef(match))))


def _invitation(address: str, match: str, seat: str, code: str) -> Sentence:
    link = Link(address, MatchRef(match, code))
    return Sentence("terminal.online_send", seat=plain(seat), link=str(link))
