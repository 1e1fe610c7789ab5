"""Schemathesis reads how the interface describes itself, and sends what fits and what does not.

A few examples of each operation on SQLite here; `make fuzz` sends 100 of each on both databases.
"""

from __future__ import annotations

import asyncio
import os
import socket
import threading
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar, cast

import pytest
import schemathesis
import uvicorn
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode

from parlour.hall.services import Services
from parlour.hall.storage.database import DatabaseUnavailable
from proofs.harness.postgresql import Server
from tests.hall.api.asgi import make_services, member

EXAMPLES = int(os.environ.get("PARLOUR_FUZZ", "5"))
"""Requests for each operation, in each mode."""
PATIENCE = 20
"""How often something is tried while the database is away."""
Something = TypeVar("Something")
DATABASES = ("sqlite",) if EXAMPLES < 100 else ("sqlite", "postgresql")


async def _patiently(do: Callable[[], Awaitable[Something]]) -> Something:
    """PostgreSQL counts as away where the machine is so busy that it takes seconds to answer."""
    for _ in range(PATIENCE):
        with suppress(DatabaseUnavailable, KeyError):
            return await do()
        await asyncio.sleep(0.5)
    return await do()


class Running:
    """A hall in a thread, on a port, for a client that waits for each answer."""

    def __init__(self, folder: Path, settings: dict[str, str]) -> None:
        self._ready, self._folder, self._settings = threading.Event(), folder, settings
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()))
        self._thread.start()
        assert self._ready.wait(60)
        self._count = 0

    async def _run(self) -> None:
        async with make_services(self._folder, **self._settings) as (self._services, self._app):
            self._loop = asyncio.get_running_loop()
            self.schema = (await (await self._somebody("ann")).get("/api/schema")).json()
            self._server = uvicorn.Server(
                uvicorn.Config(
                    self._app, lifespan="off", log_config=None, timeout_graceful_shutdown=1
                )
            )
            self._ready.set()
            await self._server.serve([self._listening])

    async def _somebody(self, name: str) -> Any:
        """An admin may use every route."""
        services: Services = self._services
        return await member(services, self._app, name, "admin")

    def somebody_at_a_match(self) -> tuple[str, str]:
        """The token of somebody new, and a match that they play: a request may end both."""

        async def come() -> tuple[str, str]:
            self._count += 1
            ann, bob = [await self._somebody(f"{name}{self._count}") for name in ("ann", "bob")]
            made = await ann.post("/api/matches", {"game": "brique", "seats": ["me", "anyone"]})
            match = made.json()["match"]
            await bob.post(f"/api/matches/{match}/seats/1", {})
            return ann.token, match

        return asyncio.run_coroutine_threadsafe(_patiently(come), self._loop).result(600)

    def close(self) -> None:
        self._server.should_exit = True
        self._thread.join()
        self._listening.close()


@contextmanager
def a_database(kind: str) -> Generator[dict[str, str]]:
    if kind == "sqlite":
        yield {}
    else:
        with Server() as server:
            yield {"database": server.new_database()}


@pytest.fixture(scope="module", params=DATABASES)
def running(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Running]:
    with a_database(request.param) as settings:
        hall = Running(tmp_path_factory.mktemp("hall"), settings)
        yield hall
        hall.close()


class Attack:
    """Sends what it is given, and remembers how that was answered."""

    def __init__(self, running: Running, mode: GenerationMode) -> None:
        self._running, self._mode = running, mode
        self.statuses: Counter[int] = Counter()
        self.wrong: list[str] = []

    def on(self, operation: Any) -> None:
        known = self._running.somebody_at_a_match()

        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            database=None,
            derandomize=True,
            suppress_health_check=[*HealthCheck],  # pyright: ignore[reportArgumentType]
        )
        @given(case=operation.as_strategy(generation_mode=self._mode))
        def attack(case: Any) -> None:
            harmless = (
                self._mode == GenerationMode.NEGATIVE and operation.method.lower() != "delete"
            )
            self._send(case, *(known if harmless else self._running.somebody_at_a_match()))

        with suppress(Unsatisfiable):  # an address without anything that could be wrong
            attack()

    def _send(self, case: Any, token: str, match: str) -> None:
        if self._mode == GenerationMode.POSITIVE:  # what is there goes further
            for name in {"match", "game_id"} & {*(case.path_parameters or {})}:
                case.path_parameters[name] = match
            if isinstance(case.body, dict) and "game" in case.body:
                case.body["game"] = "brique"
        signed = {"Authorization": f"Bearer {token}"}
        answer = self._answer(case, signed)
        self.statuses[answer.status_code] += 1
        broken = answer.status_code >= 500
        if broken or (answer.status_code >= 400 and not answer.json()["detail"]):
            asked = answer.request
            self.wrong.append(f"{asked.method} {asked.url} {asked.body!r}: {answer.text}")

    def _answer(self, case: Any, headers: dict[str, str]) -> Any:
        for number in range(PATIENCE):
            answer = case.call(base_url=self._running.address, headers=headers, timeout=20)
            away = answer.status_code == 503 and answer.json()["code"] == "hall.store_away"
            if not away or number == PATIENCE - 1:
                return answer
            time.sleep(0.5)
        return None


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_no_request_causes_an_internal_error(running: Running, mode: GenerationMode):
    attack = Attack(running, mode)
    for found in schemathesis.openapi.from_dict(running.schema).get_all_operations():
        operation: Any = cast(Any, found).ok()
        if "stream" not in operation.path:  # those do not end; test_bots.py reads them
            attack.on(operation)
    print(dict(sorted(attack.statuses.items())))
    assert attack.wrong == []
    assert attack.statuses.total() > 60
    assert attack.statuses[200] or mode == GenerationMode.NEGATIVE
    assert sum(attack.statuses[refusal] for refusal in (400, 403, 404, 409))
