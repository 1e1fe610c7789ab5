"""Texts: actions as people type them, why one is refused, and positions in one line."""
