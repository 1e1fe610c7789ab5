"""The bot interface in lichess's formats."""
