"""The parts of a game, one file each: rules, notation, presentation, learning, advice."""
