"""The full-screen board, drawn from views and paths."""
