"""How a match or a position ended."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from parlour.table.sentences import Sentence


class Outcome(msgspec.Struct, gc=False, frozen=True):
    """Ranks (1 is best, equals share one), payoffs, a code for programs, a sentence for people."""

    ranks: tuple[int, ...]
    payoffs: tuple[float, ...]
    code: str
    sentence: Sentence

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats on rank 1, unless everybody is."""
        best = tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)
        return best if len(best) < len(self.ranks) else ()


def ranks_of(payoffs: Sequence[float]) -> tuple[int, ...]:
    """The rank of each seat by its payoff: one more than the number of seats that got more."""
    return tuple(1 + sum(other > mine for other in payoffs) for mine in payoffs)


def forfeit(players: Sequence[str], seat: int, code: str) -> Outcome:
    """A seat has resigned, run out of time or failed, and with that the match has ended."""
    others = len(players) - 1
    said = Sentence(f"match.{code}", player=players[seat])
    if others == 1:
        said = Sentence(f"match.{code}_and_wins", player=players[seat], winner=players[1 - seat])
    return Outcome(
        ranks=tuple(others + 1 if i == seat else 1 for i in range(others + 1)),
        payoffs=tuple(-1.0 if i == seat else 1.0 / others for i in range(others + 1)),
        code=code,
        sentence=said,
    )


def nobody_wins(players: Sequence[str], code: str) -> Outcome:
    """A draw was agreed, or the match was aborted."""
    count = len(players)
    return Outcome((1,) * count, (0.0,) * count, code, Sentence(f"match.{code}"))
