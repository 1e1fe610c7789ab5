"""The ten levels of Brique, as they were measured (docs/players.md has the figures)."""

from parlour.table.advice.level import Level

LEVELS = (
    Level("mcts:4,evaluate=1,reuse=0,overlook=0.987,misjudge=0.902", 600),
    Level("mcts:6,evaluate=1,reuse=0,overlook=0.974,misjudge=0.631", 771),
    Level("mcts:8,evaluate=1,reuse=0,overlook=0.956,misjudge=0.462", 925),
    Level("mcts:10,evaluate=1,reuse=0,overlook=0.933,misjudge=0.344", 1093),
    Level("mcts:13,evaluate=1,reuse=0,overlook=0.905,misjudge=0.262", 1220),
    Level("mcts:15,evaluate=1,reuse=0,overlook=0.873,misjudge=0.201", 1374),
    Level("mcts:18,evaluate=1,reuse=0,overlook=0.829,misjudge=0.147", 1523),
    Level("mcts:22,evaluate=1,reuse=0,overlook=0.769,misjudge=0.101", 1644),
    Level("mcts:27,evaluate=1,reuse=0,overlook=0.69,misjudge=0.065", 1828),
    Level("mcts:32,evaluate=1,reuse=0,overlook=0.583,misjudge=0.036", 1971),
)
