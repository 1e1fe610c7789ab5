"""Monte Carlo tree search: UCT and PUCT, exact values, AMAF, several threads."""
