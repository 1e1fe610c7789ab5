"""The links with which others come to a match, as long as a seat is free for them."""

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
    """Remember to which seats of a match that one has made one may invite others; where that is
    impossible, what to send to them now."""
    places = [place for place in created.seats if place.wanted == LINK]
    try:
        codes = {place.seat: place.code for place in places}
        credentials.save_invitations(created.match, SavedInvitations(address, codes))
    except credentials.NotSaved:
        for place in places:
            yield _sent(address, created.match, place.name, place.code)


def invitations(client: Client) -> Iterator[Sentence]:
    """What to send to whom: for each free seat whose code is kept here, and for who watches."""
    address, match = client.link.address, client.match
    codes = credentials.saved_invitations(address, match)
    for seat, chair in enumerate(client.room.seat_infos):
        if seat in codes and not chair.name:
            yield _sent(address, match, chair.seat, codes[seat])
    yield Sentence("terminal.online_who_may_watch", link=str(Link(address, MatchRef(match))))


def _sent(address: str, match: str, seat: str, code: str) -> Sentence:
    link = Link(address, MatchRef(match, code))
    return Sentence("terminal.online_send", seat=plain(seat), link=str(link))
