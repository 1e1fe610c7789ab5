"""Settings: what they may be, and the sentence where somebody writes something else."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta

import parlour
from parlour.table.errors import BadSettings
from parlour.table.registry import find, games
from parlour.table.settings import Settings, describe, read_assignments, read_settings


class Kitchen(Settings, frozen=True):
    """One setting of each kind."""

    size: Annotated[int, Meta(ge=2, le=19, description="how large")] = 15
    any: int = 0
    salt: Annotated[bool, Meta(description="with salt?")] = True
    heat: Literal["low", "high"] = "low"
    name: Annotated[str, Meta(max_length=5)] = ""
    note: str = ""


def refusal(**given: object) -> str:
    with pytest.raises(BadSettings) as caught:
        read_settings(Kitchen, given)
    assert str(caught.value).isprintable()
    return str(caught.value)


@pytest.mark.parametrize(
    ("given", "value"),
    [
        ({"size": 2}, 2),
        ({"size": "19"}, 19),
        ({"size": " 7 "}, 7),
        ({"any": "-5"}, -5),
        ({"salt": False}, False),
        ({"salt": "off"}, False),
        ({"salt": "Yes"}, True),
        ({"salt": "0"}, False),
        ({"heat": "HIGH"}, "high"),
        ({"name": "four"}, "four"),
    ],
)
def test_settings_are_values_or_texts(given: dict[str, object], value: object):
    read = read_settings(Kitchen, given)
    assert getattr(read, *given) == value
    assert type(getattr(read, *given)) is type(value)


@pytest.mark.parametrize(
    "value",
    ["", "x", "5.0", "1e1", "٥", "５", "²", "five", "0x5", "1_0", "5\x00", "+5", "- 5", "9" * 30,
     "9" * 5_000, 5.0, None, True, False, [5], float("nan")],
    ids=repr,
)  # fmt: skip
def test_what_is_no_whole_number_is_refused(value: object):
    assert refusal(size=value).startswith("size must be a whole number, not ")


@pytest.mark.parametrize(
    "value",
    [1, 20, -3, "1", "999999999", 10**30, 10**5_000, -(10**5_000)],
    ids=range(8),  # the largest cannot even be printed
)
def test_numbers_out_of_range_are_refused(value: object):
    assert refusal(size=value).startswith("size must be between 2 and 19, not ")


@pytest.mark.parametrize("value", ["", "maybe", "2", 1, 0, None, 1.0, "ｏｎ", "on\x00"], ids=repr)
def test_what_is_neither_on_nor_off_is_refused(value: object):
    assert refusal(salt=value).startswith("salt must be on or off, not ")


@pytest.mark.parametrize("value", ["", "medium", "low ", 0, None, True, ["low"]], ids=repr)
def test_what_is_no_choice_is_refused(value: object):
    assert refusal(heat=value).startswith("heat must be one of high and low, not ")


@pytest.mark.parametrize(
    ("name", "value"), [("name", "sixsix"), ("name", 5), ("note", "x" * 4_001)]
)
def test_what_is_no_short_text_is_refused(name: str, value: object):
    assert f"{name} must be text of at most" in refusal(**{name: value})


@pytest.mark.parametrize(
    "name", ["sise", "", "Size", "size ", "{size}", "\x00", "__class__", "x" * 9_999]
)
def test_an_unknown_setting_is_refused_and_the_known_ones_are_named(name: str):
    said = refusal(**{name: 5})
    assert said.startswith("There is no setting called ")
    assert said.endswith("The settings are size, any, salt, heat, name and note.")


def test_a_game_without_settings_says_so():
    with pytest.raises(BadSettings, match="There is no setting called size"):
        read_settings(Settings, {"size": 5})


def test_each_setting_is_described_for_forms():
    size, any_, salt, heat, name, _ = describe(Kitchen)
    assert (size.kind, size.low, size.high, size.description) == ("number", 2, 19, "how large")
    assert (any_.kind, any_.low, any_.high) == ("number", None, None)
    assert (salt.kind, salt.default) == ("switch", True)
    assert (heat.kind, set(heat.choices)) == ("choice", {"low", "high"})
    assert (name.kind, name.high) == ("text", 5)


def test_what_no_form_could_ask_for_is_no_setting():
    class Wrong(Settings, frozen=True):
        sizes: tuple[int, ...] = ()

    with pytest.raises(TypeError, match="a number, a switch, a choice or a text"):
        describe(Wrong)


@pytest.mark.parametrize("slug", games())
def test_every_setting_of_every_game_refuses_strange_values(slug: str):
    for setting in find(slug).describe():
        for value in ("", "?", "٣", None, [], {}, 1.5, "\x00"):
            if setting.kind != "text":
                with pytest.raises(BadSettings) as caught:
                    parlour.game(slug, **{setting.name: value})
                assert setting.name in str(caught.value)


@pytest.mark.parametrize("slug", games())
def test_every_setting_of_every_game_accepts_its_own_default_as_text(slug: str):
    game = parlour.game(slug)
    texts: dict[str, Any] = {setting.name: str(setting.default) for setting in game.describe()}
    assert parlour.game(slug, **texts) == game


def test_a_value_is_what_is_typed_or_with_an_at_sign_what_a_file_says(tmp_path: Path):
    file = tmp_path / "map.txt"
    file.write_text("1S 1O/2S 2O", "utf-8")
    given = ["size= 11", " map_text = @" + str(file), "a=b=c"]
    assert read_assignments(given) == {"size": "11", "map_text": "1S 1O/2S 2O", "a": "b=c"}
    with pytest.raises(BadSettings, match="size"):
        read_assignments(["size"])
