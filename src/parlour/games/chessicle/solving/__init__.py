"""Endgame tables, and proofs for positions that the tables do not have."""
