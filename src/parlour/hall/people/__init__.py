"""Who people are: accounts, sessions, names, permissions, limits and ratings."""
