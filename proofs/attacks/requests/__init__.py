"""Attacks through HTTP requests."""
