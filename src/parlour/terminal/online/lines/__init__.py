"""A match in a hall as a dialogue of lines."""
