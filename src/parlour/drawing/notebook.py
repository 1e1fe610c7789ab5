"""A record in a notebook: a picture of every position, with a slider to go through them.

The page needs nothing from elsewhere and no names of its own, so records do not disturb each other.
Pictures of one match have most pieces in common: each piece is kept once, and a frame says which
pieces make it up. Where scripts are forbidden, the last position is there to be seen.
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
"""Of a longer match the pictures in the middle are left out."""
LONGEST_REMARK = 2_000

BUTTONS = {
    "-1e9": ("|◀", "First"),
    "-1": ("◀", "Back"),
    "1": ("▶", "Forward"),
    "1e9": ("▶|", "Last"),
}
"""How far each button goes; the slider stops at its ends."""

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

# A notebook may run it before the page holds the record, and it runs once for each record: it
# takes care of whatever records nobody has taken care of yet, now and a little later.
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
    """A position: the pieces of its picture in runs (first, end), what led to it, a remark."""

    runs: list[tuple[int, int]]
    said: str
    remark: str


def html(record: Record) -> str:
    """The record as a piece of a page; of one that cannot be replayed, why not."""
    notes: list[str] = []
    pieces: dict[str, int] = {}
    frames: list[Frame] = []
    title = record.game
    try:
        title = record.load_game().title
        frames.extend(_frames(record, pieces, notes))
    except ParlourError as error:  # a redacted record is shown as far as it goes
        notes.append(str(error))
    return _page(record, title, list(pieces), frames, notes)


# ---- the frames -------------------------------------------------------------------------------


def _frames(record: Record, pieces: dict[str, int], notes: list[str]) -> Iterator[Frame]:
    """A frame for every position there is room for; new pieces are added to the others."""
    count, half = len(record.events) + 1, MOST_FRAMES // 2
    gap = range(half, count - half) if count > MOST_FRAMES else range(0)
    if gap:
        left_out = Sentence("record.pictures_left_out", first=gap.start, last=gap.stop - 1)
        notes.append(str(left_out))
    for number, match in enumerate(Match.replay(record)):
        if number not in gap:
            drawn = picture.parts(match.game.board(), match.view())
            runs = _runs(pieces.setdefault(piece, len(pieces)) for piece in drawn)
            if number == 0:
                yield Frame(runs, str(Sentence("record.beginning")), "")
                continue
            event = record.events[number - 1]
            said = f"{number}. {_said(event, record.players)}"
            yield Frame(runs, plain(said), event.remark[:LONGEST_REMARK])


def _runs(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Numbers as runs of neighbours: 3 4 5 9 is 3 to 6 and 9 to 10, without their ends."""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number:
            runs[-1] = (runs[-1][0], number + 1)
        else:
            runs.append((number, number + 1))
    return runs


def _said(event: Event, players: Sequence[str]) -> str:
    """An event in words: an action by its text, another end by a sentence."""
    player = players[event.seat] if event.seat >= 0 else str(Sentence("record.nobody"))
    if event.kind == "action":
        return str(Sentence("record.acted", player=player, text=event.what))
    return str(Sentence(f"match.{event.kind}", player=player))


# ---- the page ---------------------------------------------------------------------------------


def _page(
    record: Record, title: str, pieces: list[str], frames: list[Frame], notes: list[str]
) -> str:
    result = record.result.text if record.result else str(Sentence("record.unfinished"))
    players = escape(listing(list(record.players)))
    inside = [tag("style", STYLE), f"<p><b>{escape(title)}</b>: {players}</p>"]
    if frames:
        last = frames[-1]
        still = "".join(piece for first, end in last.runs for piece in pieces[first:end])
        remark = "<br>".join(map(escape, last.remark.splitlines()))
        inside += [
            _controls(len(frames)),
            f'<p class="parlour-said" aria-live="polite">{escape(last.said)}</p>',
            f'<div class="parlour-picture">{still}</div>',
            f'<p class="parlour-remark">{remark}</p>',
        ]
    inside += [f"<p>{escape(note)}</p>" for note in notes]
    inside.append(f"<p><b>{escape(result)}</b></p>")
    if frames:
        data = msgspec.json.encode({"pieces": pieces, "frames": frames}).decode()
        quiet = data.replace("<", "\\u003c")  # no text may end the script
        inside.append(f'<script type="application/json" class="parlour-data">{quiet}</script>')
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
