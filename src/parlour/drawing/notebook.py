"""A record in a notebook: a picture of each position, with a slider.

The HTML is self-contained and defines no global names, so several records can be on one page.
Pictures of one match have most SVG fragments in common: each fragment is stored once, and a frame
lists its fragments. Without scripts the page shows the last position.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from parlour.drawing import picture
from parlour.drawing.svg_tags import escape, plain, tag
from parlour.table.errors import ParlourError
from parlour.table.match import Match
from parlour.table.record import Event, Record
from parlour.table.sentences import Sentence, listing

MOST_FRAMES = 400
"""The most frames; a longer match omits those in the middle."""
LONGEST_REMARK = 2_000

BUTTONS = {
    "-1e9": ("|◀", "First"),
    "-1": ("◀", "Back"),
    "1": ("▶", "Forward"),
    "1e9": ("▶|", "Last"),
}
"""The buttons by how far they move the slider, which clamps at its ends."""

STYLE = """
.parlour-record{font:15px/1.4 system-ui,sans-serif;max-width:860px;color:inherit}
.parlour-record p{margin:.4em 0;min-height:1.4em;overflow-wrap:anywhere}
.parlour-controls{display:flex;gap:6px;align-items:center}
.parlour-controls[hidden]{display:none}
.parlour-controls input{flex:1;min-width:60px;accent-color:#3f8f4f}
.parlour-controls button{font:inherit;color:inherit;background:transparent;cursor:pointer;
border:1px solid currentColor;border-radius:6px;min-width:2.4em;padding:2px 6px}
.parlour-controls button:hover{background:#8884}
.parlour-controls :focus-visible{outline:2px solid #3f8f4f;outline-offset:2px}
.parlour-remark{font-style:italic;white-space:pre-line}
.parlour-remark:empty{display:none}
"""

# The script runs once for each record, and a notebook may run it before the record is in the page.
# So each run starts all records that are not started yet, at once and again a little later.
SCRIPT = """
(() => {
  const start = root => {
    root.dataset.parlour = "on";
    const find = name => root.querySelector(".parlour-" + name);
    const {pieces, frames} = JSON.parse(find("data").textContent);
    const controls = find("controls"), slider = controls.querySelector("input");
    const show = () => {
      const [runs, said, remark] = frames[slider.value];
      let svg = "";
      for (const [first, end] of runs) svg += pieces.slice(first, end).join("");
      find("picture").innerHTML = svg;
      find("said").textContent = said;
      find("remark").textContent = remark;
      slider.setAttribute("aria-valuetext", said);
    };
    slider.addEventListener("input", show);
    controls.addEventListener("click", event => {
      const button = event.target.closest("button");
      if (!button) return;
      slider.value = Number(slider.value) + Number(button.value);
      show();
    });
    controls.hidden = false;
    show();
  };
  const all = () => document.querySelectorAll(".parlour-record:not([data-parlour])").forEach(start);
  all();
  for (const wait of [0, 100, 1000]) setTimeout(all, wait);
})();
"""


class Frame(NamedTuple):
    """A position: its SVG fragments as ranges (first, end), the last event, and its remark."""

    ranges: list[tuple[int, int]]
    caption: str
    remark: str


def html(record: Record) -> str:
    """The record as an HTML fragment; if it cannot be replayed, with the reason."""
    notes: list[str] = []
    fragments: dict[str, int] = {}
    frames: list[Frame] = []
    title = record.game
    try:
        title = record.load_game().title
        frames.extend(_frames(record, fragments, notes))
    except ParlourError as error:  # frames before the error are shown, such as of a redacted record
        notes.append(str(error))
    return _page(record, title, list(fragments), frames, notes)


# ---- the frames -------------------------------------------------------------------------------


def _frames(record: Record, fragments: dict[str, int], notes: list[str]) -> Iterator[Frame]:
    """At most MOST_FRAMES frames; new fragments are added to `fragments`."""
    count, half = len(record.events) + 1, MOST_FRAMES // 2
    gap = range(half, count - half) if count > MOST_FRAMES else range(0)
    if gap:
        left_out = Sentence("record.pictures_left_out", first=gap.start, last=gap.stop - 1)
        notes.append(str(left_out))
    for number, match in enumerate(Match.replay(record)):
        if number not in gap:
            drawn = picture.parts(match.game.board(), match.view(), match.game.looks())
            ranges = _ranges(fragments.setdefault(part, len(fragments)) for part in drawn)
            if number == 0:
                yield Frame(ranges, str(Sentence("record.beginning")), "")
                continue
            event = record.events[number - 1]
            caption = f"{number}. {_caption(event, record.players)}"
            yield Frame(ranges, plain(caption), event.remark[:LONGEST_REMARK])


def _ranges(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Numbers as half-open ranges: 3 4 5 9 gives (3, 6) and (9, 10)."""
    ranges: list[tuple[int, int]] = []
    for number in numbers:
        if ranges and ranges[-1][1] == number:
            ranges[-1] = (ranges[-1][0], number + 1)
        else:
            ranges.append((number, number + 1))
    return ranges


def _caption(event: Event, players: Sequence[str]) -> str:
    """The sentence about an event."""
    player = players[event.seat] if event.seat >= 0 else str(Sentence("record.nobody"))
    if event.kind == "action":
        return str(Sentence("record.acted", player=player, text=event.what))
    return str(Sentence(f"match.{event.kind}", player=player))


# ---- the page ---------------------------------------------------------------------------------


def _page(
    record: Record, title: str, fragments: list[str], frames: list[Frame], notes: list[str]
) -> str:
    result = record.result.text if record.result else str(Sentence("record.unfinished"))
    players = escape(listing(list(record.players)))
    inside = [tag("style", STYLE), f"<p><b>{escape(title)}</b>: {players}</p>"]
    if frames:
        last = frames[-1]
        still = "".join(part for first, end in last.ranges for part in fragments[first:end])
        remark = "<br>".join(map(escape, last.remark.splitlines()))
        inside += [
            _controls(len(frames)),
            f'<p class="parlour-said" aria-live="polite">{escape(last.caption)}</p>',
            f'<div class="parlour-picture">{still}</div>',
            f'<p class="parlour-remark">{remark}</p>',
        ]
    inside += [f"<p>{escape(note)}</p>" for note in notes]
    inside.append(f"<p><b>{escape(result)}</b></p>")
    if frames:
        data = msgspec.json.encode({"pieces": fragments, "frames": frames}).decode()
        safe = data.replace("<", "\\u003c")  # no text may close the script tag
        inside.append(f'<script type="application/json" class="parlour-data">{safe}</script>')
        inside.append(f"<script>{SCRIPT}</script>")
    return f'<div class="parlour-record">{"".join(inside)}</div>'


def _controls(count: int) -> str:
    first, back, forward, last = (
        f'<button type="button" value="{by}" title="{name}" aria-label="{name}">{sign}</button>'
        for by, (sign, name) in BUTTONS.items()
    )
    ends = f'min="0" max="{count - 1}" value="{count - 1}"'
    slider = f'<input type="range" {ends} step="1" autocomplete="off" aria-label="Position">'
    return f'<div class="parlour-controls" hidden>{first}{back}{slider}{forward}{last}</div>'
