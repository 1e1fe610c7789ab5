"""The ten levels of Knights; docs/players.md has what was measured of them, and what was not."""

from parlour.table.level import Level

LEVELS = (
    Level("mcts:20,knowledge=0,reuse=0,overlook=0.1,misjudge=0.2", 600),
    Level("mcts:20,evaluate=1,trust=0.3,reuse=0,overlook=0.22,misjudge=0.8", 702),
    Level("mcts:25,evaluate=1,trust=0.3,reuse=0,overlook=0.13,misjudge=0.8", 824),
    Level("mcts:30,evaluate=1,trust=0.3,reuse=0,overlook=0.05,misjudge=0.8", 940),
    Level("mcts:100,evaluate=1,trust=0.3,reuse=0", 1102),
    Level("mcts:900,evaluate=1,trust=0.3,reuse=0", 1183),
    Level("mcts:2700,evaluate=1,trust=0.3,reuse=0", 1304),
    Level("mcts:8000,evaluate=1,trust=0.3,reuse=0", 1425),
    Level("mcts:24000,evaluate=1,trust=0.3,reuse=0", 1545),
    Level("mcts:72000,evaluate=1,trust=0.3,reuse=0", 1666),
)
