"""Playing in a hall from the terminal: the lobby, the line dialogue and the full-screen board."""
