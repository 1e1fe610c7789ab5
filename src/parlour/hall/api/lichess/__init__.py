"""The interface for bots, in lichess's formats."""
