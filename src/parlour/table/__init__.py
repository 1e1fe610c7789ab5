"""The contract: what a game is, and everything that can be derived from one."""
