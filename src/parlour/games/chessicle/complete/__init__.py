"""The whole game, solved: all 79,112,639,760 positions, on a GPU; those of fewer pawns anywhere."""
