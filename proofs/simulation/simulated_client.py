"""A simulated client: sits, acts, offers, leaves, reconnects, and verifies everything it receives.

A client builds its copy of the room only from the hall's messages and compares it with the
oracle's model after every message.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, cast

import msgspec

from parlour.hall.audience.audience import Viewer
from parlour.hall.people.authorise import User
from parlour.hall.storage.store import hash_secret
from parlour.table.match import Match
from parlour.table.matches.reports import Report
from parlour.table.paths import Branch, Paths
from parlour.table.record import Event
from parlour.table.view import Changes, View, apply_changes
from parlour.wire import messages, operations
from parlour.wire.operations import Operation
from proofs import Broken
from proofs.simulation.oracle import MatchModel
from proofs.simulation.simulated_connection import SimulatedConnection

_json = msgspec.json.Encoder().encode
_news_fields = {field.encode_name for field in msgspec.structs.fields(messages.News)}


class SentCommand:
    """A command that was sent, and its result."""

    def __init__(self, seat: int, text: str) -> None:
        self.seat = seat
        self.text = text
        self.times_sent = 0
        self.acknowledged = False
        self.refused = False


class SimulatedClient:
    """One client, with one seat, several, or none."""

    def __init__(
        self, name: str, model: MatchModel, codes: dict[int, str], rng: Random, user: User
    ) -> None:
        self.name = name
        self.model = model
        self.match = model.room.terms.id
        self.invitations = tuple(codes.values())
        self.codes = self.invitations  # sent on entering; later also its own secrets
        self.seats: tuple[int, ...] = ()  # its own, according to the hall
        self.rng = rng
        self.user = user
        self.pace = rng.choice((0.4, 1.0, 5.0))  # mean seconds between two actions
        self.connection: SimulatedConnection | None = None
        self.sent_commands: dict[str, SentCommand] = {}
        self.entered = False
        # received from the hall
        self.seq: int | None = None
        self.viewer: Viewer = None
        self.view: View | None = None
        self.moves: list[Event] = []
        self.reports: list[Report] = []  # of the last moves, in the last message
        self.news: dict[str, Any] = {}

    # ---- receiving ----------------------------------------------------------------------------

    def receive(self, frame: dict[str, Any]) -> None:
        data = frame["d"]
        match frame["t"]:
            case "room":
                self._receive_room(data, frame["v"])
            case "did":
                self._receive_news(data, frame["v"])
            case "ack":
                self._receive_ack(data["command"])
            case "watching":
                self.news["spectators"] = data["count"]
            case "error":
                self._receive_error(data)
            case _:
                pass

    def _receive_room(self, data: dict[str, Any], seq: int) -> None:
        self.entered = True
        self.seats = tuple(data["seats"])
        news = data["news"]
        if "view" in news:
            view = self.view = msgspec.convert(news["view"], View)
            self.viewer = view.seat
        elif seq != self.seq:
            self.view, self.moves = None, []  # the match is open, or we lost our seats
        self._receive_news(news, seq)

    def _receive_news(self, news: dict[str, Any], seq: int) -> None:
        if not news.keys() <= _news_fields:
            raise Broken(f"{self.name}: was told of {news.keys() - _news_fields}")
        if "changes" in news:
            if self.view is None:
                raise Broken(f"{self.name}: changes of a view that was never shown")
            self.view = apply_changes(self.view, msgspec.convert(news["changes"], Changes))
        if "changes" in news or "declined" in news:
            refusal = self.model.refusal(self.seq or 0, seq)
            if news.get("declined") != _plain(refusal):
                raise Broken(f"{self.name}: {news.get('declined')} instead of {refusal} {seq}")
        if "moves" in news:
            shown = msgspec.convert(news["moves"], messages.Moves)
            self.moves[shown.at :] = shown.events
            self.reports = [*shown.reports]
        else:
            self.reports = []
        kept = {name: self.news.get(name) for name in ("chairs", "may", "spectators")}
        self.seq, self.news = seq, {**kept, **news}
        for command in news.get("commands", ()):
            self._receive_ack(command)
        self.check()

    def _receive_ack(self, command: str) -> None:
        if command in self.sent_commands:  # otherwise another client at the same seat sent it
            self.sent_commands[command].acknowledged = True

    def _receive_error(self, data: dict[str, Any]) -> None:
        failed = not data.get("command") and data["code"] in ("away", "mistake")
        if failed or data["sentence"]["id"] == "hall.no_room":
            self.entered = False  # entering again may have failed after leaving the room
        refused_to_enter = data["code"] == "forbidden" and not data.get("command")
        if refused_to_enter and data["sentence"]["id"].endswith(("invitation_used", "wrong_code")):
            self.codes, self.seq = (), None  # another client took the seat: only watch
        sent = self.sent_commands.get(data.get("command", ""))
        if sent is not None and data["code"] not in ("away", "fast", "mistake"):
            sent.refused = True

    def check(self) -> None:
        """Compare the received state with the model after that entry, as seen by this viewer."""
        seq, viewer, model = self.seq or 0, self.viewer, self.model
        if viewer is not None and viewer not in self.seats:
            raise Broken(f"{self.name}: was shown what seat {viewer} sees")
        if not self.seats and not self.news["spectators"]:
            raise Broken(f"{self.name}: watches, and is not counted")
        room, match = model.snapshots[seq], model.match(seq)
        facts: list[tuple[str, object, object]] = [
            ("seats", self.seats, room.seats_of(self._credentials())),
            ("view", self.view, model.view(seq, viewer)),
            ("moves", self.moves, model.moves(seq, viewer)),
            ("paths", self.news.get("paths"), model.paths(seq, viewer)),
            ("dangers", self.news.get("dangers", {}), _plain(model.dangers(seq, viewer))),
            ("operations", self.news["may"], model.may(seq, self.seats)),
            ("status", self.news["status"], room.status),
            ("offer", self.news.get("offer"), _offer(match)),
            ("outcome", self.news.get("outcome"), match and _plain(match.outcome)),
            ("again", self.news.get("again", []), sorted(room.again)),
            ("next", self.news.get("next", ""), room.next),
        ]
        if self.news["chairs"] is not None:
            names = [chair.get("name", "") for chair in self.news["chairs"]]
            facts.append(("names", names, [sit.name if sit else "" for sit in room.occupants]))
        if self.reports:
            known = model.reports(seq, viewer)
            facts.append(("reports", self.reports, known[len(known) - len(self.reports) :]))
        for what, shown, expected in facts:
            if shown != expected:
                raise Broken(
                    f"{self.name}: {self.match} {seq}, from place {viewer}: the {what}\n"
                    + _difference(_plain(expected), _plain(shown))
                )

    def _credentials(self) -> User:
        """The user with the keys of all codes that the client may have sent."""
        keys = frozenset(map(hash_secret, {*self.invitations, *self.codes}))
        return msgspec.structs.replace(self.user, keys=keys)

    # ---- acting -------------------------------------------------------------------------------

    def enter(self) -> None:
        last_seen = self.seq if self.rng.random() < 0.8 else None
        self._send("enter", messages.Enter(self.match, self.codes), last_seen)

    def act(self) -> None:
        """Resend an unanswered command under its id, or do a random operation, or nothing."""
        open_ones = [
            command
            for command, a in self.sent_commands.items()
            if not (a.acknowledged or a.refused)
        ]
        if open_ones:
            self.send_again(open_ones[0])
            return
        if self.rng.random() < 0.03:
            self._chat_or_ping()
        operation = self._choose_operation(seat := self._some_seat())
        if operation is not None:
            self._send_command(seat, operation)

    def _some_seat(self) -> int:
        """One of its own seats; or any, to sit there or to be refused."""
        if not self.seats or (self.news.get("status") == "open" and self.rng.random() < 0.3):
            return self.rng.randrange(len(self.model.room.occupants))
        return self.rng.choice(self.seats)

    def send_again(self, command: str) -> None:
        self.sent_commands[command].times_sent += 1
        if self.connection is not None:
            self.connection.send(self.sent_commands[command].text)

    def _send_command(self, seat: int, operation: Operation) -> None:
        command = f"{self.name}.{len(self.sent_commands)}"
        last_seen = self.seq
        chance = self.rng.random()
        if chance < 0.25:
            last_seen = None
        elif chance < 0.35 and last_seen:
            last_seen = max(0, last_seen - self.rng.randint(1, 3))
        request = {
            "t": "do",
            "v": last_seen,
            "d": {"command": command, "seat": seat, "deed": operation},
        }
        self.sent_commands[command] = SentCommand(seat, _json(request).decode())
        self.send_again(command)
        if self.rng.random() < 0.2:
            self.send_again(command)

    def _chat_or_ping(self) -> None:
        if self.rng.random() < 0.3:
            tree: Branch = self.news.get("paths") or {}
            path = (self.rng.choice([*tree, "nowhere"]),)
            self._send("preview", messages.PreviewPath("p", path), None)
        elif self.rng.random() < 0.5:
            self._send("say", messages.Say("good evening"), None)
        else:
            self._send("ping", messages.Ping(), None)

    def _send(self, kind: str, data: object, last_seen: int | None) -> None:
        if self.connection is not None:
            self.connection.send(_json({"t": kind, "v": last_seen, "d": data}).decode())

    # ---- choosing -----------------------------------------------------------------------------

    def _choose_operation(self, seat: int) -> Operation | None:
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
                return self._choose_in_play(seat)

    def _choose_in_play(self, seat: int) -> Operation | None:
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
        match = self.model.match(self.seq or 0)
        if not tree or match is None:
            return None
        actions = self._buttons(tree) or sorted({action for _, action in Paths(tree)})
        return operations.Act(match.game.write(match.state, self.rng.choice(actions)))

    def _buttons(self, tree: Branch) -> list[int]:
        """Half the time, the actions of buttons, which a random choice among all rarely hits."""
        if self.view is None or self.rng.random() < 0.5:
            return []
        buttons = {button.site for button in self.view.buttons}
        return sorted({action for path, action in Paths(tree) if path[0] in buttons})


def _plain(value: object) -> Any:
    return msgspec.json.decode(_json(value))


def _difference(expected: Any, shown: Any) -> str:
    """The fields that differ; a whole view would be too long."""
    if isinstance(expected, dict) and isinstance(shown, dict):
        one, other = cast(dict[str, Any], expected), cast(dict[str, Any], shown)
        names = [name for name in one if one[name] != other.get(name)]
        return "\n".join(f"{name}: {_difference(one[name], other.get(name))}" for name in names)
    return f"is   {expected}\ntold {shown}"


def _offer(match: Match | None) -> dict[str, Any] | None:
    offer = match.offer if match else None
    if offer is None:
        return None
    return {"what": offer.what, "seat": offer.seat, "agreed": sorted(offer.agreed)}
