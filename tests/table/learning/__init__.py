"""Positions as arrays."""
