"""The messages that the hall and its clients share."""
