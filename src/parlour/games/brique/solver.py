"""Who wins a small board of Brique, proved: a depth-first proof-number search (df-pn).

A position has two numbers: about how many more positions have to be decided to prove that whoever
moves wins (`proof`) or loses (`disproof`). The search expands where these are least. Draws do not
exist, and no position repeats: every move adds a stone.

Each proved win keeps its carrier (see `bitboard`), and a player need not try a move outside the
carrier of any refutation found so far: what lies in all of them is the must-play region. If it is
empty, the position is lost, and the union of the carriers is the carrier of that.

The table has a fixed size. An entry holds the whole position, so two positions are never confused.
A new entry replaces the one that took least work.
"""

from __future__ import annotations

import cython

if not cython.compiled:
    from parlour.games.brique.bitboard import ONE, transposed

    MANY = 1_000_000_000  # the number of what is impossible
    PROBES = 4  # slots that a position may be in

from parlour.games.brique.bitboard import Bitboard

WORD = 0xFFFFFFFFFFFFFFFF
MIX_A = 0x9E3779B97F4A7C15
MIX_B = 0xC2B2AE3D27D4EB4F
BYTES = 40  # of an entry in the table


class Solver:
    """A search with its table, for any number of positions of one size."""

    def __init__(self, size: int, memory: int) -> None:
        self.bits = Bitboard(size)
        bits = max(10, (memory // BYTES).bit_length() - 1)
        capacity = 1 << bits
        self.shift = 64 - bits
        self.nodes = self.pause = self.menace = 0
        if cython.compiled:
            self.own = cython.cast(Words, calloc(capacity + PROBES, 8))
            self.other = cython.cast(Words, calloc(capacity + PROBES, 8))
            self.carriers = cython.cast(Words, calloc(capacity + PROBES, 8))
            self.proof = cython.cast(cython.p_int, calloc(capacity + PROBES, 4))
            self.disproof = cython.cast(cython.p_int, calloc(capacity + PROBES, 4))
            self.work = cython.cast(Words, calloc(capacity + PROBES, 8))
            if (
                not self.own or not self.other or not self.carriers
                or not self.proof or not self.disproof or not self.work
            ):  # fmt: skip
                raise MemoryError
        else:
            self.own, self.other, self.carriers, self.proof, self.disproof, self.work = (
                [0] * (capacity + PROBES) for _ in range(6)
            )

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.own)
            free(self.other)
            free(self.carriers)
            free(self.proof)
            free(self.disproof)
            free(self.work)

    # ---- methods for Python code --------------------------------------------------------------

    def advance(self, own: int, other: int, nodes: int) -> int:
        """Search about so many more positions. 1: the player to move wins, -1: loses, 0: open."""
        with cython.nogil:
            self.pause = self.nodes + nodes
            self.search(own, other, MANY, MANY)
        return self.known(own, other)

    def known(self, own: int, other: int) -> int:
        """The result of a position in the table, as `advance` returns it."""
        i = self.find(own, other)
        if i < 0:
            return 0
        return 1 if self.proof[i] == 0 else -1 if self.disproof[i] == 0 else 0

    def carried(self, own: int, other: int) -> int:
        """The carrier of a position that was just decided, of whichever player wins."""
        return self.carriers[self.find(own, other)]

    # ---- the search ---------------------------------------------------------------------------

    def search(self, own: int, other: int, most_proof: int, most_disproof: int) -> int:
        """Work on a position until its numbers reach a limit, it is decided, or it is time to
        pause; the numbers go to the table."""
        squares, owns, others = [0] * 64, [0] * 64, [0] * 64
        self.nodes += 1
        before = self.nodes - 1
        empty = self.bits.all & ~(own | other)
        worth = self.bits.worthwhile(own, empty)
        count = 0
        for i in range(64):
            if worth & (ONE << i):
                stones = self.bits.filled(own, i)
                if self.bits.joined(own | stones):
                    carrier = self.bits.carrier(own, other, i, 0)
                    return self.store(own, other, 0, MANY, carrier, 1)
                squares[count] = i
                owns[count] = transposed(other & ~stones)
                others[count] = transposed(own | stones)
                count += 1
        worth &= self.urgent(own, other, empty)
        menace = self.menace
        while True:
            region = worth  # the must-play region
            carrier = menace
            for k in range(count):
                at = self.find(owns[k], others[k])
                if at < 0:
                    continue
                if self.disproof[at] == 0:
                    carrier = self.bits.carrier(
                        own, other, squares[k], transposed(self.carriers[at])
                    )
                    return self.store(own, other, 0, MANY, carrier, self.nodes - before)
                if self.proof[at] == 0:
                    refutation = transposed(self.carriers[at])
                    if region & ((ONE << squares[k]) | ~refutation):
                        region &= refutation & ~(ONE << squares[k])
                        carrier |= refutation
            least = second = MANY
            total = best_proof = 0
            best = -1
            for k in range(count):
                if region & (ONE << squares[k]):
                    at = self.find(owns[k], others[k])
                    if at < 0:
                        at = self.estimate(owns[k], others[k])
                    total += self.proof[at]
                    if self.disproof[at] < least:
                        second = least
                        least = self.disproof[at]
                        best = k
                        best_proof = self.proof[at]
                    elif self.disproof[at] < second:
                        second = self.disproof[at]
            if best < 0:
                return self.store(own, other, MANY, 0, carrier, self.nodes - before)
            total = min(total, MANY - 1)
            if least >= most_proof or total >= most_disproof or self.nodes >= self.pause:
                return self.store(own, other, least, total, 0, self.nodes - before)
            # A child may exceed its best sibling by a quarter, or the search would keep switching.
            self.search(
                owns[best],
                others[best],
                min(MANY, most_disproof - total + best_proof),
                min(most_proof, second + (second >> 2) + 1),
            )

    def urgent(self, own: int, other: int, empty: int) -> int:
        """The squares that no move may miss, lest the enemy join the sides at once; `menace` is
        the carrier of these threats."""
        rows, columns = transposed(own), transposed(other)
        empty = transposed(empty)
        region = self.bits.all
        self.menace = 0
        for i in range(64):
            if empty & (ONE << i) and self.bits.joined(columns | self.bits.filled(columns, i)):
                carrier = self.bits.carrier(columns, rows, i, 0)
                if region & ~carrier:
                    region &= carrier
                    self.menace |= carrier
        self.menace = transposed(self.menace)
        return transposed(region)

    def estimate(self, own: int, other: int) -> int:
        """A first guess at a position's numbers, from how many stones each side lacks."""
        empty = self.bits.all & ~(own | other)
        mine = self.bits.distance(own, empty)
        theirs = self.bits.distance(transposed(other), transposed(empty))
        self.store(own, other, mine * mine, theirs * theirs, 0, 0)
        return self.find(own, other)

    # ---- the table ----------------------------------------------------------------------------

    def slot(self, own: int, other: int) -> int:
        """The first slot that a position may be in."""
        mixed = ((own * MIX_A) & WORD) ^ ((other * MIX_B) & WORD)
        mixed = ((mixed ^ (mixed >> 29)) * MIX_A) & WORD
        return mixed >> self.shift

    def find(self, own: int, other: int) -> int:
        """The slot of a position, -1 if it is not stored."""
        first = self.slot(own, other)
        for i in range(first, first + PROBES):
            if self.own[i] == own and self.other[i] == other and self.proof[i] + self.disproof[i]:
                return i
        return -1

    def store(
        self, own: int, other: int, proof: int, disproof: int, carrier: int, work: int
    ) -> int:
        first = self.slot(own, other)
        best = first
        for i in range(first, first + PROBES):
            if self.own[i] == own and self.other[i] == other:
                work += self.work[i]
                best = i
                break
            if self.work[i] < self.work[best]:
                best = i
        self.own[best] = own
        self.other[best] = other
        self.proof[best] = proof
        self.disproof[best] = disproof
        self.carriers[best] = carrier
        self.work[best] = work
        return 0
