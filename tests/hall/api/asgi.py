"""A client that speaks to the application itself: no network, and every answer in full."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

from parlour.hall.app import make_app
from parlour.hall.operating.config import Config
from parlour.hall.services import Services, open_services

HERE = ("127.0.0.1", 50_000)


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


class Client:
    """Asks one application; `token` says who asks."""

    def __init__(self, app: Any, token: str = "", client: tuple[str, int] = HERE) -> None:
        self.app, self.token, self.client = app, token, client

    def scope(self, method: str, path: str, headers: dict[str, str]) -> dict[str, Any]:
        path, _, query = path.partition("?")
        if self.token:
            headers = {"authorization": f"Bearer {self.token}", **headers}
        return {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": [(k.lower().encode(), v.encode()) for k, v in headers.items()],
            "client": self.client,
            "server": ("127.0.0.1", 8722),
        }

    async def ask(
        self,
        method: str,
        path: str,
        json_body: Any = None,
        *,
        form: dict[str, str] | None = None,
        body: bytes = b"",
        **headers: str,
    ) -> Answer:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if form is not None:
            body = urlencode(form).encode()
            named.setdefault("content-type", "application/x-www-form-urlencoded")
        elif json_body is not None:
            body = json.dumps(json_body).encode()
            named.setdefault("content-type", "application/json")
        named["content-length"] = str(len(body))
        sent: list[Any] = [{"type": "http.request", "body": body, "more_body": False}]
        got: list[Any] = []

        async def receive() -> Any:
            return sent.pop() if sent else await asyncio.Event().wait()

        async def send(message: Any) -> None:
            got.append(message)

        await self.app(self.scope(method, path, named), receive, send)
        start = got[0]
        kept = {k.decode().lower(): v.decode() for k, v in start["headers"]}
        return Answer(start["status"], kept, b"".join(m.get("body", b"") for m in got[1:]))

    async def get(self, path: str, **headers: Any) -> Answer:
        return await self.ask("GET", path, **headers)

    async def post(self, path: str, json_body: Any = None, **more: Any) -> Answer:
        return await self.ask("POST", path, json_body, **more)

    @asynccontextmanager
    async def stream(self, path: str, **headers: str) -> AsyncGenerator[Stream]:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        stream = Stream()
        scope = self.scope("GET", path, named)
        task = asyncio.create_task(self.app(scope, stream.receive, stream.send))
        try:
            yield stream
        finally:
            stream.gone.set()
            await asyncio.wait_for(task, 5)


class Stream:
    """The lines of a response that does not end."""

    def __init__(self) -> None:
        self.gone = asyncio.Event()
        self._lines: asyncio.Queue[str] = asyncio.Queue()
        self._asked = False
        self.ended = asyncio.Event()

    async def receive(self) -> Any:
        if not self._asked:
            self._asked = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            return
        for line in message.get("body", b"").decode().splitlines():
            self._lines.put_nowait(line)
        if not message.get("more_body"):
            self.ended.set()

    async def line(self) -> str:
        """The next line, also an empty one."""
        return await asyncio.wait_for(self._lines.get(), 10)

    async def next(self, *kinds: str) -> Any:
        """The next line that is JSON, of one of these kinds if any are named."""
        while True:
            text = await self.line()
            if text:
                shape = json.loads(text)
                if not kinds or shape.get("type", shape.get("t")) in kinds:
                    return shape


@asynccontextmanager
async def make_services(folder: Path, **settings: Any) -> AsyncGenerator[tuple[Services, Any]]:
    settings.setdefault("database", f"sqlite:{folder / 'hall.db'}")
    services = await open_services(Config(**settings))
    app = make_app(services)
    try:
        yield services, app
    finally:
        await services.close()


async def guest(app: Any, name: str = "Ann") -> Client:
    """Somebody without an account."""
    answer = await Client(app).post("/api/guests", {"name": name})
    return Client(app, answer.json()["token"])


async def member(services: Services, app: Any, name: str, kind: Any = "account") -> Client:
    """An account; its password is not hashed the slow way."""
    session = await services.accounts._create(f"id-of-{name}", name, kind, None)
    return Client(app, session.token)
