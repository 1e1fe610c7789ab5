"""Players and seats as people write them on a command line."""

from __future__ import annotations

import pytest

import parlour
from parlour.players.mcts.uct_player import UctPlayer
from parlour.players.player import RandomPlayer, read_player
from parlour.players.strengths import STRENGTHS, USUAL
from parlour.table.errors import BadSettings
from parlour.terminal.seats import people_everywhere, read_seats


@pytest.mark.parametrize("text", ["glance", " Wary ", "RANDOM"])
def test_players_that_do_not_search(text: str):
    assert read_player(text).name == text.strip().lower()


@pytest.mark.parametrize("text", ["random", " Random ", "RANDOM"])
def test_a_random_player(text: str):
    assert isinstance(read_player(text), RandomPlayer)


@pytest.mark.parametrize(
    ("text", "simulations", "seconds"),
    [
        ("uct", None, 1.0),
        ("uct:", None, 1.0),
        ("uct:0.5s", None, 0.5),
        ("UCT:2S", None, 2.0),
        ("uct:3600s", None, 3_600.0),
        ("uct:1", 1, None),
        ("uct:5000", 5_000, None),
        ("uct:100000000", 100_000_000, None),
    ],
)
def test_a_searching_player(text: str, simulations: int | None, seconds: float | None):
    player = read_player(text)
    assert isinstance(player, UctPlayer)
    assert (player.limits.nodes, player.limits.seconds) == (simulations, seconds)


@pytest.mark.parametrize(
    ("text", "simulations", "seconds"),
    [("uct", None, 0.5), ("uct:0.2s", None, 0.2), ("uct:9s", None, 0.5), ("uct:5000", 5_000, 0.5)],
)
def test_a_search_that_has_to_be_done_by_then(text: str, simulations: int | None, seconds: float):
    player = read_player(text, within=0.5)
    assert isinstance(player, UctPlayer)
    assert (player.limits.nodes, player.limits.seconds) == (simulations, seconds)


@pytest.mark.parametrize(
    "text",
    ["", "you", "uct5", "uct:x", "uct:-1", "uct:1.5", "uct:1e3", "uct:٣", "uct:1m", "uct:1s:2",
     "random:5", "uct:9999999999", "uct:99999s", "uct\x00", "{}", "uct: 5", "uct:5,threads=2",
     "random,threads=2", "glance:5", "wary,threads=2", ",", "mcts5", "best:x",
     "mcts:1s:2,threads=2"],
)  # fmt: skip
def test_an_unknown_player_is_refused_by_a_sentence(text: str):
    with pytest.raises(
        BadSettings, match=r"there is no such player\. Write easy, medium, hard, level:7"
    ):
        read_player(text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("mcts", "mcts:1s"),
        ("MCTS:0.5S", "mcts:0.5s"),
        ("mcts:5000,threads=2", "mcts:5000,threads=2"),
        ("mcts:5000,threads=1", "mcts:5000"),
        ("mcts,transpose,solve=0", "mcts:1s,solve=0,transpose=1"),
        ("mcts:10,evaluate=0.5,memory=16", "mcts:10,memory=16,evaluate=0.5"),
        ("mcts:10,mast,grave=50", "mcts:10,grave=50,mast=1"),
        ("mcts:10,mast=0,grave=0", "mcts:10"),
        ("best", "best:1s"),
        ("best:50", "best:50"),
        ("best:50,threads=2", "best:50,threads=2"),
    ],
)
def test_a_search_with_options(text: str, name: str):
    player = read_player(text)
    assert player.name == name
    assert read_player(name).name == name


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "mcts:1s,wings=2",
            "wings=2: there is no such search option. The options are knowledge, solve",
        ),
        ("mcts:1s,", "there is no such search option"),
        ("mcts:1s,threads=0", "threads=0: this option takes a number from 1 to 64."),
        ("mcts:1s,threads=2.5", "threads=2.5: this option takes a number from 1 to 64."),
        ("mcts:1s,threads=", "threads=: this option takes a number"),
        ("mcts:1s,memory=1e99", "memory=1e99: this option takes a number from 1 to 65536."),
        ("mcts:1s,evaluate=nan", "evaluate=nan: this option takes a number from 0 to 1."),
        ("mcts:1s,solve=maybe", "solve=maybe: this option takes 0 or 1."),
        ("mcts:1s,grave=-1", "grave=-1: this option takes a number from 0 to 1000000."),
        ("mcts:1s,grave=often", "grave=often: this option takes a number from 0 to 1000000."),
        ("mcts:1s,mast=2", "mast=2: this option takes 0 or 1."),
    ],
)
def test_an_option_that_does_not_exist_or_fit_is_refused_by_a_sentence(text: str, says: str):
    with pytest.raises(BadSettings) as caught:
        read_player(text)
    assert says in str(caught.value)


