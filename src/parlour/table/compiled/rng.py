"""The random number generator of playouts and searches: SplitMix64 with one 64-bit state.

It gives the same sequence interpreted and compiled. `rng_state` is an array of length one: a C
array when compiled, a list otherwise. The generator belongs to the player or the search, never to
a game state, so a search cannot foresee chance.
"""

from parlour.table.compiled.array_types import Ints, RngState

WORD = 0xFFFFFFFFFFFFFFFF
STEP = 0x9E3779B97F4A7C15
MIX_A = 0xBF58476D1CE4E5B9
MIX_B = 0x94D049BB133111EB


def next64(rng_state: RngState) -> int:
    """The next 64 random bits."""
    rng_state[0] = (rng_state[0] + STEP) & WORD
    bits = rng_state[0]
    bits = ((bits ^ (bits >> 30)) * MIX_A) & WORD
    bits = ((bits ^ (bits >> 27)) * MIX_B) & WORD
    return bits ^ (bits >> 31)


def random_below(rng_state: RngState, sides: int) -> int:
    """A uniform integer in 0 .. sides - 1."""
    return ((next64(rng_state) >> 32) * sides) >> 32


def random_unit(rng_state: RngState) -> float:
    """A uniform float in [0, 1), with 53 random bits."""
    return (next64(rng_state) >> 11) * (1.0 / 9007199254740992.0)


def shuffle(rng_state: RngState, items: Ints, count: int) -> int:
    """Shuffle the first `count` items in place (Fisher-Yates)."""
    while count > 1:
        i = random_below(rng_state, count)
        count -= 1
        items[i], items[count] = items[count], items[i]
    return 0
