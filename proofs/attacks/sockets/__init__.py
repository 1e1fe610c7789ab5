"""Attacks through WebSockets and half-open connections."""
