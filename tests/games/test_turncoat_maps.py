"""Turncoat's maps: read, refused, symmetric, and shown by the verbs; the rulebook's pictures."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import cast

import pytest
from click.testing import CliRunner

import parlour
from parlour.games.turncoat.game import Turncoat
from parlour.games.turncoat.maps.plan import (
    SHIPPED,
    Plan,
    one_line,
    read_plan,
    shipped,
    warnings,
    write_plan,
)
from parlour.games.turncoat.pictures import pictures
from parlour.games.turncoat.verbs import VERBS
from parlour.table.looks.rulebook import rulebook
from parlour.table.match import Match
from parlour.table.matches.record_text import from_text, to_text
from parlour.table.record import Record

GOOD = """\
name: tiny
players: 2
by: Somebody

1S 1O 1C .  .
.  .  .  .  .
2S 2O 2C .  ."""


@pytest.mark.parametrize("name", SHIPPED)
def test_our_maps_read_back_as_they_are_written(name: str):
    plan = shipped(name)
    assert plan.name == name
    assert read_plan(write_plan(plan)) == plan
    assert read_plan(one_line(plan)) == plan
    assert warnings(plan) == []


def test_a_map_may_be_a_setting_on_several_lines_or_on_one():
    games = [parlour.game("turncoat", map_text=text) for text in (GOOD, one_line(read_plan(GOOD)))]
    assert [str(game.start()) for game in games] == [str(games[0].start())] * 2
    record = Match(games[0]).record()
    assert from_text(to_text(record)) == record == Record.from_json(record.to_json())


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "This map has no rows."),
        ("name: x\n", "This map has no rows."),
        (GOOD.replace(".  .\n", ".\n", 1), "Row 2 has 5 blocks, but the first row has 4."),
        (GOOD + " .", "Row 3 has 6 blocks, but the first row has 5."),
        (GOOD.replace(".", "x", 1), "Row 1: x is not a block; there are . and -- and ##"),
        (GOOD.replace("1C", "1F"), "Row 1: 1F is not a block"),
        (GOOD.replace("1C", "0C"), "Row 1: 0C is not a block"),
        (GOOD.replace("1C", "C1"), "Row 1: C1 is not a block"),
        (GOOD.replace("1C", "\u0661C"), "Row 1: \u0661C is not a block"),
        (GOOD.replace(".", "3C", 1), "Row 1: 3C, but this map is for 2 players."),
        (GOOD.replace("1O", "."), "Player 1 has no objective."),
        (GOOD.replace("2S", "."), "Player 2 has no spawn."),
        (GOOD.replace("2C", "."), "Player 2 has no colour block."),
        (GOOD.replace("players: 2", "players: 3"), "Player 3 has no spawn."),
        (GOOD.replace("players: 2", "players: 5"), "A map is for 2, 3 or 4 players, not 5."),
        (GOOD.replace("players: 2", "players: two"), "A map is for 2, 3 or 4 players, not two."),
        (
            GOOD.replace("name:", "title:"),
            "title: tiny: a map begins with name, players, by and ha",
        ),
        ("handicap: king\n" + GOOD, "The handicap of a map is none, guard, paver and shooter, not"),
        (GOOD + "\nby: me", "by: me: a map begins with name, players, by and handicap"),
        ("by: me\n" + GOOD, "by is given twice."),
        (GOOD.replace("tiny", "x" * 81), "name must be printable and have at most 80 characters."),
        ("1S 1O\n1C .\n2S 2O\n2C .", "A map has 3 to 19 blocks in a row, not 2."),
        ("1S 1O 1C\n2S 2O 2C", "A map has 3 to 19 rows, not 2."),
        ("\n".join(["."] * 20), "A map has 3 to 19 rows, not 20."),
        ("\n".join([". " * 10_000] * 3), "A map has 3 to 19 blocks in a row, not 10000."),
        ("1S 1O 1C\n-- -- --\n2S 2O 2C", "Player 1 has no first placement"),
        (
            "\n".join(["1S 1O 1C . . . . . . .", "1G " * 10, "2S 2O 2C . . . . . . ."]),
            "Player 1 has too many guards; the maximum is 9.",
        ),
    ],
)
def test_a_bad_map_is_refused_with_a_sentence(text: str, says: str):
    with pytest.raises(parlour.BadText) as refusal:
        read_plan(text)
    assert str(refusal.value).startswith(says)


def test_a_bad_map_is_a_bad_setting_too():
    with pytest.raises(parlour.BadSettings, match="Player 1 has no objective"):
        parlour.game("turncoat", map_text=GOOD.replace("1O", "."))
    many = GOOD.replace(".  .  .  .  .", "2G 2G 2G 2G 2G\n2G 2G 2G 2G .")
    assert parlour.game("turncoat", map_text=many).seats
    with pytest.raises(parlour.BadSettings, match="already has nine guards"):
        parlour.game("turncoat", map_text=many, handicap="guard")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (GOOD.replace("1S 1O", "1S ##").replace(".  .  .  .  .", "## 1O .  .  ."),
         ["From a3, units of player 1 can reach no objective of another."]),
        (GOOD.replace(".  .  .  .  .", "1G 1G .  .  .\n.  .  .  .  ."),
         ["Player 1 can wall in the objective b4 with guards."]),
        (GOOD.replace(".  .  .  .  .", "1G 1G -- .  .").replace("1S 1O", "1O 1S"), [
            "Player 1 can wall in the objective a3 with guards."]),
        (GOOD, []),
    ],
)  # fmt: skip
def test_questionable_features_of_a_map_give_warnings(text: str, says: list[str]):
    assert [str(warning) for warning in warnings(read_plan(text))] == says


def test_a_map_may_bring_a_handicap_and_the_setting_overrides_it():
    text = f"handicap: paver\n{GOOD}"
    assert one_line(read_plan(text)).count("handicap: paver") == 1
    for settings, decided in (({}, "-/P"), ({"handicap": "none"}, "-/-")):
        game = parlour.game("turncoat", map_text=text, **settings)
        line = game.line(game.start())
        assert line.split()[3] == decided
        assert game.from_line(line) == game.start()
    assert parlour.game("turncoat", map_text=GOOD).start().spawn_kind[9] == 0  # type: ignore[attr-defined]


# ---- no seat has the better ground ---------------------------------------------------------------


def moved_on(block: str, players: int) -> str:
    """The same block of the next player."""
    return block if block in (".", "--", "##") else f"{int(block[0]) % players + 1}{block[1]}"


@pytest.mark.parametrize("name", ["small", "standard", "long", "court"])
def test_a_turn_of_the_board_makes_each_player_the_next(name: str):
    """Half a turn exchanges two players; a quarter turn moves four of them on."""
    plan = shipped(name)
    last_row, last_column = plan.height - 1, plan.width - 1
    for row, column in product(range(plan.height), range(plan.width)):
        block = plan.blocks[row * plan.width + column]
        if plan.players == 2:
            turned = (last_row - row) * plan.width + last_column - column
        else:
            turned = column * plan.width + last_column - row
        assert plan.blocks[turned] == moved_on(block, plan.players)


# The ring is a path around a cross whose twelve sides are all four blocks long.
CORNERS = ((0, 1), (0, 2), (1, 2), (1, 3), (2, 3), (2, 2), (3, 2), (3, 1), (2, 1), (2, 0), (1, 0),
           (1, 1))  # fmt: skip
SIDE = 4


def ring_path(plan: Plan) -> list[int]:
    """The cells of the path, in order."""
    path: list[int] = []
    for (row, column), (to_row, to_column) in zip(CORNERS, CORNERS[1:] + CORNERS[:1], strict=True):
        for i in range(SIDE):
            y = 1 + SIDE * row + i * (to_row - row)
            x = 1 + SIDE * column + i * (to_column - column)
            path.append(y * plan.width + x)
    return path


def images(plan: Plan) -> dict[int, int]:
    """The symmetry of the ring: a third of the way around.

    No turn of a square board moves three players on. But the corridors of the ring are one block
    wide, so it does not matter for play to which side they bend: going on along the path by a third
    of it, and taking what lies around its corners along, keeps everything that the rules look at.
    """
    path = ring_path(plan)
    third = len(path) // 3
    image = {here: path[(i + third) % len(path)] for i, here in enumerate(path)}
    for i in range(0, len(path), SIDE):
        here, there = path[i], image[path[i]]
        ahead, back = path[(i + 1) % len(path)] - here, path[i - 1] - here
        to_ahead, to_back = image[here + ahead] - there, image[here + back] - there
        for a, b in product((-1, 0, 1), repeat=2):
            if is_open(plan, here + a * ahead + b * back):
                image.setdefault(here + a * ahead + b * back, there + a * to_ahead + b * to_back)
    return image


def is_open(plan: Plan, cell: int) -> bool:
    return plan.blocks[cell] != "##"


def apart(plan: Plan, one: int, other: int) -> tuple[int, int]:
    (row, column), (to_row, to_column) = divmod(one, plan.width), divmod(other, plan.width)
    return abs(row - to_row), abs(column - to_column)


def test_the_ring_looks_the_same_to_three_players():
    plan = shipped("ring")
    image = images(plan)
    cells = [cell for cell in range(len(plan.blocks)) if is_open(plan, cell)]
    assert sorted(image) == sorted(image.values()) == cells
    assert all(image[image[image[cell]]] == cell != image[cell] for cell in cells)
    for cell in cells:
        assert plan.blocks[image[cell]] == moved_on(plan.blocks[cell], 3)
    for one, other in product(cells, cells):
        away, there = sum(apart(plan, one, other)), sum(apart(plan, image[one], image[other]))
        # Adjacent stays adjacent, and what a Shooter reaches stays in its reach ...
        assert (away == 1) == (there == 1)
        assert (away == 2) == (there == 2)
        # ... and of two steps in a row, straight ones stay straight.
        if away == 2 and any(is_open(plan, c) for c in set(plan.near(one)) & set(plan.near(other))):
            straight = 0 in apart(plan, one, other)
            assert (0 in apart(plan, image[one], image[other])) == straight


# ---- the verbs -----------------------------------------------------------------------------------


def run(*words: str) -> tuple[int, str]:
    (verbs,) = VERBS
    result = CliRunner().invoke(verbs, list(words))
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.exit_code, result.output


def test_map_check_and_map_show(tmp_path: Path):
    file = tmp_path / "tiny.txt"
    file.write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    assert run("check", str(file)) == (0, f"{file}: a map of 5 x 3 blocks for 2 players.\n")
    code, text = run("show", str(file))
    assert code == 0
    assert text.startswith("tiny, for 2 players, by Somebody\n     a   b   c   d   e\n 3  1S  1O")
    code, text = run("line", str(file))
    assert code == 0
    assert parlour.game("turncoat", map_text=text.strip()).seats == ("Player 1", "Player 2")


def test_our_maps_are_known_by_name():
    assert run("check", "ring") == (0, "ring: a map of 15 x 15 blocks for 3 players.\n")


def test_map_check_warns(tmp_path: Path):
    file = tmp_path / "walled.txt"
    file.write_text(GOOD.replace(".  .  .  .  .", "1G 1G .  .  .\n.  .  .  .  ."))
    assert (
        "Warning: Player 1 can wall in the objective b4 with guards." in run("check", str(file))[1]
    )


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "Error: This map has no rows."),
        (GOOD.replace("1O", ".").encode(), "Error: Player 1 has no objective."),
        (b"\xff\xfe\x00", "it is not UTF-8 text"),
        (b". " * 1_000_000, "it is larger than 1000000 bytes"),
        ((b". " * 10_000 + b"\n") * 3, "Error: A map has 3 to 19 blocks in a row, not 10000."),
        (b"\x00 \x01 \x02\n" * 3, "Error: Row 1: ? is not a block"),
    ],
)
def test_a_bad_file_is_answered_by_one_sentence(tmp_path: Path, data: bytes, says: str):
    file = tmp_path / "bad.txt"
    file.write_bytes(data)
    for verb in ("check", "show", "line"):
        code, text = run(verb, str(file))
        assert code == 2
        assert says in text
        assert len(text.splitlines()) == 1


def test_a_file_that_is_not_there(tmp_path: Path):
    code, text = run("check", str(tmp_path / "none.txt"))
    assert code == 2
    assert text.strip().endswith("there is no such file.")
    code, text = run("check", str(tmp_path))
    assert code == 2
    assert text.strip().endswith("it is a folder.")


# ---- the rulebook --------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "lines"), list(pictures()))
def test_the_rulebook_shows_what_the_rules_do(name: str, lines: list[str]):
    assert "\n".join(lines) in rulebook(Turncoat), name


def test_the_rulebook_shows_the_standard_board_and_names_every_setting():
    book = rulebook(Turncoat)
    board = str(cast(Turncoat, parlour.game("turncoat")).start()).splitlines()[:12]
    assert "\n".join(f"    {line}" for line in board) in book
    for setting in Turncoat.describe():
        assert f"| `{setting.name}` |" in book
