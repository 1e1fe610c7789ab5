"""Tools that prove the hall: a simulation of all of it by seed, and faults that it must notice.

`python -m proofs simulate 0-99` runs a hundred scenarios in virtual time, with lost connections,
repeated commands, database outages and crashing processes. The `controls` are halls with deliberate
bugs: a simulation that does not catch one of them proves nothing.

Nothing here is ever imported by the hall itself.
"""


class Broken(Exception):
    """The hall has broken a promise; the text says which."""
