"""Records in notebooks: the page that draws itself, read as a browser would read it."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from random import Random
from xml.etree import ElementTree

import msgspec
import pytest

import parlour
from parlour.drawing import notebook, picture
from parlour.table.match import Match
from parlour.table.record import Record
from tests.matches import hidden_deployment, played, tiny
from tests.play import Variant, choose, variants

NASTY = "<script>alert('\"&')</script>"


class Page(HTMLParser):
    """The tags of a page, and the texts of its scripts."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if self.tags and self.tags[-1][0] == "script":
            self.scripts.append(data)

    def count(self, tag: str) -> int:
        return sum(name == tag for name, _ in self.tags)


def frames(source: str) -> list[tuple[str, str, str]]:
    """What the script of a page shows: the pictures, the lines above and the remarks below."""
    data = json.loads(Page(source).scripts[0])
    return [
        ("".join("".join(data["pieces"][first:end]) for first, end in runs), said, remark)
        for runs, said, remark in data["frames"]
    ]


def to_the_end(slug: str, names: list[str] | None = None, most: int = 10_000) -> Record:
    match, rng = Match(parlour.game(slug), names), Random(4)
    while match.outcome is None and len(match.events) < most:
        match.act(match.state.seat, choose(match.state, match.state.seat, rng))
    return match.record()


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_every_frame_is_the_picture_of_its_position(variant: Variant):
    record = played(variant, seed=7).record()
    wanted = [picture.svg(m.game.board(), m.view(), m.game.looks()) for m in Match.replay(record)]
    assert [svg for svg, _, _ in frames(record._repr_html_())] == wanted


def test_actions_and_ends_are_told_by_name():
    match = Match(parlour.game("brique", size=3), ("Ann", "Bob"))
    match.act(0, "b2")
    match.act(1, "swap")
    match.resign(0)
    source = match.record()._repr_html_()
    told = [said for _, said, _ in frames(source)]
    assert told == ["Start", "1. Ann: b2", "2. Bob: swap", "3. Ann resigned."]
    assert "<b>Ann resigned: Bob wins.</b>" in source
    assert "Ann resigned: Bob wins." in frames(source)[-1][0]  # not whose turn it would be


def test_chance_and_a_match_that_is_not_over_are_told():
    match = Match(parlour.game("knights"))
    assert "<b>Not finished</b>" in match.record()._repr_html_()
    dry = tiny()
    while all(event.seat >= 0 for event in dry.events):
        seat = dry.state.seat
        dry.act(seat, choose(dry.state, seat, Random(1)))
    assert any("Chance: " in said for _, said, _ in frames(dry.record()._repr_html_()))


def test_names_and_remarks_cannot_leave_their_place():
    record = to_the_end("knights", [NASTY, "Bob", "Cy", "Di"])
    first = msgspec.structs.replace(record.events[0], remark=f"{NASTY}\n</script><!--<script>")
    record = msgspec.structs.replace(record, events=(first, *record.events[1:]))
    source = record._repr_html_()
    assert Page(source).count("script") == 2
    assert "alert('" not in re.sub(r"<script.*?</script>", "", source, flags=re.S).replace(
        "&lt;script&gt;alert('", ""
    )
    assert frames(source)[1][1:] == (f"1. {NASTY}: {first.what}", first.remark)
    for svg, _, _ in frames(source):
        assert "script" not in {
            node.tag.split("}")[1] for node in ElementTree.fromstring(svg).iter()
        }


def test_nothing_is_fetched_and_nothing_has_a_name_that_another_record_could_have():
    source = to_the_end("chessicle")._repr_html_()
    assert not re.search(r"(src|href)=|@import|url\((?!#parlour-)", source)
    assert set(re.findall(r"https?://[^\s\"'\\]+", source)) == {"http://www.w3.org/2000/svg"}
    assert all(name.startswith("parlour-") for name in re.findall(r' id="([^"]+)"', source))
    assert all(
        selector.startswith(".parlour-")
        for selector in re.findall(r"^([^{}\n]+)\{", notebook.STYLE, re.M)
    )


def test_without_scripts_the_last_position_is_seen_and_no_dead_buttons():
    record = to_the_end("feud")
    source = record._repr_html_()
    still = source[: source.index("<script")]
    assert frames(source)[-1][0] in still
    controls = next(a for _, a in Page(source).tags if a.get("class") == "parlour-controls")
    assert "hidden" in controls


def test_it_can_be_used_by_keyboard_and_read_aloud():
    page = Page(to_the_end("feud")._repr_html_())
    buttons = [attributes for tag, attributes in page.tags if tag == "button"]
    [slider] = [attributes for tag, attributes in page.tags if tag == "input"]
    assert [b["aria-label"] for b in buttons] == ["First", "Back", "Forward", "Last"]
    assert slider["type"] == "range"
    assert slider["aria-label"]
    assert slider["value"] == slider["max"]


@pytest.mark.parametrize(("slug", "most"), [("brique", 100), ("turncoat", 300), ("feud", 300)])
def test_what_frames_have_in_common_is_kept_once(slug: str, most: int):
    record = to_the_end(slug, most=most)
    source = record._repr_html_()
    pieces = json.loads(Page(source).scripts[0])["pieces"]
    assert len(set(pieces)) == len(pieces)
    assert 5 * len(source) < sum(len(svg) for svg, _, _ in frames(source))
    assert len(source) < 700_000


def test_of_a_very_long_match_the_middle_is_left_out(monkeypatch: pytest.MonkeyPatch):
    record = to_the_end("chessicle")
    count = len(record.events)
    whole = frames(record._repr_html_())
    monkeypatch.setattr(notebook, "MOST_FRAMES", 10)
    source = record._repr_html_()
    assert frames(source) == [*whole[:5], *whole[-5:]]
    assert f"The pictures after events 5 to {count - 5} were left out for size." in source
    monkeypatch.setattr(notebook, "MOST_FRAMES", count + 1)
    assert "no room" not in record._repr_html_()


def test_a_redacted_record_is_shown_as_far_as_it_goes():
    match = hidden_deployment()
    match.act(0, "P1 P2 P3 H1 H2")
    source = match.record().seen_by(1)._repr_html_()
    assert [said for _, said, _ in frames(source)] == ["Start"]
    assert "Event 1 is hidden in this copy" in source


def test_a_record_of_other_rules_says_so():
    record = to_the_end("chessicle")
    other = msgspec.structs.replace(record, rules=99)._repr_html_()
    assert "This record uses version 99 of the rules of chessicle" in other
    assert Page(other).count("script") == 0
    unknown = msgspec.structs.replace(record, game=NASTY)._repr_html_()
    assert "There is no game called" in unknown
    assert Page(unknown).count("script") == 0
