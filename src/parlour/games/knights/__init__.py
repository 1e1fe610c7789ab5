"""Knights: four knights in an arena surrounded by water; the last one standing wins."""
