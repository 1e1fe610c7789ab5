"""The outcome of a match or of a terminal state."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from parlour.table.sentences import Sentence


class Outcome(msgspec.Struct, gc=False, frozen=True):
    """Ranks (1 is best, ties share a rank), payoffs, a code for programs, a sentence."""

    ranks: tuple[int, ...]
    payoffs: tuple[float, ...]
    code: str
    sentence: Sentence

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats of rank 1; none if all seats are."""
        best = tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)
        return best if len(best) < len(self.ranks) else ()


def ranks_of(payoffs: Sequence[float]) -> tuple[int, ...]:
    """The rank of each seat: 1 plus the number of seats with a higher payoff."""
    return tuple(1 + sum(other > mine for other in payoffs) for mine in payoffs)


def forfeit(players: Sequence[str], seat: int, code: str) -> Outcome:
    """The outcome of a match that ended because a seat resigned, ran out of time or failed."""
    others = len(players) - 1
    sentence = Sentence(f"match.{code}", player=players[seat])
    if others == 1:
        winner = players[1 - seat]
        sentence = Sentence(f"match.{code}_and_wins", player=players[seat], winner=winner)
    return Outcome(
        ranks=tuple(others + 1 if i == seat else 1 for i in range(others + 1)),
        payoffs=tuple(-1.0 if i == seat else 1.0 / others for i in range(others + 1)),
        code=code,
        sentence=sentence,
    )


def nobody_wins(players: Sequence[str], code: str) -> Outcome:
    """The outcome of a match that was drawn by agreement or aborted."""
    count = len(players)
    return Outcome((1,) * count, (0.0,) * count, code, Sentence(f"match.{code}"))
