"""What the drivers share: servers and clients of their own, and matches to play."""
