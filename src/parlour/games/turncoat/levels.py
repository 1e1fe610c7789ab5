"""The ten levels of Turncoat, as they were measured (docs/players.md has the figures)."""

from parlour.table.level import Level

LEVELS = (
    Level("mcts:4,evaluate=1,reuse=0,overlook=0.96,misjudge=0.839", 600),
    Level("mcts:6,evaluate=1,reuse=0,overlook=0.932,misjudge=0.586", 756),
    Level("mcts:8,evaluate=1,reuse=0,overlook=0.908,misjudge=0.464", 832),
    Level("mcts:11,evaluate=1,reuse=0,overlook=0.866,misjudge=0.328", 967),
    Level("mcts:13,evaluate=1,reuse=0,overlook=0.821,misjudge=0.241", 1110),
    Level("mcts:18,evaluate=1,reuse=0,overlook=0.748,misjudge=0.154", 1265),
    Level("mcts:23,evaluate=1,reuse=0,overlook=0.668,misjudge=0.099", 1404),
    Level("mcts:27,evaluate=1,reuse=0,overlook=0.595,misjudge=0.066", 1568),
    Level("mcts:31,evaluate=1,reuse=0,overlook=0.519,misjudge=0.044", 1709),
    Level("mcts:37,evaluate=1,reuse=0,overlook=0.397,misjudge=0.021", 1873),
)
