"""What happened to pieces between two positions, derived from what changed for one viewer.

Because nothing but the viewer's own pieces is looked at, causes reveal nothing that is hidden.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from parlour.table.view import CAUSES, Cause, CauseKind, Piece, PieceChanges


def causes_of(
    changed: PieceChanges, touched: Sequence[str] = (), bounds: Mapping[str, str] | None = None
) -> tuple[Cause, ...]:
    """What happened, in order: pieces move, then hit or capture, then what follows from it.

    `touched` are the sites of the actions in between, in order, and `bounds` the stats that have an
    upper bound: less of one is a hit."""
    was, now = changed
    if not now and not was:
        return ()
    rank = {site: place for place, site in enumerate(touched)}
    found = [*_of_pieces(was, now, rank, bounds or {})]
    if len(found) > 1:
        found.sort(key=lambda each: (CAUSES.index(each.kind), rank.get(each.sites[0], len(rank))))
    return tuple(found)


def _of_pieces(
    was: Sequence[Piece], now: Sequence[Piece], rank: Mapping[str, int], bounds: Mapping[str, str]
) -> Iterator[Cause]:
    before = {piece.id: piece for piece in was}
    after = {piece.id for piece in now}
    gone = [piece for piece in was if piece.id not in after]
    left = {(piece.site, piece.layer): piece for piece in gone}
    arrived: dict[str, int | None] = {}
    taken: set[str] = set()
    replaced: set[str] = set()
    for piece in now:
        old = before.get(piece.id)
        if old is None:
            old = left.pop((piece.site, piece.layer), None)
            if old is None:
                yield Cause("placed" if piece.site in rank else "filled", piece.id, (piece.site,))
            else:
                replaced.add(old.id)
                yield Cause(_turned(old, piece), piece.id, (piece.site,))
            continue
        if old.site != piece.site:
            arrived[piece.site] = piece.seat
            yield Cause("moved", piece.id, (old.site, piece.site))
        if old.kind != piece.kind or old.seat != piece.seat or old.hidden != piece.hidden:
            yield Cause(_turned(old, piece), piece.id, (piece.site,))
        if old.holds != piece.holds:
            taken.add(piece.holds)
            yield Cause("took" if piece.holds else "dropped", piece.id, (piece.site,))
        for stat in bounds.keys() & old.stats.keys() & piece.stats.keys():
            by = piece.stats[stat] - old.stats[stat]
            if by:
                yield Cause("hit" if by < 0 else "healed", piece.id, (piece.site,), abs(by))
    for piece in gone:
        captured = piece.seat is not None and arrived.get(piece.site, piece.seat) != piece.seat
        held = piece.seat is None and piece.kind in taken  # it is in somebody's hands now
        if piece.id not in replaced and not held:
            yield Cause("captured" if captured else "removed", piece.id, (piece.site,))


def _turned(old: Piece, new: Piece) -> CauseKind:
    return "revealed" if old.hidden and not new.hidden else "turned"
