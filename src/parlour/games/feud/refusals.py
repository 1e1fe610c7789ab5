"""Why an action is not legal: one sentence for each reason in the rules."""

from __future__ import annotations

import re

from parlour.games.feud.grid import (
    ARCHER,
    KIND,
    KNIGHT,
    MEDIC,
    NONE,
    SHIELD,
    SWAPPING,
    WIZARD,
    adjacent,
    in_sight,
)
from parlour.games.feud.names import KINDS, NEAR, SITES
from parlour.games.feud.rules import Rules
from parlour.table.sentences import Sentence, shorten

_tiles = re.compile(r"(?:[a-z] ?[0-9]+[ ,;:-]*)+")
_tile = re.compile(r"([a-z]) ?([0-9]+)")


def tile_names(text: str) -> list[str]:
    """The words that look like tiles, on the board or not: `c1 B-1 d01` is C1, B1 and D1."""
    words = text.lower()
    if not _tiles.fullmatch(words):
        return []
    return [
        f"{letter.upper()}{digits.lstrip('0') or '0'}" for letter, digits in _tile.findall(words)
    ]


def why(state: Rules, text: str) -> Sentence:
    """Why a text is not one of the legal actions."""
    swapping = state.phase == SWAPPING
    names = tile_names(text)
    if text.lower() == "skip":
        return Sentence("feud.must_swap")
    if not names and not text.strip():
        return Sentence("feud.nothing")
    if not names:
        return Sentence("feud.no_tiles", text=shorten(text))
    for name in names:
        if name not in SITES:
            return Sentence("feud.no_tile", tile=shorten(name))
        if names.count(name) > 1 and (swapping or name != names[0]):
            return Sentence("feud.twice", tile=name)
    tiles = [SITES.index(name) for name in names]
    reason = _why_no_swap(state, tiles) if swapping else _why_no_act(state, tiles)
    # The number of an action of the other phase may be written like a legal one of this phase.
    return reason or Sentence("feud.swap_first" if swapping else "feud.swapped_already")


def _why_no_swap(state: Rules, tiles: list[int]) -> Sentence | None:
    """§4"""
    if len(tiles) != 2:
        return Sentence("feud.two_tiles", count=len(tiles))
    a, b = tiles
    if not adjacent(a, b):
        return Sentence("feud.not_adjacent", a=SITES[a], b=SITES[b])
    pieces = state.tile
    for tile in tiles:
        if pieces[tile] == NONE:
            return Sentence("feud.empty", tile=SITES[tile])
        if KIND[pieces[tile]] == SHIELD and pieces[tile] // 8 != state.seat:
            return Sentence("feud.enemy_shield", tile=SITES[tile])
    own = [tile for tile in tiles if pieces[tile] // 8 == state.seat]
    if not own:
        return Sentence("feud.not_yours", a=SITES[a], b=SITES[b])
    if not any(_active(state, tile) for tile in own):
        kind = KINDS[KIND[pieces[own[0]]]]
        return Sentence("feud.isolated_swap", tile=SITES[own[0]], kind=kind)
    return None


def _active(state: Rules, tile: int) -> bool:
    return bool(state.army[state.seat] & NEAR[tile])


def _why_no_act(state: Rules, tiles: list[int]) -> Sentence | None:
    """§6: the actor first, then their number, then each target."""
    actor, *targets = tiles
    site, piece = SITES[actor], state.tile[actor]
    if piece == NONE:
        return Sentence("feud.empty", tile=site)
    if piece // 8 != state.seat:
        return Sentence("feud.enemy_actor", tile=site)
    kind = KIND[piece]
    if kind == SHIELD:
        return Sentence("feud.shield_actor", tile=site)
    if not _active(state, actor):
        return Sentence("feud.isolated_actor", tile=site, kind=KINDS[kind])
    if not targets:
        return Sentence("feud.no_target", tile=site, kind=KINDS[kind])
    if actor in targets:
        return Sentence("feud.itself", tile=site, kind=KINDS[kind])
    if kind not in (KNIGHT, MEDIC) and len(targets) > 1:
        return Sentence("feud.one_target", kind=KINDS[kind], count=len(targets))
    if kind == KNIGHT and len(targets) > 2:
        return Sentence("feud.two_targets", count=len(targets))
    reasons = (_why_no_target(state, actor, target) for target in targets)
    return next(filter(None, reasons), None)


def _why_no_target(state: Rules, actor: int, target: int) -> Sentence | None:
    kind, piece = KIND[state.tile[actor]], state.tile[target]
    if piece == NONE:
        return Sentence("feud.empty", tile=SITES[target])
    helps, own = kind in (MEDIC, WIZARD), piece // 8 == state.seat
    if helps != own:
        id = "feud.enemy_target" if helps else "feud.friend_target"
        return Sentence(id, tile=SITES[target], kind=KINDS[kind])
    if kind == WIZARD:
        return None
    if kind == ARCHER:
        return _why_no_shot(state, actor, target)
    if not adjacent(actor, target):
        return Sentence("feud.out_of_reach", tile=SITES[target], actor=SITES[actor])
    if kind == MEDIC and state.points[piece] == state.full[piece]:
        return Sentence("feud.unhurt", tile=SITES[target], kind=KINDS[KIND[piece]])
    return None


def _why_no_shot(state: Rules, actor: int, target: int) -> Sentence | None:
    shield = next(
        tile
        for tile, piece in enumerate([*state.tile[:16], None])
        if piece is None or (KIND[piece] == SHIELD and piece // 8 == 1 - state.seat)
    )
    if in_sight(actor, shield) >> target & 1:
        return None
    if actor % 4 != target % 4 and actor // 4 != target // 4:
        return Sentence("feud.out_of_line", tile=SITES[target], actor=SITES[actor])
    return Sentence("feud.behind_shield", tile=SITES[target], shield=SITES[shield])
