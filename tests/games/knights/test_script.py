"""Knights, §6 and §8: script mode, from the bytes of a file to the JSON of the final state."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from parlour.cli import Verbs
from parlour.games.knights.game import Knights, KnightsSettings
from parlour.games.knights.rules import CORNERS, SPOTS
from parlour.games.knights.script_file import final_state
from parlour.games.knights.script_runner import ScriptRunner
from parlour.games.knights.verbs import VERBS
from parlour.table.errors import BadText
from tests.games.knights.test_literal_rules import Plain
from tests.games.knights.test_rules import ITEMS

SAMPLE = b"GAME-START\nR:S\nR:S\nB:E\nG:N\nY:N\nGAME-END\n"
SAMPLE_STATE = """\
{
  "red": [[2, 0], "LIVE", null, 1, 1],
  "blue": [[7, 1], "LIVE", null, 1, 1],
  "green": [[6, 7], "LIVE", null, 1, 1],
  "yellow": [null, "DROWNED", null, 0, 0],
  "magic_staff": [[5, 2], false],
  "helmet": [[5, 5], false],
  "dagger": [[2, 5], false],
  "axe": [[2, 2], false]
}
"""


def script(moves: str) -> bytes:
    """The script of some moves."""
    return "\n".join(["GAME-START", *moves.split(), "GAME-END", ""]).encode()


def played(
    data: bytes,
    item_choice: str = "random",
    seed: int = 1,
    block: int = 1 << 16,
    tiles: Sequence[int] = SPOTS,
) -> str:
    """The final state of a script that is fed in blocks, with the items on these tiles."""
    settings = KnightsSettings(item_choice="random" if item_choice == "random" else "priority")
    state = Knights(settings).start()
    state.set_up(list(CORNERS[4]), [0] * 4, [4] * 4, [0] * 4, list(tiles), 0, False, 0)
    running = ScriptRunner(state, seed)
    for start in range(0, len(data), block):
        running.feed(data[start : start + block])
    running.finish()
    return final_state(running.rules)


def refusal(data: bytes, block: int = 1 << 16) -> str:
    with pytest.raises(BadText) as refused:
        played(data, block=block)
    return str(refused.value)


def invoke(*arguments: str | Path, stdin: bytes | None = None) -> Result:
    """Run the verb as the command line does, which words the errors."""
    group = Verbs("parlour", {verb.name or "": verb for verb in VERBS})
    return CliRunner().invoke(group, ["knights", *map(str, arguments)], input=stdin)


# ---- what a script does --------------------------------------------------------------------------


def test_6_the_sample_of_the_page():
    assert played(SAMPLE) == SAMPLE_STATE
    assert list(json.loads(SAMPLE_STATE)) == [
        "red", "blue", "green", "yellow", "magic_staff", "helmet", "dagger", "axe",
    ]  # fmt: skip


def test_6_a_held_item_has_its_holders_position():
    state = json.loads(played(script("R:S R:S R:E R:E R:E")))
    assert state["red"] == [[2, 3], "LIVE", "axe", 3, 1]
    assert state["axe"] == [[2, 3], True]


def test_6_the_drowned_leave_their_item_on_the_last_tile():
    state = json.loads(played(script("R:E R:E R:S R:S R:N R:N R:N")))
    assert state["red"] == [None, "DROWNED", None, 0, 0]
    assert state["axe"] == [[0, 2], False]


def test_6_the_dead_have_the_tile_they_died_on():
    state = json.loads(played(script("R:E R:E R:E Y:W Y:W Y:W Y:W")))
    assert state["red"] == [[0, 3], "DEAD", None, 0, 0]
    assert state["yellow"] == [[0, 3], "LIVE", None, 1, 1]


def test_6_there_is_no_turn_order_and_no_end_by_victory():
    """Three drown, and the last one goes on."""
    state = json.loads(played(script("B:S G:S Y:N R:S R:S R:E R:E")))
    assert state["red"] == [[2, 2], "LIVE", "axe", 3, 1]


def test_6_moves_of_those_who_have_fallen_are_legal_and_ignored():
    once, often = script("Y:N R:S"), script("Y:N Y:S Y:S R:S Y:W")
    assert played(once) == played(often)


def test_6_a_script_without_moves_is_one():
    state = json.loads(played(script("")))
    assert state["green"] == [[7, 7], "LIVE", None, 1, 1]


# Red takes the axe and drowns from (0, 2.); yellow does so with the dagger; green comes along.
TWO_ITEMS = script(
    "R:S R:S R:E R:E R:N R:N R:N "
    "Y:S Y:S Y:W Y:W Y:N Y:N Y:W Y:W Y:W Y:N "
    "G:N G:N G:N G:N G:N G:N G:N G:W G:W G:W G:W G:W"
)


def test_2_of_several_items_one_is_taken_by_chance_each_equally_likely():
    taken = [json.loads(played(TWO_ITEMS, seed=seed))["green"][2] for seed in range(400)]
    assert set(taken) == {"axe", "dagger"}
    assert 150 < taken.count("axe") < 250  # five standard deviations


def test_2_with_priority_the_first_is_taken():
    state = json.loads(played(TWO_ITEMS, "priority"))
    assert state["green"] == [[0, 2], "LIVE", "axe", 3, 1]
    assert state["dagger"] == [[0, 2], False]


@pytest.mark.parametrize("seed", range(3))
def test_8_the_same_seed_plays_the_same(seed: int):
    data = random_script(Random(7), 3_000)
    assert played(data, seed=seed) == played(data, seed=seed)


def random_script(rng: Random, count: int, end: str = "\n") -> bytes:
    """Many moves; knights mostly stay away from the edge, so that they meet."""
    place = {"R": [0, 0], "B": [7, 0], "G": [7, 7], "Y": [0, 7]}
    lines = ["GAME-START"]
    while len(lines) <= count:
        knight, direction = rng.choice("RBGY"), rng.choice("NESW")
        down, right = Plain.STEPS[direction]
        to = [place[knight][0] + down, place[knight][1] + right]
        inside = 0 <= to[0] <= 7 and 0 <= to[1] <= 7
        if inside or rng.random() < 0.01:
            place[knight] = to if inside else place[knight]
            lines.append(f"{knight}:{direction}")
    return end.join([*lines, "GAME-END", ""]).encode()


class Splitmix:
    """The table's dice, written once more from the definition of SplitMix64."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def random_below(self, sides: int) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) % 2**64
        bits = self.state
        bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EB % 2**64
        bits ^= bits >> 31
        return (bits >> 32) * sides >> 32