@pytest.mark.parametrize("strength", STRENGTHS)
def test_a_strength_stands_for_a_player(strength: str):
    assert read_player(f" {strength.upper()}").name == read_player(STRENGTHS[strength]).name


def test_the_usual_strength_is_one_of_them():
    assert USUAL in STRENGTHS


@pytest.mark.parametrize("text", ["uct:0", "uct:0s", "uct:0.000s", "uct:100000001", "uct:3601s"])
def test_a_search_without_time_or_without_end_is_refused(text: str):
    with pytest.raises(BadSettings, match="a search takes 1 to 100000000 simulations"):
        read_player(text)


def test_a_random_player_keeps_to_the_rules_and_to_its_seed():
    state = parlour.game("brique", size=4).start()
    chosen = [[RandomPlayer(5).choose(state, 0) for _ in range(3)] for _ in range(2)]
    assert chosen[0] == chosen[1]
    player = RandomPlayer(5)
    assert {player.choose(state, 0) for _ in range(300)} == set(state.actions())


# ---- who sits where ------------------------------------------------------------------------------


def names(slug: str, *texts: str) -> list[str]:
    """Who sits where; people in brackets."""
    seating = read_seats(parlour.game(slug), texts, seed=1)
    return [f"({name})" if player is None else player.name for name, player in seating]


def test_seats_that_nobody_named_are_people():
    assert names("tiny") == ["(One)", "(Two)", "(Three)", "(Four)"]
    assert names("brique", "2=random") == ["(Player 1)", "random"]
    assert [name for name, _ in people_everywhere(parlour.game("tiny"))] == [
        "One",
        "Two",
        "Three",
        "Four",
    ]


@pytest.mark.parametrize("seat", ["1", "Player 1", "player1", "player-1", "black", "BLACK", " 1 "])
def test_a_seat_has_a_number_a_name_and_a_colour(seat: str):
    assert names("brique", f"{seat}=uct:5") == ["uct:5", "(Player 2)"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("1=you", "(Player 1)"),
        ("1=you:Ann", "(Ann)"),
        ("1=YOU:Ann B", "(Ann B)"),
        ("1=you:", "(Player 1)"),
        ("1=you:\x1b[2J\n", "([2J)"),
        ("1=you:a=b:c", "(a=b:c)"),
        ("1=you:" + "x" * 99, f"({'x' * 40})"),
    ],
)
def test_a_person_may_have_a_name(text: str, name: str):
    assert names("brique", text)[0] == name


@pytest.mark.parametrize(
    ("texts", "says"),
    [
        (["black"], "black: write a seat and a player, such as Player1=level:4"),
        (["=you"], "=you: write a seat and a player"),
        (["1="], "1=: write a seat and a player"),
        ([""], "write a seat and a player"),
        (
            ["3=you"],
            "3: there is no such seat; the seats are Player 1 (black) and Player 2 (white), "
            "or 1, 2 and so on",
        ),
        (["0=you"], "0: there is no such seat"),
        (["٢=you"], "there is no such seat"),
        (["green=you"], "green: there is no such seat"),
        (["!=you"], "!: there is no such seat"),
        (["1=you", "black=random"], "black=random: this seat already has a player"),
        (["1=me"], "me: there is no such player"),
    ],
)
def test_a_wrong_seat_is_refused_by_a_sentence(texts: list[str], says: str):
    with pytest.raises(BadSettings) as caught:
        names("brique", *texts)
    assert says in str(caught.value)
