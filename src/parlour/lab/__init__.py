"""Perft and benchmarks: tools for developers and researchers."""
