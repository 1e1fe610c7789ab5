"""The ten levels of Knights; docs/players.md has what was measured of them.

Up to level 6 they play on at random to find out what a step is worth; from level 7 on the game's
own evaluation tells them, at level 7 not quite as it is.
"""

from parlour.table.advice.level import Level

LEVELS = (
    Level("mcts:20,knowledge=0,reuse=0,overlook=0.1,misjudge=0.2", 600),
    Level("mcts:28,knowledge=0,reuse=0", 738),
    Level("mcts:400,knowledge=0,reuse=0", 857),
    Level("mcts:1100,knowledge=0,reuse=0", 990),
    Level("mcts:2400,knowledge=0,reuse=0", 1133),
    Level("mcts:5200,knowledge=0,reuse=0", 1258),
    Level("mcts:30,evaluate=1,trust=0.3,reuse=0,misjudge=0.3", 1396),
    Level("mcts:30,evaluate=1,trust=0.3,reuse=0", 1522),
    Level("mcts:300,evaluate=1,trust=0.3,reuse=0", 1680),
    Level("mcts:4000,evaluate=1,trust=0.3,reuse=0", 1802),
)
