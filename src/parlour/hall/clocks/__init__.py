"""Time in the hall: hall time, the timers of all matches, and flags."""
