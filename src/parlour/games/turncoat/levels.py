"""The ten levels of Turncoat, as they were measured (docs/players.md has the figures)."""

from parlour.table.level import Level

LEVELS = (
    Level("mcts:4,evaluate=1,reuse=0,overlook=0.96,misjudge=0.839", 600),
    Level("mcts:6,evaluate=1,reuse=0,overlook=0.925,misjudge=0.548", 747),
    Level("mcts:8,evaluate=1,reuse=0,overlook=0.899,misjudge=0.428", 894),
    Level("mcts:10,evaluate=1,reuse=0,overlook=0.871,misjudge=0.341", 1041),
    Level("mcts:13,evaluate=1,reuse=0,overlook=0.834,misjudge=0.263", 1188),
    Level("mcts:15,evaluate=1,reuse=0,overlook=0.787,misjudge=0.195", 1335),
    Level("mcts:19,evaluate=1,reuse=0,overlook=0.727,misjudge=0.137", 1482),
    Level("mcts:24,evaluate=1,reuse=0,overlook=0.638,misjudge=0.084", 1629),
    Level("mcts:31,evaluate=1,reuse=0,overlook=0.516,misjudge=0.043", 1776),
    Level("mcts:39,evaluate=1,reuse=0,overlook=0.353,misjudge=0.015", 1923),
)
