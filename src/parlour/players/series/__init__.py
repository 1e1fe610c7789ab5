"""Series: many matches between the same players, to find out who is stronger, and by how much.

A match is a number. From the plan and that number follow who sits where, the opening, every seed:
so matches share nothing, run in any order in any number of processes, and a series that was broken
off goes on with the numbers that are missing. What counts is counted in the order of the numbers,
never in the order in which matches happened to end.

`plan` what is played; `pairing` who sits where, and the openings; `playing` one match; `worker` and
`running` the processes; `folder` what is kept; `scoring` the mathematics; `report` and `graph` what
is shown.
"""

from parlour.players.series import english

english.register()
