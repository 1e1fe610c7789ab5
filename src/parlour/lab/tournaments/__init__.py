"""Tournaments between programs: many players, one file, one table.

A tournament is rounds of encounters. An encounter is a table of as many players as the game has
seats, and it is played as one or several matches, from different seats with the same opening. The
plan and the results so far determine the next round, and the plan and a match's number determine
its opening and all seeds. So a tournament that was interrupted continues with identical pairings.

`plan`: the file; `pairing`: who meets whom (`formats`, `swiss`, `tables`); `store`: what is kept;
`running`: playing what is missing; `standings`, `report`, `pictures`, `trf`: output.
"""

from parlour.lab.tournaments import english

english.register()
