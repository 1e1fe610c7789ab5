"""Arranging matches: the lobby, quick pairing, challenges, rematches."""
