"""Saved matches: saving, listing, replaying, analysing and converting them."""
