"""Schemathesis takes the interface.'s own description and sends what fits it, and what does not."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import pytest
import schemathesis
import uvicorn
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode

from tests.hall.asgi import a_house, member


class Running:
    """A hall in a thread, on a port, for a client that waits for each answer."""

    def __init__(self, folder: Path) -> None:
        self._ready, self._folder = threading.Event(), folder
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()))
        self._thread.start()
        assert self._ready.wait(60)

    async def _run(self) -> None:
        async with a_house(self._folder) as (house, app):
            ann = await member(house, app, "ann", "bot")
            self.token = ann.token
            made = await ann.post("/api/matches", {"game": "brique", "seats": ["me", "me"]})
            self.match = made.json()["match"]
            self.schema = (await ann.get("/api/schema")).json()
            self._server = uvicorn.Server(
                uvicorn.Config(app, lifespan="off", log_config=None, timeout_graceful_shutdown=1)
            )
            self._ready.set()
            await self._server.serve([self._listening])

    def close(self) -> None:
        self._server.should_exit = True
        self._thread.join()
        self._listening.close()


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    hall = Running(tmp_path_factory.mktemp("hall"))
    yield hall
    hall.close()


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_whatever_is_sent_nothing_breaks(running: Running, mode: GenerationMode):
    schema = schemathesis.openapi.from_dict(running.schema)
    seen: set[int] = set()
    asked = 0
    for found in schema.get_all_operations():
        operation: Any = cast(Any, found).ok()
        if "stream" in operation.path:  # they do not end; test_api.py and test_bots.py read them
            continue

        @settings(
            max_examples=5,
            deadline=None,
            database=None,
            derandomize=True,
            suppress_health_check=[*HealthCheck],  # pyright: ignore[reportArgumentType]
        )
        @given(case=operation.as_strategy(generation_mode=mode))
        def attack(case: Any) -> None:
            nonlocal asked
            for name in ("match", "game_id"):  # a match that is there goes further
                if mode == GenerationMode.POSITIVE and name in (case.path_parameters or {}):
                    case.path_parameters[name] = running.match
            signed = {"Authorization": f"Bearer {running.token}"}
            answer = case.call(base_url=running.address, headers=signed, timeout=20)
            asked += 1
            seen.add(answer.status_code)
            assert answer.status_code < 500, answer.text
            if answer.status_code >= 400:
                assert answer.json()["detail"]

        with suppress(Unsatisfiable):  # an address without anything that could be wrong
            attack()
    assert asked > 60
    assert 200 in seen or mode == GenerationMode.NEGATIVE
    assert seen & {400, 403, 404, 409}
