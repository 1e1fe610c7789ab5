"""The ten levels of Chessicle, as they were measured (docs/players.md has the figures)."""

from parlour.table.advice.level import Level

LEVELS = (
    Level("mcts:20,evaluate=1,extra=0,reuse=0,overlook=0.86,misjudge=1.094", 600),
    Level("mcts:70,evaluate=1,extra=0,reuse=0,overlook=0.747,misjudge=0.534", 759),
    Level("mcts:140,evaluate=1,extra=0,reuse=0,overlook=0.652,misjudge=0.316", 882),
    Level("mcts:230,evaluate=1,extra=0,reuse=0,overlook=0.553,misjudge=0.183", 1047),
    Level("mcts:330,evaluate=1,extra=0,reuse=0,overlook=0.473,misjudge=0.116", 1165),
    Level("mcts:440,evaluate=1,extra=0,reuse=0,overlook=0.392,misjudge=0.07", 1300),
    Level("mcts:610,evaluate=1,extra=0,reuse=0,overlook=0.293,misjudge=0.034", 1453),
    Level("mcts:800,evaluate=1,extra=0,reuse=0,overlook=0.193,misjudge=0.013", 1574),
    Level("mcts:1100,evaluate=1,extra=0,reuse=0,overlook=0.075,misjudge=0.002", 1693),
    Level("mcts:10000,evaluate=1,extra=0,reuse=0", 1830),
)
