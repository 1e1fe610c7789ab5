"""Counting, measuring and learning: tools around the games that no player needs."""
