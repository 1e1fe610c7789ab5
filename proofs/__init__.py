"""Tools that prove the hall: a simulation of all of it by seed, and faults that it must notice.

`python -m proofs simulate 0-99` plays a hundred evenings in the hall in virtual time,
with lost connections, repeated commands, a database that goes away and processes that die. The
`controls` are halls that are wrong on purpose: a simulation that lets one of them pass is no proof.

Nothing here is ever imported by the hall itself.
"""


class Broken(Exception):
    """The hall has broken a promise; the text says which."""
