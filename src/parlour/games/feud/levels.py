"""The ten levels of Feud, as they were measured (docs/players.md has the figures)."""

from parlour.table.advice.level import Level

LEVELS = (
    Level("mcts:10,evaluate=1,reuse=0,overlook=0.8,misjudge=1", 600),
    Level("mcts:23,evaluate=1,reuse=0,overlook=0.636,misjudge=0.633", 739),
    Level("mcts:50,evaluate=1,reuse=0,overlook=0.477,misjudge=0.356", 900),
    Level("mcts:82,evaluate=1,reuse=0,overlook=0.38,misjudge=0.225", 1039),
    Level("mcts:120,evaluate=1,reuse=0,overlook=0.31,misjudge=0.15", 1191),
    Level("mcts:180,evaluate=1,reuse=0,overlook=0.226,misjudge=0.08", 1334),
    Level("mcts:270,evaluate=1,reuse=0,overlook=0.142,misjudge=0.032", 1477),
    Level("mcts:410,evaluate=1,reuse=0,overlook=0.058,misjudge=0.005", 1628),
    Level("mcts:910,evaluate=1,reuse=0", 1752),
    Level("mcts:4900,evaluate=1,reuse=0", 1924),
)
