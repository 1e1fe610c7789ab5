"""Lists of matches: the lobby, one's own, and those that are over."""
