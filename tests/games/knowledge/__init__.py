"""What each game knows of good moves: priors, tactical actions, exact values."""
