"""Boards on a terminal, drawn from views and paths."""
