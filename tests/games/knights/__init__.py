"""Knights: the rules, play mode, and the scripts of the source."""
