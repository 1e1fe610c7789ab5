"""One folder a game: its rules, how it is shown and written, its rulebook."""
