"""Series of matches."""
