"""The ten levels of Knights, as they were measured (docs/players.md has the figures)."""

from parlour.table.level import Level

LEVELS = (
    Level("mcts:32,evaluate=1,reuse=0,overlook=0.22,misjudge=0.224", 600),
    Level("mcts:51,evaluate=1,reuse=0,overlook=0.19,misjudge=0.162", 633),
    Level("mcts:80,evaluate=1,reuse=0,overlook=0.16,misjudge=0.11", 673),
    Level("mcts:120,evaluate=1,reuse=0,overlook=0.132,misjudge=0.072", 677),
    Level("mcts:180,evaluate=1,reuse=0,overlook=0.103,misjudge=0.043", 703),
    Level("mcts:250,evaluate=1,reuse=0,overlook=0.076,misjudge=0.023", 724),
    Level("mcts:360,evaluate=1,reuse=0,overlook=0.049,misjudge=0.009", 739),
    Level("mcts:490,evaluate=1,reuse=0,overlook=0.024,misjudge=0.002", 759),
    Level("mcts:950,evaluate=1,reuse=0", 785),
    Level("mcts:3000,evaluate=1,reuse=0", 906),
)
