"""Guests, accounts and bots: their passwords, sessions and tokens.

A session token is a long random word, of which the hall stores only the hash. It expires, and it is
replaced at every sign-in and after a day of use.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import Literal, NamedTuple

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from parlour.hall.clocks.hall_time import WallClock
from parlour.hall.people.authorise import Forbidden, User
from parlour.hall.people.names import account_name, guest_name, skeleton
from parlour.hall.people.revocations import revoked
from parlour.hall.storage.database import Database, DuplicateKey, Statement
from parlour.hall.storage.store import hash_secret
from parlour.hall.storage.writer import Writer
from parlour.table.errors import BadText, ParlourError
from parlour.wire.plain_text import plain

Kind = Literal["guest", "account", "bot", "admin"]

DAY = 86_400.0
SESSION_SECONDS = 30 * DAY
"""The lifetime of an unused session; API tokens last until they are revoked."""

SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200


class NameTaken(ParlourError):
    """Another account has that name."""


class SignIn(NamedTuple):
    """A user who has just signed in, and the token of the new session."""

    user: User
    token: str


class SessionInfo(msgspec.Struct, frozen=True):
    """A session or an API token, which can be revoked by its `id`."""

    id: str
    kind: str
    created: float
    expires: float | None
    current: bool  # the session of this request


class SeatedMatch(msgspec.Struct, frozen=True):
    """A match in which a person sits."""

    match: str
    game: str
    status: str
    seat: int
    created: float


class Accounts:
    """All people of the hall, and their sessions."""

    def __init__(
        self,
        database: Database,
        writer: Writer,
        wall_clock: WallClock,
        secret: Callable[[], str] = lambda: secrets.token_urlsafe(24),
    ) -> None:
        self._database = database
        self._writer = writer
        self._wall_clock = wall_clock
        self._secret = secret
        self._hasher = PasswordHasher()
        self._hashing = asyncio.Semaphore(2)  # each hash takes 64 MiB and a core for a while
        self.on_revoked: Callable[[], Awaitable[None]] = _nothing  # ends connections here
        self._dummy_hash = ""  # compared with where there is no such account

    # ---- signing in ---------------------------------------------------------------------------

    async def guest(self, name: str = "") -> SignIn:
        """A new guest, whose name is marked as a guest's."""
        person = self._secret()
        return await self._create(person, guest_name(name, person[:4].lower()), "guest", None)

    async def register(self, name: str, password: str, kind: Kind = "account") -> SignIn:
        """A new account; names that look like its name are reserved for it too."""
        name = account_name(name)
        _check_password(password)
        async with self._hashing:
            kept = await asyncio.to_thread(self._hasher.hash, password)
        return await self._create(self._secret(), name, kind, kept)

    async def _create(self, person: str, name: str, kind: Kind, password: str | None) -> SignIn:
        try:
            token, session = self._new_session(person)
            await self._writer.commit(
                [
                    Statement(
                        "insert into people (id, kind, name, folded, password, created, banned)"
                        " values (:id, :kind, :name, :folded, :password, :at, 0)",
                        {
                            "id": person,
                            "kind": kind,
                            "name": name,
                            "folded": name.casefold(),
                            "password": password,
                            "at": self._wall_clock.wall(),
                        },
                    ),
                    *([] if kind == "guest" else [_reserve(name, person)]),
                    session,
                ]
            )
        except DuplicateKey:
            raise NameTaken("hall.name_taken", name=name) from None
        return SignIn(User(person, name, kind), token)

    async def sign_in(self, name: str, password: str) -> SignIn:
        """A new session; unknown accounts take as long as wrong passwords."""
        rows = await self._database.read(
            "select id, kind, name, password, banned from people"
            " where folded = :folded and password is not null",
            folded=plain(name).casefold(),
        )
        kept = rows[0][3] if rows else await self._hash_to_compare()
        async with self._hashing:
            right = await asyncio.to_thread(self._verify, kept, password[:LONGEST_PASSWORD])
        if not rows or not right:
            raise Forbidden("hall.wrong_password")
        person, kind, name, _, banned = rows[0]
        if banned:
            raise Forbidden("hall.banned")
        unchanged = "(select 1 from people where id = :person and password = :kept and banned = 0)"
        token, session = self._new_session(person, condition=unchanged, kept=kept)
        await self._open(token, session)
        return SignIn(User(person, name, kind), token)

    async def _hash_to_compare(self) -> str:
        if not self._dummy_hash:
            self._dummy_hash = await asyncio.to_thread(self._hasher.hash, self._secret())
        return self._dummy_hash

    def _verify(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, password)
        except (VerificationError, InvalidHashError):
            return False

    # ---- sessions -----------------------------------------------------------------------------

    def _new_session(
        self,
        person: str,
        lasts: float | None = SESSION_SECONDS,
        id: str = "",
        condition: str = "(select 1)",
        **values: str,
    ) -> tuple[str, Statement]:
        """The row of a session or token, inserted only if the query `condition` finds a row."""
        token, now = self._secret(), self._wall_clock.wall()
        return (
            token,
            Statement(
                "insert into sessions (token, id, kind, person, created, expires)"
                f" select :token, :id, :kind, :person, :created, :expires where exists {condition}",
                {
                    **values,
                    "token": hash_secret(token),
                    "id": id or hash_secret(token)[:16],
                    "kind": "token" if lasts is None else "session",
                    "person": person,
                    "created": now,
                    "expires": None if lasts is None else now + lasts,
                },
            ),
        )

    async def _open(self, token: str, session: Statement, *more: Statement) -> None:
        """Write a session; `Forbidden` if its condition did not hold."""
        await self._writer.commit([session, *more])
        if not (await self.user(token))[0].person:
            raise Forbidden("hall.session_ended")

    async def user(self, token: str) -> tuple[User, float]:
        """The user of a token, and its age; an anonymous user if it is unknown or has expired."""
        rows = await self._database.read(
            "select p.id, p.name, p.kind, s.created, s.id, s.expires"
            " from sessions s join people p on p.id = s.person"
            " where s.token = :token and p.banned = 0 and (s.expires is null or s.expires > :now)",
            token=hash_secret(token),
            now=self._wall_clock.wall(),
        )
        if not rows:
            return User(), 0.0
        person, name, kind, created, session, expires = rows[0]
        user = User(person, name, kind, session=session, expires=expires)
        return user, self._wall_clock.wall() - created

    async def rotate(self, token: str, user: User) -> str:
        """A new session token. The old one works for another minute, as other tabs have it."""
        going_on = "(select 1 from sessions where token = :old)"
        new, session = self._new_session(
            user.person, id=user.session, condition=going_on, old=hash_secret(token)
        )
        soon = Statement(
            "update sessions set expires = :soon where token = :token",
            {"token": hash_secret(token), "soon": self._wall_clock.wall() + 60},
        )
        await self._open(new, session, soon)
        return new

    async def api_token(self, user: User) -> str:
        """A token without expiry, for a program of this person."""
        going_on = "(select 1 from sessions where id = :by)"
        token, session = self._new_session(user.person, None, condition=going_on, by=user.session)
        await self._open(token, session)
        return token

    async def sign_out(self, token: str) -> None:
        user, _ = await self.user(token)
        if user.person:
            await self._revoke(user.person, [user.session])

    async def sessions_of(self, user: User) -> list[SessionInfo]:
        """The sessions and tokens of a person, newest first."""
        rows = await self._database.read(
            "select id, max(kind), min(created), max(expires) from sessions"
            " where person = :person and (expires is null or expires > :now)"
            " group by id order by 3 desc, id",
            person=user.person,
            now=self._wall_clock.wall(),
        )
        return [
            SessionInfo(id, kind, created, expires, id == user.session)
            for id, kind, created, expires in rows
        ]

    async def revoke(self, user: User, session: str) -> None:
        """End a session or revoke a token of this user."""
        if session not in [opened.id for opened in await self.sessions_of(user)]:
            raise BadText("hall.no_session")
        await self._revoke(user.person, [session])

    async def change_password(self, user: User, old: str, new: str) -> None:
        """Change the password; all other sessions and tokens end."""
        _check_password(new)
        rows = await self._database.read(
            "select password from people where id = :id and password is not null", id=user.person
        )
        if not rows:
            raise Forbidden("hall.no_password")
        async with self._hashing:
            right = await asyncio.to_thread(self._verify, rows[0][0], old[:LONGEST_PASSWORD])
            if not right:
                raise Forbidden("hall.wrong_password")
            kept = await asyncio.to_thread(self._hasher.hash, new)
        await self._writer.commit(
            [
                Statement(
                    "update people set password = :password where id = :id",
                    {"password": kept, "id": user.person},
                )
            ]
        )
        while others := [one.id for one in await self.sessions_of(user) if one.id != user.session]:
            await self._revoke(user.person, others)  # until none is left that could create another

    async def set_password(self, name: str, new: str) -> None:
        """Set a password from the command line; all sessions and tokens end."""
        _check_password(new)
        found = await self._database.read(
            "select id from people where folded = :folded and password is not null",
            folded=plain(name).casefold(),
        )
        if not found:
            raise BadText("hall.no_account", name=plain(name)[:40])
        id = found[0][0]
        kept = await asyncio.to_thread(self._hasher.hash, new)
        change = "update people set password = :password where id = :id"
        await self._writer.commit(
            [
                Statement(change, {"password": kept, "id": id}),
                Statement("delete from sessions where person = :id", {"id": id}),
                revoked(self._wall_clock.wall(), person=id),
            ]
        )

    async def _revoke(self, person: str, sessions: Sequence[str]) -> None:
        """End sessions, and their connections in every process."""
        at = self._wall_clock.wall()
        for session in sessions:
            gone = Statement(
                "delete from sessions where id = :id and person = :person",
                {"id": session, "person": person},
            )
            await self._writer.commit([gone, revoked(at, session=session)])
        await self.on_revoked()

    async def matches_of(
        self, person: str, most: int = 200, status: str = "%"
    ) -> list[SeatedMatch]:
        """The matches in which a person sits, newest first; all of them, or of one status."""
        rows = await self._database.read(
            "select m.id, m.game, m.status, s.seat, m.created"
            " from seats s join matches m on m.id = s.match where s.person = :person"
            " and m.status like :status order by m.created desc, m.id, s.seat limit :most",
            person=person,
            most=most,
            status=status,
        )
        return [SeatedMatch(*row) for row in rows]

    async def become_bot(self, user: User) -> None:
        """Turn an account that has not played into a bot, for good."""
        if user.kind == "bot":
            return
        if await self.matches_of(user.person, 1):
            raise Forbidden("hall.has_played")
        await self._writer.commit(
            [Statement("update people set kind = 'bot' where id = :id", {"id": user.person})]
        )

    async def by_name(self, name: str) -> User | None:
        """The account or bot with that name."""
        rows = await self._database.read(
            "select id, name, kind from people where folded = :folded and banned = 0",
            folded=plain(name).casefold(),
        )
        return User(*rows[0]) if rows else None


async def is_open(database: Database, session: str) -> bool:
    """Does this session still exist?"""
    return bool(await database.read("select 1 from sessions where id = :id", id=session))


def _reserve(name: str, person: str) -> Statement:
    """Reserve all names that look like this one."""
    return Statement(
        "insert into reserved_names (skeleton, person) values (:skeleton, :person)",
        {"skeleton": skeleton(name), "person": person},
    )


async def _nothing() -> None:
    """The default of `on_revoked`: accounts alone have no connections."""


def _check_password(password: str) -> None:
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise BadText("hall.password_length", least=SHORTEST_PASSWORD, most=LONGEST_PASSWORD)
