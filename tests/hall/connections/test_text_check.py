"""Texts that cannot be stored or displayed are refused."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from parlour.hall.connections.text_check import check_form, check_json, check_text
from parlour.table.errors import BadText
from tests.hall.api.asgi import guest, make_services
from tests.hall.small_rooms import SessionClient, new_terms, open_hall, open_match


@pytest.mark.parametrize("bad", ["\0", "a\x1b[2J", "\x7f", "\x85", "\ud800"])
def test_control_characters_and_surrogates_are_refused(bad: str):
    with pytest.raises(BadText, match="control characters"):
        check_text(bad)


@pytest.mark.parametrize("good", ["", "Ünïcödé 漢字 ✓ 🎲", "two\nlines\tand a tab\r\n"])
def test_other_texts_are_not(good: str):
    check_text(good)
    check_json(msgspec.json.encode({good: [good, 1, None]}))


@pytest.mark.parametrize(
    "body", [rb'{"a": "\u0000"}', rb'{"\u001b": 1}', rb'[[{"a": ["\u009f"]}]]', b'"\xc2\x9f"']
)
def test_json_is_looked_through(body: bytes):
    with pytest.raises(BadText):
        check_json(body)
    with pytest.raises(BadText):
        check_json(body.decode())


@pytest.mark.parametrize("body", [b"name=%00", b"%1b=x", b"a=b&text=%7F"])
def test_forms_and_queries_are_looked_through(body: bytes):
    with pytest.raises(BadText):
        check_form(body)


async def test_a_seat_for_a_bot_called_nul_is_refused_by_a_sentence(tmp_path: Path):
    async with make_services(tmp_path) as (_, app):
        ann = await guest(app)
        answers = [
            await ann.post("/api/matches", {"game": "brique", "seats": ["me", "bot:\0"]}),
            await ann.post("/api/guests", {"name": "a\x1bb"}),
            await ann.get("/api/matches/\0"),
            await ann.get("/api/matches?most=%00"),
            await ann.post("/api/challenge/x", form={"clock.limit": "\0"}),
        ]
        codes = [(answer.status, answer.json()["code"]) for answer in answers]
        refused = (400, "hall.control_characters")
        assert codes == [refused] * 5


async def test_a_body_without_end_is_refused_at_its_limit(tmp_path: Path):
    async with make_services(tmp_path) as (_, app):
        ann = await guest(app)
        body = b'{"name": "' + b"x" * 70_000 + b'"}'
        answer = await ann.ask("POST", "/api/guests", body=body, content_type="application/json")
        assert (answer.status, answer.json()["code"]) == (413, "hall.too_large")


async def test_a_message_with_a_control_character_is_refused(tmp_path: Path):
    async with open_hall(tmp_path) as hall:
        await open_match(hall, new_terms())
        talk = SessionClient(hall)
        told = await talk.raw(rb'{"t": "say", "d": {"text": "\u001b[2J"}}')
        assert told[0]["d"]["sentence"]["id"] == "hall.control_characters"
