"""Games, pictures and texts: described in full, and sent once."""

from __future__ import annotations

import gzip
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import parlour
from parlour.table.looks.description import Description, describe
from parlour.table.sentences import catalogue
from tests.hall.api.asgi import Client, make_services

TEXTS = ("/api/games/feud", "/api/games/brique/pictures/match.svg", "/api/words/en")


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[Client]:
    async with make_services(tmp_path) as (_, app):
        yield Client(app)


@pytest.mark.parametrize("slug", parlour.games())
async def test_a_game_is_described_with_words_for_everything(client: Client, slug: str):
    answer = await client.get(f"/api/games/{slug}")
    assert answer.status == 200
    assert answer.headers["content-type"] == "application/json"
    shown = msgspec.json.decode(answer.body, type=Description)
    assert shown == describe(parlour.game(slug))
    words = (await client.get("/api/words/en")).json()
    assert {sentence["id"] for sentence in sentences(answer.json())} <= set(words)


def sentences(data: Any) -> list[dict[str, Any]]:
    """Everything in the data that is a sentence."""
    if isinstance(data, dict):
        here = [data] if set(data) == {"id", "values"} else []
        return here + [each for value in data.values() for each in sentences(value)]
    return [each for value in data for each in sentences(value)] if isinstance(data, list) else []


async def test_settings_change_what_is_described(client: Client):
    answer = await client.get("/api/games/knights?players=3&item_choice=priority")
    shown = msgspec.json.decode(answer.body, type=Description)
    assert shown.seats == ("Red", "Blue", "Green")
    assert {each.name: each.value for each in shown.settings}["players"] == 3
    assert {each.name: each.default for each in shown.settings}["players"] == 4
    assert len(shown.view.panels) == 3
    small = (await client.get("/api/games/brique?size=3")).json()
    assert len(small["board"]["cells"]) == 9


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        ("/api/games/ludo", 404, "There is no game called ludo."),
        ("/api/games/brique?size=99", 400, "size must be between 2 and 19, not 99."),
        ("/api/games/brique?colour=3", 400, "There is no setting called colour."),
        ("/api/games/brique?size=5&size=7", 400, "size is given twice."),
        ("/api/games/brique/pictures/nothing.svg", 404, "There is no picture called nothing.svg."),
        ("/api/games/ludo/pictures/match.svg", 404, "There is no game called ludo."),
        ("/api/words/xx", 404, "There are no texts in xx."),
    ],
)
async def test_what_is_not_there_is_refused(client: Client, path: str, status: int, said: str):
    answer = await client.get(path)
    assert answer.status == status
    assert answer.json()["detail"].startswith(said)


async def test_no_other_file_is_shown_as_a_picture(client: Client):
    for name in ("pictures.toml", "..%2Fgame.py", "../rulebook.md", "%2e%2e%2fenglish.svg"):
        answer = await client.get(f"/api/games/brique/pictures/{name}")
        assert answer.status in (400, 404)


@pytest.mark.parametrize("path", TEXTS)
async def test_unchanged_answers_are_not_sent_again(client: Client, path: str):
    first = await client.get(path)
    assert first.body
    tag = first.headers["etag"]
    for known in (tag, f'"other", W/{tag}'):
        again = await client.get(path, if_none_match=known)
        assert (again.status, again.body) == (304, b"")
        assert again.headers["etag"] == tag
    other = await client.get(path, if_none_match='"other"')
    assert (other.status, other.body) == (200, first.body)


async def test_long_answers_are_compressed_for_clients_that_accept_it(client: Client):
    plain = await client.get("/api/words/en")
    packed = await client.get("/api/words/en", accept_encoding="br, gzip")
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body
    assert len(packed.body) < len(plain.body) / 2
    tag = packed.headers["etag"]
    assert tag != plain.headers["etag"]
    again = await client.get("/api/words/en", accept_encoding="gzip", if_none_match=tag)
    assert (again.status, again.body) == (304, b"")
    assert "content-encoding" not in plain.headers.keys() | again.headers.keys()


async def test_the_positions_of_the_pictures_can_be_loaded(client: Client):
    shown = 0
    for slug in parlour.games():
        described = (await client.get(f"/api/games/{slug}")).json()
        for example in described.get("examples", {}).values():
            shown += 1
            game = parlour.game(slug, **example.get("settings", {}))
            state = game.from_line(example["line"]) if "line" in example else game.start()
            for text in example.get("play", ()):
                state.push(game.read(state, text))
    assert shown > 20


async def test_the_languages_are_listed(client: Client):
    assert (await client.get("/api/words")).json()["en"] == "English"


async def test_texts_are_those_of_the_catalogue(client: Client):
    assert (await client.get("/api/words/en")).json() == catalogue()
