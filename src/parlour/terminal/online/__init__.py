"""Playing in a hall from the terminal: its lobby, the dialogue and the board, over the wire."""
