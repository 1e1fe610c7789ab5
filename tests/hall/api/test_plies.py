"""Earlier positions over HTTP: of matches and of records that are posted."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import parlour
from parlour.hall.api import plies
from parlour.hall.storage.store import SeatRow, hash_secret
from parlour.table.match import Match
from parlour.table.matches.record_text import to_text
from parlour.table.record import Event, Record
from parlour.table.view import Changes, View, apply_changes
from parlour.wire.operations import Act, Resign, Sit
from tests.hall.api.asgi import Client, make_services
from tests.hall.small_rooms import hidden, new_terms, open_match


def played(slug: str, count: int, **settings: Any) -> Match:
    match, rng = Match(parlour.game(slug, **settings)), Random(1)
    while match.outcome is None and len(match.events) < count:
        match.draw_chance(rng)
        if match.outcome is None:
            seat = match.state.acting()[0]
            match.act(seat, rng.choice(match.state.actions(seat)))
    return match


def final_view(answer: Any) -> View:
    view = msgspec.convert(answer["view"], View)
    for ply in answer["plies"]:
        view = apply_changes(view, msgspec.convert(ply["changes"], Changes))
    return view


def bare(view: View) -> View:
    """As it is shown of an earlier position, in which nobody acts."""
    return msgspec.structs.replace(view, buttons=(), prompt=None)


@pytest.mark.parametrize("slug", parlour.games())
async def test_every_position_of_a_record_leads_to_its_end(tmp_path: Path, slug: str):
    match = played(slug, 30)
    end, count = match.view(None), len(match.events)
    async with make_services(tmp_path) as (_, app):
        for start in (0, 1, count // 2, count):
            body = match.record().to_json()
            answer = (await Client(app).ask("POST", f"/api/plies?from={start}", body=body)).json()
            assert (answer["from"], answer["count"]) == (start, count)
            assert final_view(answer) == bare(end)
            events = [ply["event"]["what"] for ply in answer["plies"]]
            assert events == [event.what for event in match.events[start:]]
            assert [ply.get("action") for ply in answer["plies"]] == match.actions()[start:]


async def test_the_text_form_is_read_too_and_what_is_asked_for_is_cut(tmp_path: Path):
    match = played("brique", 12)
    text = to_text(match.record()).encode()
    async with make_services(tmp_path) as (_, app):
        client = Client(app)

        async def ask(query: str) -> Any:
            path = f"/api/plies?{query}"
            return (await client.ask("POST", path, body=text, content_type="text/plain")).json()

        part = await ask("from=3&to=5")
        assert [ply["event"]["what"] for ply in part["plies"]] == [
            e.what for e in match.events[3:5]
        ]
        assert part["plies"][0]["sites"] == [match.events[3].what]
        assert part["plies"][0]["report"]["id"].startswith("brique.")
        assert (await ask("from=5&to=3"))["plies"] == []
        late = await ask("from=1000")
        assert (late["from"], late["plies"]) == (12, [])
        assert final_view(late) == bare(match.view(None))


async def test_the_result_and_variations_of_a_record_come_with_it(tmp_path: Path):
    match = played("brique", 2, size=3, pie=False)
    match.resign(1)
    record = match.record()
    other = (Event(0, "c3"),) if record.events[0].what != "c3" else (Event(0, "a3"),)
    first = msgspec.structs.replace(record.events[0], variations=(other,))
    record = msgspec.structs.replace(record, events=(first, *record.events[1:]))
    async with make_services(tmp_path) as (_, app):
        answer = (await Client(app).ask("POST", "/api/plies", body=record.to_json())).json()
        assert answer["outcome"]["code"] == "resign"
        assert answer["plies"][0]["event"]["variations"] == [[{"seat": 0, "what": other[0].what}]]
        assert answer["plies"][-1]["changes"]["status"]["id"] == "match.resign_and_wins"
        assert final_view(answer).status == match.view(None).status


TOO_MUCH = {
    "210,000 events": ((Event(0, "a1"),) * 210_000, "too_large"),
    "10,000 variations": ((Event(0, "a1", variations=((Event(0, "b1"),),) * 10_000),), "too_many"),
    "5,001 events": ((Event(0, "a1"),) * 5_001, "too_many"),
    "an illegal one": ((Event(0, "a1"), Event(1, "a1")), "event"),
}


async def test_what_no_record_may_contain_is_refused(tmp_path: Path):
    async with make_services(tmp_path) as (_, app):
        for name, (events, why) in TOO_MUCH.items():
            record = Record("brique", 1, ("A", "B"), {"size": 3, "pie": False}, events=events)
            answer = await Client(app).ask("POST", "/api/plies", body=msgspec.json.encode(record))
            assert answer.status in (400, 413), name
            assert why in answer.json()["code"], name


async def test_what_is_no_record_is_refused(tmp_path: Path):
    async with make_services(tmp_path) as (_, app):
        for body in (b"", b"{}", b"[", b'[Game "brique"]', b"null", b"\xff", b"[]"):
            for kind in ("application/json", "text/plain"):
                answer = await Client(app).ask("POST", "/api/plies", body=body, content_type=kind)
                assert answer.status == 400
                assert answer.json()["detail"].endswith((".", '"'))


async def test_a_match_shows_its_earlier_positions(tmp_path: Path):
    async with make_services(tmp_path) as (services, app):
        await open_match(services.hall, new_terms(id="0123456789"))
        texts = ["a1", "b1", "c1"]
        for number, text in enumerate(texts):
            await services.hall.do("0123456789", number % 2, Act(text), str(number))
        await services.hall.do("0123456789", 1, Resign(), "end")
        answer = (await Client(app).get("/api/matches/0123456789/plies?from=1")).json()
        assert [ply["event"].get("what") for ply in answer["plies"]] == ["b1", "c1", None]
        assert [piece["site"] for piece in answer["view"]["pieces"]] == ["a1"]
        assert answer["view"]["marks"] == [{"kind": "last", "sites": ["a1"]}]
        async with services.hall.locked_room("0123456789") as open_room:
            assert final_view(answer) == open_room.room.playing().view(None)
        missing = await Client(app).get("/api/matches/0000000000/plies")
        assert (missing.status, missing.json()["code"]) == (404, "hall.no_match")


async def test_a_match_that_has_not_begun_has_no_positions(tmp_path: Path):
    async with make_services(tmp_path) as (services, app):
        await open_match(services.hall, new_terms(id="0123456789"), seated=False)
        answer = await Client(app).get("/api/matches/0123456789/plies")
        assert (answer.status, answer.json()["code"]) == (409, "hall.not_begun")


async def test_what_is_set_up_in_secret_stays_secret_in_its_plies(tmp_path: Path):
    terms = msgspec.structs.replace(hidden(), id="0123456789")
    async with make_services(tmp_path) as (services, app):
        codes = ["the-code-of-seat-0", "the-code-of-seat-1"]
        rows = [SeatRow(seat, hash_secret(code), None, "link") for seat, code in enumerate(codes)]
        await services.hall.create(terms, None, rows)
        for seat in (0, 1):
            await services.hall.do(terms.id, seat, Sit("AB"[seat]), "sit")

        async def ask(*given: str) -> Any:
            path = "/api/matches/0123456789/plies"
            return (await Client(app).get(path, parlour_code=" ".join(given))).json()["plies"]

        async with services.hall.locked_room("0123456789") as open_room:
            match = open_room.room.playing()
            texts = [match.game.write(match.state, match.state.actions(seat)[7]) for seat in (0, 1)]
        await services.hall.do("0123456789", 0, Act(texts[0]), "a")
        (own,) = await ask(codes[0])
        assert (own["event"]["what"], own["action"]) == (texts[0], match.actions()[0])
        for others in ((), (codes[1],), tuple(codes)):
            (secret,) = await ask(*others)
            assert secret["event"] == {"seat": 0, "hidden": True}
            assert secret["report"]["id"] == "table.acted_in_secret"
            assert not {"action", "sites"} & secret.keys()
            assert all(piece["hidden"] for piece in secret["changes"]["put"])
        await services.hall.do("0123456789", 1, Act(texts[1]), "b")
        assert [ply["event"]["what"] for ply in await ask()] == texts


async def test_long_matches_come_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(plies, "MOST_PLIES", 5)
    match = played("turncoat", 23)
    parts: list[Sequence[Any]] = []
    async with make_services(tmp_path) as (_, app):
        view = bare(match.game.view(match.game.start()))
        for start in range(0, 25, 5):
            body = match.record().to_json()
            answer = (await Client(app).ask("POST", f"/api/plies?from={start}", body=body)).json()
            assert msgspec.convert(answer["view"], View).pieces == view.pieces
            view = final_view(answer)
            parts.append(answer["plies"])
    assert [len(part) for part in parts] == [5, 5, 5, 5, 3]
    assert view == bare(match.view(None))
