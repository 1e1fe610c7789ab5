"""Attacks on what runs by itself: start-up, daily cleaning, unreadable rows, a second hall."""
