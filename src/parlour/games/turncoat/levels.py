"""The ten levels of Turncoat, as they were measured (docs/players.md has the figures)."""

from parlour.table.advice.level import Level

LEVELS = (
    Level("mcts:3,evaluate=1,reuse=0,overlook=0.965,misjudge=0.916", 600),
    Level("mcts:5,evaluate=1,reuse=0,overlook=0.942,misjudge=0.663", 731),
    Level("mcts:8,evaluate=1,reuse=0,overlook=0.908,misjudge=0.464", 913),
    Level("mcts:11,evaluate=1,reuse=0,overlook=0.866,misjudge=0.328", 1086),
    Level("mcts:13,evaluate=1,reuse=0,overlook=0.821,misjudge=0.241", 1234),
    Level("mcts:18,evaluate=1,reuse=0,overlook=0.748,misjudge=0.154", 1358),
    Level("mcts:23,evaluate=1,reuse=0,overlook=0.668,misjudge=0.099", 1475),
    Level("mcts:27,evaluate=1,reuse=0,overlook=0.595,misjudge=0.066", 1612),
    Level("mcts:31,evaluate=1,reuse=0,overlook=0.519,misjudge=0.044", 1759),
    Level("mcts:37,evaluate=1,reuse=0,overlook=0.397,misjudge=0.021", 1924),
)
