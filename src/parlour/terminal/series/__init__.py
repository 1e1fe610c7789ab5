"""`parlour series` and its progress."""
