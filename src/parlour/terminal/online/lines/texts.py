"""What the dialogue and the board say of a room in the same words."""

from __future__ import annotations

from parlour.client.mirror import Mirror
from parlour.table.sentences import Sentence
from parlour.wire.messages import OfferDeclined, OfferInfo
from parlour.wire.plain_text import plain


def refusal_text(room: Mirror, declined: OfferDeclined) -> Sentence:
    """Who declined an offer."""
    return Sentence(f"match.declined_{declined.what}", player=plain(room.names[declined.by]))


def offer_text(room: Mirror, offer: OfferInfo) -> Sentence:
    """An offer, in words for whoever made it, may answer it or only watches."""
    if offer.seat in room.seats:
        return Sentence("terminal.online_offered")
    may_answer = any(seat not in offer.agreed for seat in room.seats)
    id = f"terminal.online_{offer.what}{'' if may_answer else '_watched'}"
    return Sentence(id, player=plain(room.names[offer.seat]))


def names_with_mine(room: Mirror) -> list[str]:
    """The names of the players, one's own marked."""
    return [
        str(Sentence("terminal.online_you", player=plain(name)))
        if seat in room.seats
        else plain(name)
        for seat, name in enumerate(room.names)
    ]


def duration_text(seconds: float) -> str:
    """`4:35`, `1:02:03`, or `2d 03:00` for correspondence."""
    whole = int(seconds)
    days, hours = divmod(whole // 3600, 24)
    minutes, rest = whole // 60 % 60, whole % 60
    if days:
        return f"{days}d {hours:02}:{minutes:02}"
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
