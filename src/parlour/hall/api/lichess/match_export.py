"""Export of a match in lichess's formats: JSON, and text in the style of PGN."""

from __future__ import annotations

from datetime import UTC, datetime
from textwrap import wrap

from parlour.hall.api.lichess.formats import COLORS, Json, Tokens, speed, status, user_json
from parlour.hall.audience.audience import Viewer
from parlour.hall.rooms.open_room import OpenRoom


def exported(open_room: OpenRoom, viewer: Viewer) -> Json:
    """A match as JSON; moves that this viewer may not see are `?`."""
    room, terms = open_room.room, open_room.room.terms
    match, control = room.match, terms.control
    created = round(terms.created * 1000)
    players = {
        color: {"user": user_json(sit.name, sit.kind)} if sit else {}
        for color, sit in zip(COLORS, room.occupants, strict=False)
    }
    data: Json = {
        "id": terms.id,
        "rated": terms.rated,
        "variant": terms.game,
        "settings": terms.settings,
        "speed": speed(control),
        "perf": terms.game,
        "createdAt": created,
        "lastMoveAt": created,
        "status": status(room),
        "players": players,
        "moves": " ".join(Tokens().of(match, viewer)) if match else "",
    }
    if control is not None:
        start, increment = round(control.start), round(control.increment)
        total = start + 40 * increment
        data["clock"] = {"initial": start, "increment": increment, "totalTime": total}
    if match is not None and match.outcome is not None:
        winners = match.outcome.winners
        data["ranks"] = list(match.outcome.ranks)
        if len(winners) == 1 and winners[0] < len(COLORS):
            data["winner"] = COLORS[winners[0]]
    return data


def pgn(data: Json) -> str:
    """Tags and numbered moves as in PGN, but with the game's own tokens as moves."""
    began = datetime.fromtimestamp(data["createdAt"] / 1000, UTC)
    names = {color: one.get("user", {}).get("name", "?") for color, one in data["players"].items()}
    clock = data.get("clock")
    tags = {
        "Event": f"{'Rated' if data['rated'] else 'Casual'} {data['variant']} game",
        "Site": data["id"],
        "Date": began.strftime("%Y.%m.%d"),
        "Round": "-",
        "White": names.get("white", "?"),
        "Black": names.get("black", "?"),
        "Result": _result(data),
        "UTCDate": began.strftime("%Y.%m.%d"),
        "UTCTime": began.strftime("%H:%M:%S"),
        "Variant": data["variant"],
        "TimeControl": f"{clock['initial']}+{clock['increment']}" if clock else "-",
        "Termination": data["status"],
    }
    words = data["moves"].split()
    numbered = [f"{i // 2 + 1}. {word}" if i % 2 == 0 else word for i, word in enumerate(words)]
    text = wrap(" ".join([*numbered, _result(data)]), 80, break_long_words=False,
                break_on_hyphens=False)  # fmt: skip
    return "\n".join([*(f'[{tag} "{_quoted(said)}"]' for tag, said in tags.items()), "", *text, ""])


def _result(data: Json) -> str:
    ended = {"white": "1-0", "black": "0-1"}.get(data.get("winner", ""))
    return ended or ("1/2-1/2" if data["status"] == "draw" else "*")


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
