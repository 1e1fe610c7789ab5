"""Files that are no net for a game: refused with a sentence, and the hand-made player sits down."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.games.brique.game import Brique
from parlour.players.best_player import BestPlayer
from parlour.players.nets import nets
from parlour.players.nets.net_file import MOST_BYTES, BadNet, read_net, written
from parlour.players.player import read_player
from parlour.players.search_result import Limits
from parlour.table.errors import BadSettings
from tests.players.nets.made import arrays, header, net_bytes

pytestmark = pytest.mark.compiled_only

GOOD = net_bytes(header(), arrays(header()))


def edited(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


def claiming(**changes: Any) -> bytes:
    """A file with a right checksum and a header that does not fit its weights."""
    weights = GOOD[44 + int.from_bytes(GOOD[40:44], "little") :]
    return written(header(**changes), weights)


BAD = {
    "empty": (b"", "is not a net"),
    "other": (b"PK\x03\x04" + bytes(100), "is not a net"),
    "cut": (GOOD[:-1], "its checksum is not right"),
    "short": (GOOD[:20], "its checksum is not right"),
    "edited weights": (edited(GOOD, len(GOOD) - 5), "its checksum is not right"),
    "edited header": (edited(GOOD, 60), "its checksum is not right"),
    "other game": (claiming(game="feud"), "is a net for feud, not for brique"),
    "other rules": (claiming(version=7), "is for version 7 of the rules of brique"),
    "other shape": (claiming(channels=32), "do not have the shapes"),
    "more blocks": (claiming(blocks=3), "do not have the shapes"),
    "odd channels": (claiming(channels=24), "do not have the shapes"),
    "tap twice": (claiming(taps=(1, 2, 3, 4, 5, 6, 6)), "do not have the shapes"),
    "few shifts": (claiming(shifts=(7,)), "do not have the shapes"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_refused_with_a_sentence(tmp_path: Path, name: str):
    data, sentence = BAD[name]
    path = tmp_path / "Net.bin"
    path.write_bytes(data)
    game = parlour.game("brique", size=5)
    with pytest.raises(BadNet, match=sentence):
        read_net(path, game)
    with pytest.raises(BadSettings, match=sentence):
        read_player(f"mcts:5,net={path}").check(game)


def test_a_file_of_a_gigabyte_is_not_read(tmp_path: Path):
    path = tmp_path / "net.bin"
    with path.open("wb") as file:
        file.write(GOOD)
        file.truncate(1 << 30)  # a hole: it takes no space
    with pytest.raises(BadNet, match=f"{MOST_BYTES} bytes are the most"):
        read_net(path, parlour.game("brique", size=5))


def test_a_missing_file_is_refused():
    with pytest.raises(BadSettings, match="there is no such file"):
        read_player("mcts:5,net=/nowhere/net.bin").check(parlour.game("brique", size=5))


def test_a_game_without_a_net_says_so():
    with pytest.raises(BadSettings, match="has no net"):
        read_player("mcts:5,net=1").check(parlour.game("turncoat"))


def test_a_player_with_a_net_plays_and_has_it_in_its_name(tmp_path: Path):
    path = tmp_path / "Net.bin"
    path.write_bytes(GOOD)
    player = read_player(f"mcts:40,net={path}", seed=3)
    assert player.name == f"mcts:40,evaluate=1,net={path}"
    state = parlour.game("brique", size=5).start()
    while not state.over:
        state.push(player.choose(state, state.seat))
    assert state.outcome.code == "joined"


def test_whoever_is_asked_takes_the_better_side(tmp_path: Path):
    path = tmp_path / "net.bin"
    path.write_bytes(GOOD)
    game = parlour.game("brique", size=5)
    knowledge = nets.net_knowledge(game, str(path), None)
    for cell in range(25):
        state = game.start()
        state.push(cell)
        kept = state.after(game.read(state, "keep"))
        value, _ = knowledge.evaluator.answer(kept)
        evaluation = knowledge.evaluation(state)
        assert evaluation is not None
        assert evaluation[state.seat] == abs(value) / 32768
        priors = knowledge.action_priors(state)
        assert priors is not None
        better = "swap" if value < 0 else "keep"
        assert priors[game.read(state, better)] == max(priors.values())


def test_where_the_net_cannot_be_used_the_hand_made_player_sits_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path = tmp_path / "net.bin"
    path.write_bytes(GOOD)
    monkeypatch.setattr(nets, "shipped_net", lambda game: path)
    monkeypatch.setattr(Brique, "net_player", "mcts,net=1", raising=False)
    game = parlour.game("brique", size=5)

    def best() -> str:
        player = BestPlayer(Limits(nodes=5), [])
        player.choose(game.start(), 0)
        assert player.player is not None
        return player.player.name

    assert best() == "mcts:5,evaluate=1,net=1"
    path.write_bytes(GOOD[:-1])
    assert best() == "mcts:5,evaluate=1"
    path.unlink()
    assert best() == "mcts:5,evaluate=1"