def plainly(data: bytes, item_choice: str, seed: int, tiles: Sequence[int]) -> str:
    """The final state by the rules taken literally."""
    plain, rng_state = Plain(), Splitmix(seed)
    plain.lying = {item: divmod(tile, 8) for item, tile in zip(ITEMS, tiles, strict=True)}
    for line in data.decode().split()[1:-1]:
        knight, direction = line.split(":")
        if plain.status[knight] != "LIVE":
            continue
        choice = sorted(plain.step(knight, direction), key=ITEMS.index)
        if choice:
            nth = rng_state.random_below(len(choice)) if item_choice == "random" else 0
            plain.take(knight, choice[nth])
            plain.fight(knight)
    names = {"R": "red", "B": "blue", "G": "green", "Y": "yellow"}
    state: dict[str, object] = {
        names[k]: [plain.position[k], plain.status[k], plain.held[k], *plain.score(k)]
        for k in names
    }
    holder = {item: plain.position[k] for k, item in plain.held.items() if item}
    for item in ("magic_staff", "helmet", "dagger", "axe"):
        state[item] = [plain.lying.get(item) or holder[item], item in holder]
    return json.dumps(state)


NEAR = st.sampled_from([18, 19, 27, 28])  # tiles in the middle, where several items may lie


@given(
    st.integers(0, 400),
    st.sampled_from(["random", "priority"]),
    st.integers(0, 2**64 - 1),
    st.integers(1, 40),
    st.sampled_from(["\n", "\r\n"]),
    st.one_of(st.just(SPOTS), st.tuples(NEAR, NEAR, NEAR, NEAR)),
)
def test_6_scripts_agree_with_the_page_taken_literally(
    count: int, item_choice: str, seed: int, block: int, end: str, tiles: tuple[int, ...]
):
    data = random_script(Random(seed), count, end)
    state = json.loads(played(data, item_choice, seed, block, tiles))
    assert state == json.loads(plainly(data, item_choice, seed, tiles))
    # No item is lost or doubled: each has one place, and one holder if any.
    held = [state[knight][2] for knight in ("red", "blue", "green", "yellow") if state[knight][2]]
    assert len(held) == len(set(held))
    assert {item for item in ITEMS if state[item][1]} == set(held)
    assert all(state[item][0] is not None for item in ITEMS)


