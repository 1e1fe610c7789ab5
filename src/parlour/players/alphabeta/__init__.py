"""Alpha-beta search with a transposition table and quiescence."""
