"""Shared by compiled modules: the random number generator, array types, JSON objects."""
