"""What pieces, grounds, buttons and settings are called and how they look, as data."""
