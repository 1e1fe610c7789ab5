"""The contract of games: states, actions, views, matches, records and the registry."""
