"""Observation tensors and the symmetries of games."""
