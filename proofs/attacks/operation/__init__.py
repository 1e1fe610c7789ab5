"""Attacks on background work: start-up, daily retention, unreadable rows, a second hall."""
