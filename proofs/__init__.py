"""Tools that test the hall as a whole: a simulation by seed, fault injection, attackers and load.

`python -m proofs simulate 0-99` runs a hundred scenarios in virtual time, with lost connections,
repeated commands, database outages and crashing processes. The `controls` are halls with deliberate
bugs: a simulation that does not catch them proves nothing.

The hall itself imports nothing from here.
"""


class Broken(Exception):
    """The hall has violated an invariant; the text says which."""