# ---- what a script may look like -----------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [
        SAMPLE.replace(b"\n", b"\r\n"),
        b"\xef\xbb\xbf" + SAMPLE,
        b"\xef\xbb\xbf" + SAMPLE.replace(b"\n", b"\r\n"),
        SAMPLE.rstrip(b"\n"),
        SAMPLE + b"\n\r\n\n",
        SAMPLE.replace(b"R:S\n", b"R:S\r\n"),
    ],
)
@pytest.mark.parametrize("block", [1, 2, 3, 5, 1000])
def test_6_line_ends_and_a_byte_order_mark_do_not_matter(data: bytes, block: int):
    assert played(data, block=block) == SAMPLE_STATE


@pytest.mark.parametrize("block", [1, 4, 1000])
@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "Line 1: the script is empty; it must begin with GAME-START."),
        (b"\xef\xbb\xbf", "Line 1: the script is empty; it must begin with GAME-START."),
        (b"\n", "Line 1: the first line must be GAME-START, not an empty line."),
        (b"R:S\nGAME-END\n", "Line 1: the first line must be GAME-START, not R:S."),
        (b"GAME-END\n", "Line 1: the first line must be GAME-START, not GAME-END."),
        (b"game-start\nGAME-END\n", "Line 1: game-start: use capital letters."),
        (b"GAME-START", "Line 1: the script stops here, without GAME-END."),
        (b"GAME-START\nR:S\n", "Line 2: the script stops here, without GAME-END."),
        (b"GAME-START\nR:S", "Line 2: the script stops here, without GAME-END."),
        (b"GAME-START\nR:", "Line 2: R: is not a move such as R:S."),
        (b"GAME-START\nR:S\nGAME-START\n", "Line 3: GAME-START is not a move such as R:S."),
        (b"GAME-START\nr:s\nGAME-END\n", "Line 2: r:s: use capital letters."),
        (b"GAME-START\nR:s\nGAME-END\n", "Line 2: R:s: use capital letters."),
        (b"GAME-START\nR:S\ngame-end\n", "Line 3: game-end: use capital letters."),
        (b"GAME-START\nP:S\nGAME-END\n", "Line 2: P:S: there is no such knight; they are R, B,"),
        (b"GAME-START\nR:X\nGAME-END\n", "Line 2: R:X: the directions are N, E, S and W."),
        (b"GAME-START\nR S\nGAME-END\n", "Line 2: R S is not a move such as R:S."),
        (b"GAME-START\nR:S \nGAME-END\n", "Line 2: R:S  is not a move such as R:S."),
        (b"GAME-START\nR:SS\nGAME-END\n", "Line 2: R:SS is not a move such as R:S."),
        (b"GAME-START\n\nGAME-END\n", "Line 2: the line is empty."),
        (b"GAME-START\nGAME-END\nR:S\n", "Line 3: R:S: nothing may follow GAME-END."),
        (b"GAME-START\nGAME-END\n\n\nGAME-END", "Line 5: GAME-END: nothing may follow GAME-END."),
        (b"GAME-START\nR:S\rB:E\nGAME-END\n", "Line 2: this is not plain text."),
        (b"GAME-START\nR:\x00\nGAME-END\n", "Line 2: this is not plain text."),
        (b"\x00\x01\x02\xff", "Line 1: this is not plain text."),
        ("GAME-START\nR:S\n".encode("utf-16"), "Line 1: this is not plain text."),
        ("GAME-START\nＲ:S\n".encode(), "Line 2: this is not plain text."),
        (b"GAME-START\n" + b"R:S\n" * 999 + b"R:N:", "Line 1001: R:N: is not a move such as R:S."),
    ],
)
def test_6_what_is_no_script_is_refused_with_the_number_of_the_line(
    data: bytes, says: str, block: int
):
    assert refusal(data, block).startswith(says)


def test_6_a_line_of_ten_megabytes_is_refused_without_being_kept():
    running = ScriptRunner(Knights(KnightsSettings()).start(), 1)
    running.feed(b"GAME-START\nR:S\n")
    with pytest.raises(BadText, match=r"Line 3: RRRRRRRRRRR\.\.\. is not a move"):
        running.feed(b"R" * 10_000_000)


@pytest.mark.parametrize("item_choice", ["random", "priority"])
@given(st.binary(max_size=60), st.integers(1, 8))
def test_6_any_bytes_are_played_or_refused_by_a_sentence(item_choice: str, data: bytes, block: int):
    said = outcome(b"GAME-START\n" + data + b"\nGAME-END", item_choice, block)
    assert said.isprintable()
    assert said.startswith(("Line ", "{"))


def outcome(data: bytes, item_choice: str, block: int) -> str:
    """The final state in one line, or why there is none."""
    try:
        return played(data, item_choice, 1, block).replace("\n", "")
    except BadText as refused:
        return str(refused)
