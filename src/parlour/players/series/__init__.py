"""Series: many matches between the same players, to find out who is stronger, and by how much.

Each match has a number. The plan and the number determine the seating, the opening and all seeds.
So matches are independent: they run in any order in any number of processes, and an interrupted
series continues with the missing numbers. Results are counted in the order of the numbers, whatever
the order in which matches end.

`plan`: what is played; `pairing`: seating and openings; `playing`: one match; `worker`, `running`:
processes; `folder`: files; `scoring`: statistics; `tally`: counting; `report`, `graph`: output.
"""

from parlour.players.series import english

english.register()
