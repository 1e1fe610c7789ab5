"""What is stored of a match for lists when it ends.

A result has no names: its sentence refers to the seats, whose names are deleted with an account.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from parlour.hall.rooms.room import Room
from parlour.hall.storage.database import Statement
from parlour.table.outcome import Outcome
from parlour.table.sentences import Sentence, Value

EVERYBODY = "*"
"""Whose matches those of all are, in the archive."""
WON, LOST, DRAWN, DECIDED = "won", "lost", "drawn", "decided"
"""The results of a person, and of a match: somebody has won it alone, or nobody has."""
UNKNOWN = ""
"""The stored result of a match that was closed before it began, or cannot be read any more."""


class StoredResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """The outcome of a match: ranks, a code, and a sentence with some values by seat."""

    ranks: tuple[int, ...]
    code: str
    id: str
    values: dict[str, Value] = {}
    seats: dict[str, int] = {}  # of which seat's player these values are the name

    def sentence(self, names: Sequence[str]) -> Sentence:
        """The sentence, with the names that the seats have now."""
        players = {key: names[seat] for key, seat in self.seats.items() if seat < len(names)}
        return Sentence(self.id, **self.values, **players)

    def of_seat(self, seat: int) -> str:
        """What a seat has made of the match."""
        if self.ranks[seat] > 1:
            return LOST
        return WON if self.ranks.count(1) == 1 else DRAWN

    def of_match(self) -> str:
        return DECIDED if self.ranks.count(1) == 1 else DRAWN


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(StoredResult).decode


def result_of(outcome: Outcome, names: Sequence[str]) -> StoredResult:
    """The result of a match between players of these names."""
    seats = {
        key: names.index(value)
        for key, value in outcome.sentence.values.items()
        if isinstance(value, str) and value in names
    }
    values = {key: value for key, value in outcome.sentence.values.items() if key not in seats}
    return StoredResult(outcome.ranks, outcome.code, outcome.sentence.id, values, seats)


def read_result(text: str | None) -> StoredResult | None:
    """A stored result; None if there is none yet, or it is unknown."""
    return _decode(text) if text else None


def ending(room: Room, at: float) -> list[Statement]:
    """The rows of a match that is over."""
    match = room.match
    outcome = match.outcome if match is not None else None
    if outcome is None:
        return _marks(room.terms.id, UNKNOWN, at)
    result = result_of(outcome, room.names())
    lines = _marks(room.terms.id, _encode(result).decode(), at)
    if room.terms.listed and result.code != "abort":
        lines += _archived(room, result, at)
    return lines


def unknown(match: str, at: float) -> list[Statement]:
    """The rows of a match that is over and cannot be read."""
    return _marks(match, UNKNOWN, at)


def _marks(match: str, result: str, at: float) -> list[Statement]:
    return [
        Statement(
            "update matches set result = :result where id = :match",
            {"match": match, "result": result},
        ),
        Statement(
            "update seats set ended = :ended where match = :match", {"match": match, "ended": at}
        ),
    ]


def _archived(room: Room, result: StoredResult, at: float) -> list[Statement]:
    """The rows of a listed match in the archive: one for everybody, one for each account in it."""
    own = {"match": room.terms.id, "game": room.terms.game, "ended": at}
    lines = [
        Statement(
            "insert into archive (match, who, game, score, ended)"
            " values (:match, :who, :game, :score, :ended)",  # not twice: then all of it is undone
            {**own, "who": EVERYBODY, "score": result.of_match()},
        )
    ]
    scores = {
        sit.person: result.of_seat(seat)
        for seat, sit in enumerate(room.occupants)
        if sit is not None and sit.person
    }
    for person, score in scores.items():
        lines.append(
            Statement(
                "insert into archive (match, who, game, score, ended)"
                " select :match, p.id, :game, :score, :ended from people p"
                " where p.id = :who and p.kind <> 'guest' on conflict do nothing",
                {**own, "who": person, "score": score},
            )
        )
        lines.append(
            Statement(
                "insert into tallies (who, game, score, count)"
                " select p.id, :game, :score, 1 from people p"
                " where p.id = :who and p.kind <> 'guest'"
                " on conflict (who, game, score) do update set count = tallies.count + 1",
                {"who": person, "game": room.terms.game, "score": score},
            )
        )
    return lines
