"""What compiled code shares: the random generator and the types of arrays."""
