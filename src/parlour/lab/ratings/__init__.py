"""Ratings of programs: Bradley-Terry with error bars, and the hall's Glicko-2 and openskill."""
