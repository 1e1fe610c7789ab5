"""A piece in words, for tooltips and screen readers."""

from __future__ import annotations

from parlour.table.looks.look import Looks
from parlour.table.view import Piece


def words(looks: Looks, piece: Piece) -> str:
    """`A1: Black Archer, Isolated, Hit points 2/3`; of a hidden piece, only whose it is."""
    look = looks.colours.get(piece.colour)
    colour = str(look.name) if look else piece.colour
    name = " ".join(filter(None, [colour, str(looks.piece(piece).name)]))
    if piece.hidden:
        return f"{piece.site}: {name}"
    parts = [f"{piece.site}: {name}"]
    if piece.condition:
        parts.append(str(looks.condition(piece.condition).name))
    for key, stat in looks.shown_stats(piece).items():
        most = f"/{piece.stats[stat.most]}" if stat.most in piece.stats else ""
        parts.append(f"{stat.name} {piece.stats[key]}{most}")
    if piece.holds:
        parts.append(str(looks.item(piece.holds).name))
    return ", ".join(parts)
