"""Somebody in a simulated hall: sits, acts, offers, leaves, comes back, and believes nobody.

A client builds its picture of the room only from what it is told, and compares it with the truth
after every message.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, cast

import msgspec

from parlour.hall.people.authorise import User
from parlour.hall.rooms.audience import Place
from parlour.hall.storage.store import hash_secret
from parlour.table.match import Match
from parlour.table.paths import Branch, Paths
from parlour.table.record import Event
from parlour.table.view import Changes, View, apply_changes
from parlour.wire import messages, operations
from parlour.wire.operations import Operation
from proofs import Broken
from proofs.simulation.connection_line import Line
from proofs.simulation.truth import Story

_json = msgspec.json.Encoder().encode
_parts = {field.encode_name for field in msgspec.structs.fields(messages.News)}


class Asked:
    """A command that was sent, and what came of it."""

    def __init__(self, seat: int, text: str) -> None:
        self.seat = seat
        self.text = text
        self.sent = 0
        self.done = False  # acknowledged
        self.refused = False


class Client:
    """One device: with one seat, several, or none."""

    def __init__(
        self, name: str, story: Story, codes: dict[int, str], rng: Random, user: User
    ) -> None:
        self.name = name
        self.story = story
        self.match = story.room.terms.id
        self.invitations = tuple(codes.values())
        self.codes = self.invitations  # what it shows when it enters; then also its own secrets
        self.seats: tuple[int, ...] = ()  # its own, as it was told
        self.rng = rng
        self.user = user
        self.pace = rng.choice((0.4, 1.0, 5.0))  # seconds between two thoughts, about
        self.line: Line | None = None
        self.asked: dict[str, Asked] = {}
        self.entered = False
        # what it was told
        self.seq: int | None = None
        self.place: Place = None
        self.view: View | None = None
        self.moves: list[Event] = []
        self.news: dict[str, Any] = {}

    # ---- listening ----------------------------------------------------------------------------

    def hear(self, frame: dict[str, Any]) -> None:
        data = frame["d"]
        match frame["t"]:
            case "room":
                self._hear_room(data, frame["v"])
            case "did":
                self._hear_news(data, frame["v"])
            case "ack":
                self._hear_done(data["command"])
            case "error":
                self._hear_trouble(data)
            case _:
                pass

    def _hear_room(self, data: dict[str, Any], seq: int) -> None:
        self.entered = True
        self.seats = tuple(data["seats"])
        news = data["news"]
        if "view" in news:
            view = self.view = msgspec.convert(news["view"], View)
            self.place = view.seat
        elif seq != self.seq:
            self.view, self.moves = None, []  # nobody plays yet, or it was all taken from us
        self._hear_news(news, seq)

    def _hear_news(self, news: dict[str, Any], seq: int) -> None:
        if not news.keys() <= _parts:
            raise Broken(f"{self.name}: was told of {news.keys() - _parts}")
        if "changes" in news:
            if self.view is None:
                raise Broken(f"{self.name}: changes of a view that was never shown")
            self.view = apply_changes(self.view, msgspec.convert(news["changes"], Changes))
        if "moves" in news:
            told = msgspec.convert(news["moves"], messages.Moves)
            self.moves[told.at :] = told.events
        self.seq, self.news = seq, {**news, "chairs": news.get("chairs", self.news.get("chairs"))}
        for command in news.get("commands", ()):
            self._hear_done(command)
        self.check()

    def _hear_done(self, command: str) -> None:
        if command in self.asked:  # else another device at the same seat has asked for it
            self.asked[command].done = True

    def _hear_trouble(self, data: dict[str, Any]) -> None:
        failed = not data.get("command") and data["code"] in ("away", "mistake")
        if failed or data["sentence"]["id"] == "hall.no_room":
            self.entered = False  # to enter again may have failed, and one is out already
        refused_to_enter = data["code"] == "forbidden" and not data.get("command")
        if refused_to_enter and data["sentence"]["id"].endswith(("invitation_used", "wrong_code")):
            self.codes, self.seq = (), None  # another one was first: it can only watch
        asked = self.asked.get(data.get("command", ""))
        if asked is not None and data["code"] not in ("away", "fast", "mistake"):
            asked.refused = True

    def check(self) -> None:
        """What one was told is what is so after that entry, seen from one's own place."""
        seq, place, story = self.seq or 0, self.place, self.story
        if place is not None and place not in self.seats:
            raise Broken(f"{self.name}: was shown what seat {place} sees")
        room, match = story.then[seq], story.match(seq)
        facts: list[tuple[str, object, object]] = [
            ("seats", self.seats, room.seats_of(self._proof())),
            ("view", self.view, story.view(seq, place)),
            ("moves", self.moves, story.moves(seq, place)),
            ("paths", self.news.get("paths"), story.paths(seq, place)),
            ("dangers", self.news.get("dangers", {}), _plain(story.dangers(seq, place))),
            ("status", self.news["status"], room.status),
            ("offer", self.news.get("offer"), _offer(match)),
            ("outcome", self.news.get("outcome"), match and _plain(match.outcome)),
            ("again", self.news.get("again", []), sorted(room.again)),
            ("next", self.news.get("next", ""), room.next),
        ]
        if self.news["chairs"] is not None:
            names = [chair.get("name", "") for chair in self.news["chairs"]]
            facts.append(("names", names, [sit.name if sit else "" for sit in room.chairs]))
        for what, told, true in facts:
            if told != true:
                raise Broken(
                    f"{self.name}: {self.match} {seq}, from place {place}: the {what}\n"
                    + _difference(_plain(true), _plain(told))
                )

    def _proof(self) -> User:
        """All that it could have shown."""
        keys = frozenset(map(hash_secret, {*self.invitations, *self.codes}))
        return msgspec.structs.replace(self.user, keys=keys)

    # ---- acting -------------------------------------------------------------------------------

    def enter(self) -> None:
        known = self.seq if self.rng.random() < 0.8 else None
        self._send("enter", messages.Enter(self.match, self.codes), known)

    def think(self) -> None:
        """Do something, or not; what is unanswered is sent again, by the same id."""
        open_ones = [command for command, a in self.asked.items() if not (a.done or a.refused)]
        if open_ones:
            self.send_again(open_ones[0])
            return
        if self.rng.random() < 0.03:
            self._talk()
        operation = self._deed(seat := self._some_seat())
        if operation is not None:
            self._ask(seat, operation)

    def _some_seat(self) -> int:
        """One of its own; or any, to sit there or to find out that it may not."""
        if not self.seats or (self.news.get("status") == "open" and self.rng.random() < 0.3):
            return self.rng.randrange(len(self.story.room.chairs))
        return self.rng.choice(self.seats)

    def send_again(self, command: str) -> None:
        self.asked[command].sent += 1
        if self.line is not None:
            self.line.send(self.asked[command].text)

    def _ask(self, seat: int, operation: Operation) -> None:
        command = f"{self.name}.{len(self.asked)}"
        known = self.seq
        chance = self.rng.random()
        if chance < 0.25:
            known = None
        elif chance < 0.35 and known:
            known = max(0, known - self.rng.randint(1, 3))
        letter = {"t": "do", "v": known, "d": {"command": command, "seat": seat, "deed": operation}}
        self.asked[command] = Asked(seat, _json(letter).decode())
        self.send_again(command)
        if self.rng.random() < 0.2:
            self.send_again(command)

    def _talk(self) -> None:
        if self.rng.random() < 0.5:
            self._send("say", messages.Say("good evening"), None)
        else:
            self._send("ping", messages.Ping(), None)

    def _send(self, kind: str, data: object, known: int | None) -> None:
        if self.line is not None:
            self.line.send(_json({"t": kind, "v": known, "d": data}).decode())

    # ---- choosing -----------------------------------------------------------------------------

    def _deed(self, seat: int) -> Operation | None:
        match self.news.get("status"):
            case "open":
                if self.news["chairs"][seat].get("kind"):
                    return operations.Stand() if self.rng.random() < 0.2 else None
                code = f"{self.name}, its own secret"
                self.codes = (*self.invitations, code)
                return operations.Sit(f"{self.name} at {seat}", code=code)
            case "over":
                return operations.Rematch() if self.rng.random() < 0.1 else None
            case _:
                return self._deed_in_play(seat)

    def _deed_in_play(self, seat: int) -> Operation | None:
        chance = self.rng.random()
        offer = self.news.get("offer")
        if offer and offer["seat"] != seat and chance < 0.5:
            return operations.Agree() if chance < 0.4 else operations.Decline()
        rare: tuple[tuple[float, Callable[[], Operation]], ...] = (
            (0.006, operations.Resign),
            (0.012, operations.Abort),
            (0.03, operations.Draw),
            (0.14, operations.Undo),
            (0.16, operations.Stand),
            (0.17, operations.Flag),
            (0.19, lambda: operations.Act("nonsense")),
        )
        for below, operation in rare:
            if chance < below:
                return operation()
        tree: Branch | None = self.news.get("paths")
        match = self.story.match(self.seq or 0)
        if not tree or match is None:
            return None
        actions = self._buttons(tree) or sorted({action for _, action in Paths(tree)})
        return operations.Act(match.game.write(match.state, self.rng.choice(actions)))

    def _buttons(self, tree: Branch) -> list[int]:
        """Every other time what a button does, if there is one: chance hardly ever finds it."""
        if self.view is None or self.rng.random() < 0.5:
            return []
        buttons = {button.site for button in self.view.buttons}
        return sorted({action for path, action in Paths(tree) if path[0] in buttons})


def _plain(value: object) -> Any:
    return msgspec.json.decode(_json(value))


def _difference(true: Any, told: Any) -> str:
    """Only what differs: a view is long."""
    if isinstance(true, dict) and isinstance(told, dict):
        one, other = cast(dict[str, Any], true), cast(dict[str, Any], told)
        names = [name for name in one if one[name] != other.get(name)]
        return "\n".join(f"{name}: {_difference(one[name], other.get(name))}" for name in names)
    return f"is   {true}\ntold {told}"


def _offer(match: Match | None) -> dict[str, Any] | None:
    offer = match.offer if match else None
    if offer is None:
        return None
    return {"what": offer.what, "seat": offer.seat, "agreed": sorted(offer.agreed)}
