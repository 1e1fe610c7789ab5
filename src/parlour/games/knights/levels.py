"""The ten levels of Knights; docs/players.md has what was measured of them.

Up to level 6 they play on at random to find out what a step is worth; from level 7 on the game's
own evaluation tells them.
"""

from parlour.table.level import Level

LEVELS = (
    Level("mcts:20,knowledge=0,reuse=0,overlook=0.1,misjudge=0.2", 600),
    Level("mcts:28,knowledge=0,reuse=0", 738),
    Level("mcts:400,knowledge=0,reuse=0", 857),
    Level("mcts:1200,knowledge=0,reuse=0", 992),
    Level("mcts:3000,knowledge=0,reuse=0", 1142),
    Level("mcts:8000,knowledge=0,reuse=0", 1284),
    Level("mcts:30,evaluate=1,trust=0.3,reuse=0", 1425),
    Level("mcts:1500,evaluate=1,trust=0.3,reuse=0", 1570),
    Level("mcts:12000,evaluate=1,trust=0.3,reuse=0", 1706),
    Level("mcts:60000,evaluate=1,trust=0.3,reuse=0", 1842),
)
