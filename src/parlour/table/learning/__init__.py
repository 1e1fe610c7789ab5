"""Positions as arrays, and the symmetries of games."""
