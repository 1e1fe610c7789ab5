"""The knowledge of each game: priors, tactical actions, exact values."""
