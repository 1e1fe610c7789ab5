"""Which net a player uses: the one that a game ships, or a file that its options name."""

from __future__ import annotations

import sys
from pathlib import Path

from parlour import _modes
from parlour.players.nets.integer_net import IntegerNet, load_net
from parlour.players.nets.net_file import BadNet
from parlour.players.nets.net_knowledge import NetKnowledge
from parlour.table.advice.knowledge import Knowledge
from parlour.table.registry import AnyGame


def shipped_net(game: AnyGame) -> Path:
    """Where a game's net is, beside its rules, if it has one."""
    module = sys.modules[type(game).__module__]
    return Path(module.__file__ or "").with_name("net.bin")


def has_net(game: AnyGame) -> bool:
    """May a player of this game use a shipped net, here and on this board?"""
    try:
        net_of(game, "1")
    except BadNet:
        return False
    return True


def net_of(game: AnyGame, name: str) -> IntegerNet:
    """The net that `net=1` or `net=FILE` means; BadNet, with the reason, if it cannot be used."""
    if not _modes.compiled():
        raise BadNet("nets.interpreted")
    path = shipped_net(game) if name == "1" else Path(name)
    if name == "1" and not path.is_file():
        raise BadNet("nets.none", game=game.title)
    if game.net_input() is None:
        raise BadNet("nets.none", game=game.title)
    return load_net(path, game)


def net_knowledge(game: AnyGame, name: str, known: Knowledge | None) -> NetKnowledge:
    """The net as knowledge, with the game's own for what a net does not say."""
    net = net_of(game, name)
    net_input = game.net_input()
    if net_input is None:
        raise BadNet("nets.none", game=game.title)
    return NetKnowledge(game, net, net_input, known)
